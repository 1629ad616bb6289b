#pragma once
#include <zlib.h>

// inflateInit2 is a macro that passes the library version, which Swift does not import.
static inline int czlib_inflate_init(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
