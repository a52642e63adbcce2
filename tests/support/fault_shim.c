/*
 * Stands between the program and the C library and fails at the n-th write below one folder.
 *
 * A write is whatever changes a file or makes it durable: open to create, write, pwrite, fsync,
 * truncate, rename, unlink, mkdir. They are counted over all threads, so that n names the same write
 * in every run of the same work, which no tracer's counters per thread do.
 *
 *   FAULT_ROOT  folder (absolute, no links); only what lies below it is counted
 *   FAULT_LOG   file that gets a line per write: number, call, path below the root
 *   FAULT_AT    n, from 1
 *   FAULT_DO    "kill": SIGKILL before the n-th write; "tear": after half of it, where it has halves
 *               "stop": SIGSTOP before it; a number: that errno, from the n-th write on
 *   FAULT_ONLY  text that a path must contain to be counted
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#undef open
#undef open64
#undef openat
#undef openat64

static const char *root, *only, *action;
static size_t root_length;
static long at;
static int log_fd = -1;
static long count;

__attribute__((constructor)) static void begin(void) {
  root = getenv("FAULT_ROOT");
  root_length = root ? strlen(root) : 0;
  only = getenv("FAULT_ONLY");
  action = getenv("FAULT_DO");
  at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
  const char *log = getenv("FAULT_LOG");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(const char *line, int length) {
  if (log_fd >= 0) syscall(SYS_write, log_fd, line, length);
}

/* Tells of a write at `path`; 0: do it, otherwise the errno to fail with. `torn` gets half a length. */
static int fate(const char *call, const char *path, size_t *torn) {
  if (!root || strncmp(path, root, root_length) || (path[root_length] != '/' && path[root_length])) return 0;
  if (only && !strstr(path, only)) return 0;
  long n = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%ld %s %s\n", n, call, path[root_length] ? path + root_length + 1 : ".");
  if (at == 0 || n < at) {
    note(line, length);
    return 0;
  }
  int error = atoi(action ? action : "kill");
  if (error) {
    note(line, length);
    int frees = !strcmp(call, "unlink");
    return frees && (error == ENOSPC || error == EDQUOT) ? 0 : error;
  }
  if (n > at) {
    if (!strcmp(action, "stop")) return note(line, length), 0;
    for (;;) pause();  /* Another thread is just killing the process. */
  }
  note(line, length);
  /* To this very thread, or it would go on until another has taken the signal. */
  if (!strcmp(action, "stop")) return syscall(SYS_tgkill, getpid(), gettid(), SIGSTOP), 0;
  if (torn && *torn > 1 && !strcmp(action, "tear")) return *torn /= 2, -1;
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int fate_fd(const char *call, int fd, size_t *torn) {
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return fate(call, path, torn);
}

static int fate_path(const char *call, int folder, const char *path) {
  char whole[PATH_MAX * 2], base[PATH_MAX];
  if (path[0] == '/') return fate(call, path, NULL);
  if (folder == AT_FDCWD) {
    if (!getcwd(base, sizeof base)) return 0;
  } else {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length <= 0) return 0;
    base[length] = 0;
  }
  while (path[0] == '.' && path[1] == '/') path += 2;
  snprintf(whole, sizeof whole, "%s/%s", base, path);
  return fate(call, whole, NULL);
}

#define FAIL_OR(fate_of) \
  int error = fate_of; \
  if (error > 0) { errno = error; return -1; }

/* Stages that the program tells on stderr with --log json come into the log as well. */
static void heed(const void *bytes, size_t length) {
  if (log_fd < 0 || length < 8 || memcmp(bytes, "{\"at\":\"", 7)) return;
  const char *stage = memmem(bytes, length, "\"stage\":\"", 9);
  if (!stage) return;
  char line[64];
  const char *end = memchr(stage + 9, '"', (const char *)bytes + length - stage - 9);
  if (end) note(line, snprintf(line, sizeof line, "= stage %.*s\n", (int)(end - stage - 9), stage + 9));
}

ssize_t write(int fd, const void *bytes, size_t length) {
  size_t torn = length;
  heed(bytes, length);
  FAIL_OR(fate_fd("write", fd, &torn));
  ssize_t done = REAL(write)(fd, bytes, torn);
  if (error < 0) { kill(getpid(), SIGKILL); for (;;) pause(); }
  return done;
}

static ssize_t torn_pwrite(int fd, const void *bytes, size_t length, off64_t offset) {
  size_t torn = length;
  FAIL_OR(fate_fd("pwrite", fd, &torn));
  ssize_t done = syscall(SYS_pwrite64, fd, bytes, torn, offset);
  if (error < 0) { kill(getpid(), SIGKILL); for (;;) pause(); }
  return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return torn_pwrite(fd, bytes, length, offset); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return torn_pwrite(fd, bytes, length, offset); }

ssize_t writev(int fd, const struct iovec *parts, int n) {
  FAIL_OR(fate_fd("write", fd, NULL));
  return REAL(writev)(fd, parts, n);
}
int fsync(int fd) {
  FAIL_OR(fate_fd("fsync", fd, NULL));
  return REAL(fsync)(fd);
}
int fdatasync(int fd) {
  FAIL_OR(fate_fd("fsync", fd, NULL));
  return REAL(fdatasync)(fd);
}
int ftruncate(int fd, off_t length) {
  FAIL_OR(fate_fd("truncate", fd, NULL));
  return syscall(SYS_ftruncate, fd, length);
}
int ftruncate64(int fd, off64_t length) {
  FAIL_OR(fate_fd("truncate", fd, NULL));
  return syscall(SYS_ftruncate, fd, length);
}
int rename(const char *from, const char *to) {
  FAIL_OR(fate_path("rename", AT_FDCWD, to));
  return REAL(rename)(from, to);
}
int renameat(int a, const char *from, int b, const char *to) {
  FAIL_OR(fate_path("rename", b, to));
  return REAL(renameat)(a, from, b, to);
}
int unlink(const char *path) {
  FAIL_OR(fate_path("unlink", AT_FDCWD, path));
  return REAL(unlink)(path);
}
int unlinkat(int folder, const char *path, int flags) {
  FAIL_OR(fate_path("unlink", folder, path));
  return REAL(unlinkat)(folder, path, flags);
}
int mkdir(const char *path, mode_t mode) {
  FAIL_OR(fate_path("mkdir", AT_FDCWD, path));
  return REAL(mkdir)(path, mode);
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
  if (flags & (O_CREAT | O_TRUNC)) {
    FAIL_OR(fate_path("create", folder, path));
  }
  return syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(flags, last) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, last); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(folder, path, flags | O_LARGEFILE, mode);
}
