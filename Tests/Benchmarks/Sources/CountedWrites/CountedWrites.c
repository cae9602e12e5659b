#define _GNU_SOURCE
#include "CountedWrites.h"

#if defined(__linux__)
// The executable's own functions come before the C library's, in the libraries it loads too: SQLite is counted like the rest.
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls, bytes, syncs;

static ssize_t positioned_write(int file, const void *buffer, size_t count, off_t offset) {
    ssize_t result = syscall(SYS_pwrite64, file, buffer, count, offset);
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    if (result > 0) atomic_fetch_add_explicit(&bytes, result, memory_order_relaxed);
    return result;
}
ssize_t pwrite(int file, const void *buffer, size_t count, off_t offset) { return positioned_write(file, buffer, count, offset); }
ssize_t pwrite64(int file, const void *buffer, size_t count, off64_t offset) {
    return positioned_write(file, buffer, count, offset);
}
int fsync(int file) {
    atomic_fetch_add_explicit(&syncs, 1, memory_order_relaxed);
    return syscall(SYS_fsync, file);
}
int fdatasync(int file) {
    atomic_fetch_add_explicit(&syncs, 1, memory_order_relaxed);
    return syscall(SYS_fdatasync, file);
}
struct counted_writes counted_writes_now(void) {
    struct counted_writes now = {atomic_load(&calls), atomic_load(&bytes), atomic_load(&syncs)};
    return now;
}
#else
struct counted_writes counted_writes_now(void) {
    struct counted_writes none = {-1, -1, -1};
    return none;
}
#endif
