// Sets the clock of a program that is started with this in LD_PRELOAD: the seconds in the file that DRILL_CLOCK names
// (a long, in the machine's own form) are added to the time of day whenever it is asked for. Other clocks go on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static volatile long none, *offset = &none;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  real = dlsym(RTLD_NEXT, "clock_gettime");
  int file = open(getenv("DRILL_CLOCK"), O_RDONLY | O_CLOEXEC);
  void *place = mmap(0, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  if (place == MAP_FAILED) abort();
  offset = place;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!real) begin();
  int answer = real(clock, time);
  if (answer == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *offset;
  return answer;
}
