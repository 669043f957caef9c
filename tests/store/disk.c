/* Stands between a program and its disk (LD_PRELOAD): writes down what reaches files under DISK_ROOT, in order, to
   DISK_LOG; and, as the numbers in the shared file DISK_ORDERS say, kills the program or fails its calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define WRITES 1
#define SYNCS 2
#define NAMES 4
#define FDS 1024
#undef open
#undef openat

static struct { volatile int32_t kill, fail, kinds, countdown; } *orders;
static char *paths[FDS];
static const char *root;
static int log_fd = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
    const char *log = getenv("DISK_LOG"), *file = getenv("DISK_ORDERS");
    root = getenv("DISK_ROOT");
    if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int fd = file ? syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    orders = mmap(0, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
}

static int ours(const char *path) { return root && path && !strncmp(path, root, strlen(root)); }
static const char *path_of(int fd) { return fd >= 0 && fd < FDS ? paths[fd] : 0; }

/* One record: kind, lengths of path and data, offset, path, data. */
static void record(char kind, const char *path, int64_t offset, const void *data, int64_t size) {
    if (log_fd < 0) return;
    struct __attribute__((packed)) { char kind; int32_t path; int64_t size, offset; } head = {kind, strlen(path), size, offset};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, size}};
    pthread_mutex_lock(&lock);
    syscall(SYS_writev, log_fd, parts, 3);
    pthread_mutex_unlock(&lock);
}

/* Called before the real thing: 1 if it is to fail. A kill comes before the call that the countdown names. */
static int doomed(int kind) {
    if (!orders || !(orders->kinds & kind) || !(orders->kill || orders->fail)) return 0;
    if (orders->countdown-- > 0) return 0;
    if (orders->kill) kill(getpid(), SIGKILL);
    orders->countdown = 0;
    errno = orders->fail;
    return 1;
}

static int opened(int fd, const char *path, int made) {
    if (fd < 0 || fd >= FDS || !ours(path)) return fd;
    free(paths[fd]);
    paths[fd] = strdup(path);
    if (made) record('O', path, 0, 0, 0);
    return fd;
}

static int do_open(int dir, const char *path, int flags, int mode) {
    struct stat found;
    int made = ours(path) && (flags & O_CREAT) && stat(path, &found);
    if (made && doomed(NAMES)) return -1;
    return opened(syscall(SYS_openat, dir, path, flags, mode), path, made);
}

static int mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, int) : 0; }
#define BODY(dir) { va_list rest; va_start(rest, flags); int mode = mode_of(flags, rest); va_end(rest); \
    return do_open(dir, path, flags, mode); }
int open(const char *path, int flags, ...) BODY(AT_FDCWD)
int open64(const char *path, int flags, ...) BODY(AT_FDCWD)
int openat(int dir, const char *path, int flags, ...) BODY(dir)
int openat64(int dir, const char *path, int flags, ...) BODY(dir)

int close(int fd) {
    if (path_of(fd)) { free(paths[fd]); paths[fd] = 0; }
    return syscall(SYS_close, fd);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    const char *path = path_of(fd);
    if (path && doomed(WRITES)) return -1;
    ssize_t done = syscall(SYS_pwrite64, fd, data, size, offset);
    if (path && done > 0) record('W', path, offset, data, done);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

ssize_t write(int fd, const void *data, size_t size) {
    const char *path = path_of(fd);
    if (path && doomed(WRITES)) return -1;
    off_t offset = path ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : 0;
    ssize_t done = syscall(SYS_write, fd, data, size);
    if (path && done > 0) record('W', path, offset, data, done);
    return done;
}

int ftruncate64(int fd, off64_t size) {
    const char *path = path_of(fd);
    if (path && doomed(WRITES)) return -1;
    int done = syscall(SYS_ftruncate, fd, size);
    if (path && !done) record('T', path, size, 0, 0);
    return done;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int do_sync(int fd, long call) {
    const char *path = path_of(fd);
    if (path && doomed(SYNCS)) return -1;
    int done = syscall(call, fd);
    if (path && !done) record('S', path, 0, 0, 0);
    return done;
}
int fsync(int fd) { return do_sync(fd, SYS_fsync); }
int fdatasync(int fd) { return do_sync(fd, SYS_fdatasync); }

int unlink(const char *path) {
    if (ours(path) && doomed(NAMES)) return -1;
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (ours(path) && !done) record('U', path, 0, 0, 0);
    return done;
}

int rename(const char *from, const char *to) {
    if (ours(from) && doomed(NAMES)) return -1;
    int done = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
    if (ours(from) && !done) record('R', from, 0, to, strlen(to));
    return done;
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags) {
    if (ours(from) && doomed(NAMES)) return -1;
    int done = syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
    if (ours(from) && !done) record('L', from, 0, to, strlen(to));
    return done;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
