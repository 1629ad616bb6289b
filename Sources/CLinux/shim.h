#pragma once
// Linux's own calls that the Glibc module hides. Declared one by one and without _GNU_SOURCE, which would give
// this module and Glibc two differing definitions of types such as fd_set.
#include <iconv.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// renameat2(2) with RENAME_NOREPLACE.
static inline int clinux_rename_noreplace(int from, const char *name, int to, const char *newName) {
  return (int)syscall(SYS_renameat2, from, name, to, newName, RENAME_NOREPLACE);
}

// Whether a folder lies on one of the file systems that implement the above (fstatfs(2)).
static inline int clinux_is_known_to_refuse_replacing(int folder) {
  struct statfs status;
  if (fstatfs(folder, &status) != 0) return 0;
  switch ((unsigned long)status.f_type) {
  case EXT4_SUPER_MAGIC:
  case XFS_SUPER_MAGIC:
  case BTRFS_SUPER_MAGIC:
  case F2FS_SUPER_MAGIC:
  case TMPFS_MAGIC:
    return 1;
  default:
    return 0;
  }
}

// posix_spawn_file_actions_addclosefrom_np(3), glibc 2.34.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// An empty set of signals. To Swift, sigset_t() belongs to whichever C module happened to be loaded first, as none of
// Glibc's own headers claims the type; a file that does not import that module could not make one.
static inline sigset_t clinux_no_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  return set;
}

// syncfs(2).
static inline int clinux_syncfs(int fd) { return (int)syscall(SYS_syncfs, fd); }

// prctl(2) is variadic.
static inline int clinux_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

// The magic number of the file system that a file lies on (statfs(2)); 0 where nothing says.
static inline unsigned clinux_file_system_type(int fd) {
  struct statfs status;
  return fstatfs(fd, &status) == 0 ? (unsigned)status.f_type : 0;
}

// posix_spawn_file_actions_addchdir_np(3), glibc 2.29.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

// pidfd_open(2): a descriptor that becomes readable when the process ends.
static inline int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
