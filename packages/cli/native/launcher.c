/*
 * The program that agents call for each event. It asks the daemon of this user, and is the daemon's front door.
 *
 *   agent ──▶ launcher ──▶ front ──▶ daemon (Node)
 *                │  ▲        │ hands the launcher one of the daemon's connections (a "slot"), if both are equally confined
 *                ▼  └────────┘
 *             hooks: the launcher starts them, so they have the caller's confinement, limits, directory and environment
 *
 * Whenever something is not as it must be, the launcher becomes `node hookline.cjs run`, which answers by itself. After it has
 * let the daemon begin, it becomes `run --lost` instead: then no hook runs again, gates refuse, and the event is recorded.
 *
 *   hookline run …            one event
 *   hookline <other>          becomes `node hookline.cjs <other>`
 *   hookline --front <node>   the front; the launcher starts it
 *   hookline --daemons        prints the socket of a caller like this one, and a line for each daemon of this user
 *   hookline --stop           ends them
 *
 * HOOKLINE_NODE is the path of Node. Without it, Node is found on the PATH. HOOKLINE_DAEMON=off: no daemon is asked or started.
 */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

/* Missing in headers that are older than the system may be. */
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

enum {
  /* How long the launcher waits for the front, and for the daemon to be ready for the first hook. */
  FRONT_MS = 300,
  READY_MS = 1000,
  /* The daemon begins nothing in the last part of that time: what it says before then has arrived when the time is over. */
  LEASE_MARGIN_MS = 200,
  /* The front ends after so long without a caller. */
  IDLE_MS = 15 * 60 * 1000,
  /* A daemon that could not start is not started again for so long: until then every event would start Node twice. */
  RETRY_MS = 60 * 1000,
  /* The front kills a daemon that opens no slot for so long while a caller waits. */
  STUCK_MS = 10 * 1000,
  ENOUGH_DESCRIPTORS = 1024,
  MAX_SLOTS = 64,
  MAX_CALLERS = 256,
  MAX_HOOKS = 256,
  CHUNK = 64 * 1024,
  /* As many reads as `run` makes after a hook has ended: a grandchild may write for ever. */
  DRAIN_READS = 32,
  NONCE = 32,
  /* As in `daemon/frames.ts`. */
  LARGEST_FRAME = 96 * 1024 * 1024,
};

/* ---- small helpers ---- */

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* `is_static`: the data is not from the allocator. What almost always fits begins so: the first allocation costs five system calls. */
struct bytes {
  char *data;
  size_t length, size;
  int is_static;
};

static void *allocate(void *old, size_t size) {
  void *data = realloc(old, size);
  if (data == NULL) _exit(2); /* A refusal to every agent. */
  return data;
}

static void append(struct bytes *to, const void *data, size_t length) {
  if (to->length + length > to->size) {
    char *old = to->data;
    to->size = (to->length + length) * 2 + 4096;
    to->data = allocate(to->is_static ? NULL : old, to->size);
    if (to->is_static && to->length > 0) memcpy(to->data, old, to->length);
    to->is_static = 0;
  }
  if (length > 0) memcpy(to->data + to->length, data, length);
  to->length += length;
}

static void release(struct bytes *one) {
  if (!one->is_static) free(one->data);
}

static void append_number(struct bytes *to, uint32_t value) {
  unsigned char raw[4] = {value, value >> 8, value >> 16, value >> 24};
  append(to, raw, 4);
}

static void append_time(struct bytes *to, uint64_t value) {
  append_number(to, (uint32_t)value);
  append_number(to, (uint32_t)(value >> 32));
}

static void append_text(struct bytes *to, const char *text) { append(to, text, strlen(text) + 1); }

static void append_list(struct bytes *to, char **list) {
  uint32_t count = 0;
  while (list[count] != NULL) count++;
  append_number(to, count);
  for (uint32_t at = 0; at < count; at++) append_text(to, list[at]);
}

static uint32_t read_number(const char *at) {
  const unsigned char *raw = (const unsigned char *)at;
  return raw[0] | raw[1] << 8 | raw[2] << 16 | (uint32_t)raw[3] << 24;
}

static int set_cloexec(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  return fd;
}

/* No program that this process becomes gets what it inherited beside the three streams: it is the agent's. */
static void keep_only_streams(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  for (int fd = 3; fd < 1024; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static int set_nonblocking(int fd) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

/* Neither of them waits, and no program that this one starts gets it. In one call where the system has it: each costs time. */
static int new_socket(void) {
#ifdef __linux__
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
#else
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return fd < 0 ? fd : set_nonblocking(set_cloexec(fd));
#endif
}

static int new_pipe(int *ends) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) set_nonblocking(set_cloexec(ends[end]));
  return 0;
#endif
}

static int accept_next(int listener) {
#ifdef __linux__
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
#else
  int fd = accept(listener, NULL, NULL);
  return fd < 0 ? fd : set_nonblocking(set_cloexec(fd));
#endif
}

/* Writes everything, or fails. The socket may be non-blocking. */
static int send_all(int fd, const char *data, size_t length, long until) {
  while (length > 0) {
    ssize_t sent = write(fd, data, length);
    if (sent > 0) {
      data += sent;
      length -= (size_t)sent;
    } else if (sent < 0 && errno == EAGAIN) {
      struct pollfd wait = {fd, POLLOUT, 0};
      long left = until - now_ms();
      int ready = left <= 0 ? 0 : poll(&wait, 1, (int)left);
      /* The end of a hook is a signal, and interrupts this. */
      if (ready == 0 || (ready < 0 && errno != EINTR)) return -1;
    } else if (sent == 0 || errno != EINTR)
      return -1;
  }
  return 0;
}

static int print_all(int fd, const char *data, size_t length) {
  while (length > 0) {
    ssize_t sent = write(fd, data, length);
    if (sent < 0 && errno == EAGAIN) {
      struct pollfd wait = {fd, POLLOUT, 0};
      poll(&wait, 1, 100);
    } else if (sent < 0 && errno != EINTR)
      return -1;
    else if (sent > 0) {
      data += sent;
      length -= (size_t)sent;
    }
  }
  return 0;
}

/* ---- where things are ---- */

static char self[PATH_MAX], script[PATH_MAX], bundle[PATH_MAX], node[PATH_MAX], directory[PATH_MAX];
static char name[64], prefix[24];

static int find_self(void) {
#ifdef __APPLE__
  char raw[PATH_MAX];
  uint32_t size = sizeof raw;
  if (_NSGetExecutablePath(raw, &size) != 0 || realpath(raw, self) == NULL) return -1;
#else
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return -1;
  self[length] = 0;
#endif
  /* …/native/<system>/hookline beside …/bin/hookline.cjs and …/dist/bundle/hookline.cjs */
  char root[PATH_MAX];
  snprintf(root, sizeof root, "%s", self);
  for (int up = 0; up < 3; up++) {
    char *slash = strrchr(root, '/');
    if (slash == NULL) return -1;
    *slash = 0;
  }
  if (snprintf(script, sizeof script, "%s/bin/hookline.cjs", root) >= (int)sizeof script) return -1;
  if (snprintf(bundle, sizeof bundle, "%s/dist/bundle/hookline.cjs", root) >= (int)sizeof bundle) return -1;
  return 0;
}

/* By the variable, or as `#!/usr/bin/env node` would find it. */
static int find_node(void) {
  const char *given = getenv("HOOKLINE_NODE");
  if (node[0] == 0 && given != NULL && given[0] == '/') snprintf(node, sizeof node, "%s", given);
  if (node[0] != 0 && access(node, X_OK) == 0) return 0;
  const char *path = getenv("PATH");
  for (const char *at = path == NULL ? "/usr/local/bin:/usr/bin:/bin" : path; *at != 0;) {
    size_t length = strcspn(at, ":");
    if (length > 0 && at[0] == '/' && length < sizeof node - 8) {
      struct stat found;
      memcpy(node, at, length);
      memcpy(node + length, "/node", 6);
      if (stat(node, &found) == 0 && S_ISREG(found.st_mode) && access(node, X_OK) == 0) return 0;
    }
    at += length + (at[length] == ':');
  }
  return -1;
}

/*
 * Variables that change what the daemon itself reads. The name of the socket depends on them, so a caller with another home
 * directory has another daemon. The daemon compares them once more. They are in `daemon/identity.ts` too.
 */
static int is_identity(const char *entry) {
  static const char *const exact[] = {"HOME=", "TMPDIR=", "TMP=", "TEMP=", "TZ=", "LANG=", "XDG_RUNTIME_DIR=", NULL};
  for (int at = 0; exact[at] != NULL; at++)
    if (strncmp(entry, exact[at], strlen(exact[at])) == 0) return 1;
  if (strncmp(entry, "LC_", 3) == 0) return 1;
  if (strncmp(entry, "HOOKLINE_", 9) == 0)
    return strncmp(entry, "HOOKLINE_DEPTH=", 15) != 0 && strncmp(entry, "HOOKLINE_RUN=", 13) != 0 &&
           strncmp(entry, "HOOKLINE_STATE_SCOPE=", 21) != 0;
  const char *equals = strchr(entry, '=');
  return strncmp(entry, "XDG_", 4) == 0 && equals != NULL && equals - entry > 9 && strncmp(equals - 5, "_HOME", 5) == 0;
}

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t length) {
  for (size_t at = 0; at < length; at++) hash = (hash ^ ((const unsigned char *)data)[at]) * 1099511628211ull;
  return hash;
}

static uint64_t hash_text(uint64_t hash, const char *text) { return hash_bytes(hash, text, strlen(text) + 1); }

static uint64_t hash_file(uint64_t hash, const char *path) {
  struct stat found;
  if (stat(path, &found) != 0) return hash_text(hash, "none");
#ifdef __APPLE__
  struct timespec changed = found.st_mtimespec;
#else
  struct timespec changed = found.st_mtim;
#endif
  int64_t parts[] = {(int64_t)found.st_dev, (int64_t)found.st_ino, (int64_t)found.st_size, changed.tv_sec, changed.tv_nsec};
  return hash_bytes(hash, parts, sizeof parts);
}

static const struct bytes *own_confinement(void);
static uint64_t limits_hash(void);

static int compare_entries(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Everything of which another value needs another daemon. The first half stays when this copy of Hookline is replaced. */
static void name_daemon(void) {
  uint64_t place = hash_text(hash_text(14695981039346656037ull, self), node);
  char *found[512];
  size_t count = 0;
  for (char **entry = environ; *entry != NULL && count < 512; entry++)
    if (is_identity(*entry)) found[count++] = *entry;
  qsort(found, count, sizeof *found, compare_entries);
  for (size_t at = 0; at < count; at++) place = hash_text(place, found[at]);
  /* A daemon that was started inside a sandbox must not stand in the way of callers outside it. */
  const struct bytes *confined = own_confinement();
  if (confined != NULL) place = hash_bytes(place, confined->data, confined->length);
  uint64_t limits = limits_hash();
  place = hash_bytes(place, &limits, sizeof limits);
  uint64_t build = hash_file(hash_file(hash_file(place, self), bundle), node);
  snprintf(prefix, sizeof prefix, "%016llx-", (unsigned long long)place);
  snprintf(name, sizeof name, "%s%016llx", prefix, (unsigned long long)build);
}

/* A directory that only this user can enter; a link or a directory of somebody else is not used. */
static int is_private(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() && (found.st_mode & 077) == 0;
}

static int find_directory(int create) {
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  if (runtime != NULL && runtime[0] == '/' && strlen(runtime) < 40 && is_private(runtime))
    snprintf(directory, sizeof directory, "%s/hookline-d", runtime);
  else
    snprintf(directory, sizeof directory, "/tmp/hookline-%u", (unsigned)geteuid());
  if (create) mkdir(directory, 0700);
  return is_private(directory) ? 0 : -1;
}

static int socket_path(const char *ending, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  int length = snprintf(address->sun_path, sizeof address->sun_path, "%s/%s%s", directory, name, ending);
  return length < (int)sizeof address->sun_path ? 0 : -1;
}

/* ---- who is at the other end ---- */

static int peer_of(int fd, pid_t *pid) {
#ifdef __linux__
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *pid = peer.pid;
  return peer.uid == geteuid() && peer.pid > 0 ? 0 : -1;
#else
  /* Without /proc nothing tells how the peer is confined, so the daemon serves no caller. */
  (void)fd;
  (void)pid;
  return -1;
#endif
}

#ifdef __linux__
static int read_file_at(int directory, const char *path, struct bytes *to) {
  int fd = openat(directory, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char chunk[4096];
  ssize_t length;
  while ((length = read(fd, chunk, sizeof chunk)) > 0) append(to, chunk, (size_t)length);
  close(fd);
  return length < 0 ? -1 : 0;
}

static int read_file(const char *path, struct bytes *to) { return read_file_at(AT_FDCWD, path, to); }

/* The lines of /proc/…/status that say how a process is confined. */
static int is_about_confinement(const char *line) {
  static const char *const names[] = {"Uid:", "Gid:", "Groups:", "NoNewPrivs:", "Seccomp:", "Seccomp_filters:",
                                      "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", NULL};
  for (int at = 0; names[at] != NULL; at++)
    if (names[at][0] == line[0] && strncmp(line, names[at], strlen(names[at])) == 0) return 1;
  return 0;
}

/* Whether this process has no seccomp filter. Known once its confinement was read. */
static int has_no_filter;

/*
 * How a process is confined, as text. NoNewPrivs stands for Landlock, which an unprivileged process cannot have without it and
 * which no file shows; the nonce below finds the rest.
 */
static int confinement(pid_t pid, struct bytes *to) {
  static const char *const namespaces[] = {"ns/mnt", "ns/user", "ns/pid", "ns/net", "ns/ipc", "ns/uts", "ns/cgroup", "ns/time", NULL};
  char path[64], link[256];
  struct stat root;
  static char space[4096];
  static struct bytes status = {space, 0, sizeof space, 1};
  status.length = 0;
  snprintf(path, sizeof path, "/proc/%d", (int)pid);
  int process = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (process < 0) return -1;
  int known = 1;
  for (int at = 0; namespaces[at] != NULL; at++) {
    ssize_t length = readlinkat(process, namespaces[at], link, sizeof link);
    known &= length >= 0 || (errno == ENOENT && at >= 6);
    append(to, link, length < 0 ? 0 : (size_t)length);
  }
  known &= fstatat(process, "root", &root, 0) == 0 && read_file_at(process, "status", &status) == 0;
  if (known) {
    uint64_t parts[] = {root.st_dev, root.st_ino};
    append(to, parts, sizeof parts);
    append(&status, "", 1);
    int is_unfiltered = 0;
    for (const char *line = status.data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
      if (!is_about_confinement(line)) continue;
      append(to, line, (size_t)(end + 1 - line));
      is_unfiltered |= strncmp(line, "Seccomp:\t0\n", 11) == 0;
    }
    if (pid == getpid()) has_no_filter = is_unfiltered;
    /* The label of SELinux or AppArmor; many systems have none. */
    read_file_at(process, "attr/current", to);
  }
  close(process);
  return known ? 0 : -1;
}
#endif

/* NULL if it cannot be known. Read once. */
static const struct bytes *own_confinement(void) {
#ifdef __linux__
  static char space[2048];
  static struct bytes own = {space, 0, sizeof space, 1};
  static int is_known;
  if (!is_known) is_known = confinement(getpid(), &own) == 0 ? 1 : -1;
  return is_known > 0 ? &own : NULL;
#else
  return NULL;
#endif
}

static int is_equally_confined(pid_t pid) {
#ifdef __linux__
  const struct bytes *own = own_confinement();
  static char space[2048];
  static struct bytes theirs = {space, 0, sizeof space, 1};
  theirs.length = 0;
  return own != NULL && confinement(pid, &theirs) == 0 && theirs.length == own->length &&
         memcmp(theirs.data, own->data, own->length) == 0;
#else
  (void)pid;
  return 0;
#endif
}

/* Whether the process runs this very program: anything else at the socket is not our front. */
static int runs_this_program(pid_t pid) {
  char path[64];
  struct stat theirs, own;
  snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
  return stat(path, &theirs) == 0 && stat("/proc/self/exe", &own) == 0 && theirs.st_dev == own.st_dev &&
         theirs.st_ino == own.st_ino;
}

static const char nonce_variable[] = "HOOKLINE_FRONT_NONCE=";

/* The kernel shows a process's environment only to those who may inspect it: a process in a Landlock domain may not. */
static int read_nonce(pid_t pid, char *nonce) {
#ifdef __linux__
  char path[64];
  char space[2048];
  struct bytes text = {space, 0, sizeof space, 1};
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  if (read_file(path, &text) != 0 || text.length < sizeof nonce_variable - 1 + NONCE) return -1;
  int found = memcmp(text.data, nonce_variable, sizeof nonce_variable - 1) == 0;
  if (found) memcpy(nonce, text.data + sizeof nonce_variable - 1, NONCE);
  release(&text);
  return found ? 0 : -1;
#else
  (void)pid;
  (void)nonce;
  return -1;
#endif
}

/* A daemon would have them for many events at once, and fail where `run` does not. Node raises its limit of descriptors as far as it may. */
static int has_tight_limits;

/* The limits, the umask and the priority. A daemon with other limits than the caller's could fail where the caller would not. */
static uint64_t limits_hash(void) {
  static uint64_t known;
  if (known != 0) return known;
  uint64_t hash = 14695981039346656037ull;
  mode_t mask = umask(0);
  umask(mask);
  hash = hash_bytes(hash, &mask, sizeof mask);
  int priority = getpriority(PRIO_PROCESS, 0);
  hash = hash_bytes(hash, &priority, sizeof priority);
  for (int which = 0; which < RLIM_NLIMITS; which++) {
    struct rlimit limit;
    if (getrlimit(which, &limit) != 0) continue;
    has_tight_limits |= which == RLIMIT_NOFILE && limit.rlim_max < ENOUGH_DESCRIPTORS;
    has_tight_limits |= which == RLIMIT_FSIZE && limit.rlim_cur != RLIM_INFINITY;
    rlim_t parts[] = {limit.rlim_cur, limit.rlim_max};
    hash = hash_bytes(hash, parts, sizeof parts);
  }
  return known = hash;
}

/*
 * The limits and the control group. The daemon starts a hook ahead of time only for callers that have the same. 0 for a process
 * with a seccomp filter: filters cannot be compared.
 */
static uint64_t context_hash(void) {
  uint64_t hash = limits_hash();
#ifdef __linux__
  char space[2048];
  struct bytes group = {space, 0, sizeof space, 1};
  int known = own_confinement() != NULL && has_no_filter && read_file("/proc/self/cgroup", &group) == 0;
  hash = known ? hash_bytes(hash, group.data, group.length) : 0;
  release(&group);
#endif
  return hash;
}

/*
 * A number that only those can know who may inspect the process: its random addresses. A front in a Landlock domain or in a user
 * namespace may not inspect a caller outside it. With it the front shows that it sees what the caller sees.
 */
static uint64_t proof_about(pid_t pid) {
  uint64_t hash = 0;
#ifdef __linux__
  char path[64];
  char space[2048];
  struct bytes addresses = {space, 0, sizeof space, 1};
  snprintf(path, sizeof path, "/proc/%d/auxv", (int)pid);
  if (read_file(path, &addresses) == 0 && addresses.length > 0)
    hash = hash_bytes(14695981039346656037ull, addresses.data, addresses.length);
  release(&addresses);
#else
  (void)pid;
#endif
  return hash;
}

/* ---- the front ---- */

static volatile sig_atomic_t wants_end;
static int wake_pipe[2] = {-1, -1};

static void on_front_signal(int number) {
  int saved = errno;
  if (number != SIGCHLD) wants_end = 1;
  if (write(wake_pipe[1], "x", 1) < 0) errno = 0;
  errno = saved;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static int lock_file(const char *path, int create, pid_t *holder) {
  int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0600);
  if (fd < 0) return -1;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (holder == NULL) {
    if (fcntl(fd, F_SETLK, &lock) == 0) return fd;
  } else if (fcntl(fd, F_GETLK, &lock) == 0)
    *holder = lock.l_type == F_UNLCK ? 0 : lock.l_pid;
  close(fd);
  return -1;
}

static pid_t front_pid(const char *daemon) {
  char path[PATH_MAX];
  pid_t holder = 0;
  if (snprintf(path, sizeof path, "%s/%s.lock", directory, daemon) < (int)sizeof path) lock_file(path, 0, &holder);
  return holder;
}

/* The lock that this process holds. */
static char held_name[64];

/* The fronts that run for this user. `visit` gets the name and the process. */
static void each_front(void (*visit)(const char *, pid_t)) {
  DIR *list = opendir(directory);
  if (list == NULL) return;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    char daemon[64];
    size_t length = strlen(entry->d_name);
    if (length < 6 || length > 60 || strcmp(entry->d_name + length - 5, ".lock") != 0) continue;
    snprintf(daemon, sizeof daemon, "%.*s", (int)(length - 5), entry->d_name);
    /* Asking about the own lock would release it. */
    pid_t holder = strcmp(daemon, held_name) == 0 ? 0 : front_pid(daemon);
    if (holder > 0) visit(daemon, holder);
  }
  closedir(list);
}

/* A front of an earlier build at this place serves what it began, and takes nothing new. */
static void end_earlier(const char *daemon, pid_t pid) {
  if (strncmp(daemon, prefix, strlen(prefix)) == 0) kill(pid, SIGTERM);
}

static void end_front(const char *daemon, pid_t pid) {
  (void)daemon;
  kill(pid, SIGTERM);
}

static void print_front(const char *daemon, pid_t pid) { printf("%d %s\n", (int)pid, daemon); }

static int listen_at(const char *ending) {
  struct sockaddr_un address;
  if (socket_path(ending, &address) != 0) return -1;
  unlink(address.sun_path);
  int fd = new_socket();
  return fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 1024) != 0 ? -1 : fd;
}

static void unlink_at(const char *ending) {
  struct sockaddr_un address;
  if (socket_path(ending, &address) == 0) unlink(address.sun_path);
}

/* The daemon gets only the variables that its name depends on: nothing of a caller that makes a program load other code. */
static pid_t start_daemon(void) {
  struct sockaddr_un slots;
  socket_path(".slots", &slots);
  pid_t pid = fork();
  if (pid != 0) return pid;
  char *kept[520];
  size_t count = 0;
  for (char **entry = environ; *entry != NULL && count < 512; entry++)
    if (is_identity(*entry) && strncmp(*entry, nonce_variable, sizeof nonce_variable - 1) != 0) kept[count++] = *entry;
  kept[count++] = "PATH=/usr/local/bin:/usr/bin:/bin";
  kept[count] = NULL;
  char log[PATH_MAX];
  snprintf(log, sizeof log, "%s/%s.log", directory, name);
  int errors = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (errors >= 0) dup2(errors, 2);
  /*
   * A small young generation, because the daemon holds little. Code that is seldom used is kept, and compiled at its first use:
   * events are seconds apart, so V8 would interpret most of it for hours. One thread collects garbage: there is little of it, and
   * on a busy machine an event would wait until the other threads have run.
   */
  char context[24];
  snprintf(context, sizeof context, "%016llx", (unsigned long long)context_hash());
  char *arguments[] = {node, "--max-semi-space-size=2", "--no-flush-bytecode", "--always-sparkplug", "--single-threaded-gc",
                       script, "daemon", "--serve", slots.sun_path, "--context", context, NULL};
  execve(node, arguments, kept);
  _exit(127);
}

struct caller {
  int fd;
  long since;
  /* What the front knows of it, if it is confined as the front is. */
  uint64_t proof;
  int is_admitted;
};

/* `is_rung`: the daemon was told that an event may come through it. */
struct slot {
  int fd, is_rung;
};
static struct slot slots[MAX_SLOTS];
static int slot_count;
static struct caller callers[MAX_CALLERS];
static int caller_count;

static int pass_slot(int to, int slot, uint64_t proof) {
  struct iovec part = {&proof, sizeof proof};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &slot, sizeof slot);
  return sendmsg(to, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)sizeof proof ? 0 : -1;
}

static void drop_caller(int at) {
  close(callers[at].fd);
  callers[at] = callers[--caller_count];
}


/* Looks at a caller while the caller looks at the front. */
static struct caller inspect(int fd) {
  pid_t pid;
  uint64_t proof = peer_of(fd, &pid) == 0 && is_equally_confined(pid) ? proof_about(pid) : 0;
  return (struct caller){fd, now_ms(), proof, 0};
}

/* A caller shows the nonce of this process and names the daemon that it wants. It is admitted if it is confined as the front is. */
static void admit(int at, const char *nonce) {
  char shown[NONCE + sizeof name], wanted[NONCE + sizeof name] = {0};
  memcpy(wanted, nonce, NONCE);
  memcpy(wanted + NONCE, name, sizeof name);
  ssize_t length = recv(callers[at].fd, shown, sizeof shown, MSG_DONTWAIT);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  callers[at].is_admitted = callers[at].proof != 0 && length == (ssize_t)sizeof shown && memcmp(shown, wanted, sizeof shown) == 0;
  if (!callers[at].is_admitted) drop_caller(at);
}

static int is_over(int fd) {
  struct pollfd asked = {fd, POLLIN, 0};
  return poll(&asked, 1, 0) != 0;
}

static void serve_admitted(void) {
  for (int at = 0; at < caller_count && slot_count > 0;) {
    if (!callers[at].is_admitted) {
      at++;
      continue;
    }
    struct slot slot = slots[--slot_count];
    if (is_over(slot.fd)) {
      close(slot.fd);
      continue;
    }
    /* A caller that has gone leaves its slot unused. */
    if (pass_slot(callers[at].fd, slot.fd, callers[at].proof) == 0)
      close(slot.fd);
    else
      slots[slot_count++] = slot;
    drop_caller(at);
  }
}

/* Wakes the daemon while the caller is looked at: to wake it only for the event takes longer. */
static void ring(void) {
  static const char bell[] = {'B', 0, 0, 0, 0};
  if (slot_count == 0 || slots[slot_count - 1].is_rung) return;
  struct slot *next = &slots[slot_count - 1];
  next->is_rung = send(next->fd, bell, sizeof bell, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof bell;
}

static void accept_callers(int listener, int has_daemon) {
  for (;;) {
    int fd = accept_next(listener);
    if (fd < 0) return;
    /* While the daemon starts, a caller answers by itself, which is no slower. */
    if (!has_daemon || caller_count == MAX_CALLERS) {
      close(fd);
      continue;
    }
    ring();
    callers[caller_count++] = inspect(fd);
  }
}

static void accept_slots(int listener, pid_t daemon) {
  for (;;) {
    pid_t pid;
    int fd = accept_next(listener);
    if (fd < 0) return;
    if (slot_count == MAX_SLOTS || peer_of(fd, &pid) != 0 || pid != daemon)
      close(fd);
    else
      slots[slot_count++] = (struct slot){fd, 0};
  }
}

static int run_front(const char *nonce) {
  char path[PATH_MAX];
  pid_t daemon;
  if (new_pipe(wake_pipe) != 0) return 1;
  /* What the first caller ignored must not bind the daemon. */
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  handle(SIGTERM, on_front_signal);
  handle(SIGINT, on_front_signal);
  handle(SIGHUP, SIG_IGN);
  handle(SIGPIPE, SIG_IGN);
  handle(SIGCHLD, on_front_signal);
  mode_t mask = umask(077);
  if (chdir("/") != 0 || find_directory(1) != 0) return 1;
  snprintf(path, sizeof path, "%s/%s.lock", directory, name);
  if (lock_file(path, 1, NULL) < 0) return 0;
  snprintf(held_name, sizeof held_name, "%s", name);
  int slot_listener = listen_at(".slots");
  int listener = listen_at(".sock");
  umask(mask);
  if (listener < 0 || slot_listener < 0 || (daemon = start_daemon()) < 0) return 1;
  each_front(end_earlier);
  long last_caller = now_ms(), stuck_since = 0;
  int has_daemon = 0;
  while (!wants_end) {
    static struct pollfd watched[3 + MAX_CALLERS + MAX_SLOTS];
    int at_start = caller_count, slots_at_start = slot_count;
    struct pollfd *watched_slots = watched + 3 + at_start;
    watched[0] = (struct pollfd){listener, POLLIN, 0};
    watched[1] = (struct pollfd){slot_listener, POLLIN, 0};
    watched[2] = (struct pollfd){wake_pipe[0], POLLIN, 0};
    for (int at = 0; at < at_start; at++) watched[3 + at] = (struct pollfd){callers[at].fd, callers[at].is_admitted ? 0 : POLLIN, 0};
    for (int at = 0; at < slots_at_start; at++) watched_slots[at] = (struct pollfd){slots[at].fd, POLLIN, 0};
    poll(watched, (nfds_t)(3 + at_start + slots_at_start), at_start > 0 ? FRONT_MS : 10 * 1000);
    char drained[64];
    while (watched[2].revents != 0 && read(wake_pipe[0], drained, sizeof drained) > 0) continue;
    /* A free slot is silent until the daemon closes it. */
    for (int at = slots_at_start - 1; at >= 0; at--)
      if (watched_slots[at].revents != 0) {
        close(slots[at].fd);
        slots[at] = slots[--slot_count];
      }
    if (waitpid(daemon, NULL, WNOHANG) != 0) {
      daemon = -1;
      break;
    }
    if (watched[1].revents != 0) accept_slots(slot_listener, daemon);
    has_daemon |= slot_count > 0;
    /* From the end: dropping one moves the last one into its place. */
    for (int at = at_start - 1; at >= 0; at--) {
      if (watched[3 + at].revents & (POLLIN | POLLHUP | POLLERR)) {
        if (callers[at].is_admitted)
          drop_caller(at);
        else
          admit(at, nonce);
      } else if (now_ms() - callers[at].since > 2 * FRONT_MS)
        drop_caller(at);
    }
    if (watched[0].revents != 0) {
      accept_callers(listener, has_daemon);
      last_caller = now_ms();
      for (int at = caller_count - 1; at >= 0; at--)
        if (!callers[at].is_admitted) admit(at, nonce);
    }
    serve_admitted();
    stuck_since = caller_count > 0 && slot_count == 0 ? (stuck_since == 0 ? now_ms() : stuck_since) : 0;
    if (stuck_since != 0 && now_ms() - stuck_since > STUCK_MS) {
      kill(daemon, SIGKILL);
      break;
    }
    if (now_ms() - last_caller > IDLE_MS) break;
  }
  unlink_at(".sock");
  unlink_at(".slots");
  /* The daemon sees its free slots close, ends what it began, and exits. */
  for (int at = 0; at < slot_count; at++) close(slots[at].fd);
  if (daemon > 0) waitpid(daemon, NULL, 0);
  snprintf(path, sizeof path, "%s/%s.failed", directory, name);
  if (has_daemon)
    unlink(path);
  else
    close(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  snprintf(path, sizeof path, "%s/%s.log", directory, name);
  struct stat log;
  if (stat(path, &log) == 0 && log.st_size == 0) unlink(path);
  snprintf(path, sizeof path, "%s/%s.lock", directory, name);
  unlink(path);
  return 0;
}

/* Gets a nonce into its own environment by starting itself once more. */
static int become_front(void) {
  char entry[sizeof nonce_variable + NONCE];
  unsigned char random[NONCE / 2];
#ifdef __linux__
  if (getrandom(random, sizeof random, 0) != sizeof random) return 1;
#else
  arc4random_buf(random, sizeof random);
#endif
  memcpy(entry, nonce_variable, sizeof nonce_variable);
  for (int at = 0; at < NONCE / 2; at++) snprintf(entry + sizeof nonce_variable - 1 + 2 * at, 3, "%02x", random[at]);
  char *kept[520];
  size_t count = 0;
  kept[count++] = entry;
  for (char **from = environ; *from != NULL && count < 512; from++)
    if (is_identity(*from) && strncmp(*from, nonce_variable, sizeof nonce_variable - 1) != 0) kept[count++] = *from;
  kept[count] = NULL;
  char *arguments[] = {self, "--front", node, NULL};
  execve(self, arguments, kept);
  return 1;
}

/* ---- the launcher ---- */

static char **arguments;
static int has_ignored_limit;
static struct bytes input;
static char event_id[33];
static long began;

/* As `cannotRunCode` of bin/hookline.cjs: an entry with `--from` says itself what happens without Hookline. */
static int cannot_run_code(void) {
  if (arguments[0] == NULL || strcmp(arguments[0], "run") != 0) return 64;
  for (int at = 1; arguments[at] != NULL; at++)
    if (strcmp(arguments[at], "--from") == 0) return 3;
  return 2;
}

/* Becomes `node hookline.cjs …` with the event that was read as its stdin. */
static void become_node(const char *lost) {
  int given = 0, count = 0;
  while (arguments[given] != NULL) given++;
  char **list = allocate(NULL, (size_t)(given + 5) * sizeof *list);
  list[count++] = node;
  list[count++] = script;
  for (int at = 0; at < given; at++) list[count++] = arguments[at];
  if (lost != NULL) {
    list[count++] = "--lost";
    list[count++] = (char *)lost;
  }
  list[count] = NULL;
  signal(SIGPIPE, SIG_DFL);
  if (!has_ignored_limit) signal(SIGXFSZ, SIG_DFL);
  if (find_node() == 0) execv(node, list);
  static const char message[] = "hookline: node was not found, so no hook can run\n";
  print_all(2, message, sizeof message - 1);
  _exit(cannot_run_code());
}

/* For a text that no file takes, as under a limit on the size of files: a process of its own writes it to a pipe. */
static int text_pipe(const char *data, size_t length) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    _exit(print_all(ends[1], data, length) == 0 ? 0 : 1);
  }
  close(ends[1]);
  if (pid > 0) return set_cloexec(ends[0]);
  close(ends[0]);
  return -1;
}

/* What gives the text to its reader: a file without a name, at its start. */
static int text_file(const char *data, size_t length) {
  int fd = -1;
#ifdef __linux__
  fd = memfd_create("hookline", MFD_CLOEXEC);
#endif
  if (fd < 0) {
    char path[] = "/tmp/hookline-XXXXXX";
    if ((fd = mkstemp(path)) < 0) return text_pipe(data, length);
    unlink(path);
    set_cloexec(fd);
  }
  size_t at = 0;
  while (at < length) {
    ssize_t written = pwrite(fd, data + at, length - at, (off_t)at);
    if (written <= 0) {
      close(fd);
      return text_pipe(data, length);
    }
    at += (size_t)written;
  }
  return fd;
}

static void give_input_back(void) {
  int fd = text_file(input.data, input.length);
  if (fd < 0) _exit(2); /* No memory for the event: a refusal to every agent. */
  dup2(fd, 0);
}

static void run_alone(void) {
  give_input_back();
  become_node(NULL);
}

static void read_input(void) {
  /* Most events fit. Pages that are not written to cost nothing. */
  static char first[CHUNK];
  input.data = first;
  input.size = sizeof first;
  for (;;) {
    if (input.length == input.size) {
      char *moved = allocate(input.data == first ? NULL : input.data, input.size * 2);
      if (input.data == first) memcpy(moved, first, input.length);
      input.data = moved;
      input.size *= 2;
    }
    ssize_t length = read(0, input.data + input.length, input.size - input.length);
    if (length > 0)
      input.length += (size_t)length;
    else if (length < 0 && errno == EAGAIN) {
      struct pollfd wait = {0, POLLIN, 0};
      poll(&wait, 1, -1);
    } else if (length == 0)
      return;
    else if (errno != EINTR)
      become_node(NULL); /* A directory, or a terminal that is gone: it says so. */
  }
}

/* Whether the last try failed, a short time ago. */
static int has_just_failed(void) {
  char path[PATH_MAX];
  struct stat found;
  snprintf(path, sizeof path, "%s/%s.failed", directory, name);
  return stat(path, &found) == 0 && labs(time(NULL) - found.st_mtime) < RETRY_MS / 1000;
}

/* Starts the front in a process of its own that outlives this one. */
static void start_front(void) {
  if (has_just_failed()) return;
  pid_t pid = fork();
  if (pid > 0) waitpid(pid, NULL, 0);
  if (pid != 0) return;
  if (setsid() < 0 || fork() != 0) _exit(0);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++) dup2(null, fd);
  keep_only_streams();
  char *list[] = {self, "--front", node, NULL};
  execv(self, list);
  _exit(0);
}

/* The connection that the front passes. The kernel names the sender: another process that holds the socket is not the front. */
static int receive_slot(int front, pid_t pid) {
#ifdef __linux__
  int slot = -1;
  uint64_t proof = 0;
  pid_t sender = 0;
  struct iovec part = {&proof, sizeof proof};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  if (recvmsg(front, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof proof) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET) continue;
    if (header->cmsg_type == SCM_RIGHTS) memcpy(&slot, CMSG_DATA(header), sizeof slot);
    if (header->cmsg_type == SCM_CREDENTIALS) {
      struct ucred from;
      memcpy(&from, CMSG_DATA(header), sizeof from);
      sender = from.pid;
    }
  }
  if (slot >= 0 && sender == pid && proof != 0 && proof == proof_about(getpid())) return slot;
  if (slot >= 0) close(slot);
#else
  (void)front;
  (void)pid;
#endif
  return -1;
}

static void prepare_event(void);

/* One of the daemon's connections, or -1. */
static int take_slot(void) {
  struct sockaddr_un address;
  pid_t pid;
  char nonce[NONCE];
  if (find_directory(1) != 0 || socket_path(".sock", &address) != 0) return -1;
  int front = new_socket();
  if (front < 0) return -1;
#ifdef __linux__
  int on = 1;
  if (setsockopt(front, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) return -1;
#endif
  if (connect(front, (struct sockaddr *)&address, sizeof address) != 0) {
    if (errno == ENOENT || errno == ECONNREFUSED) start_front();
    return -1;
  }
  if (peer_of(front, &pid) != 0 || !runs_this_program(pid) || read_nonce(pid, nonce) != 0) return -1;
  /* What it gets is its own. So it need not wait for what this process finds out about it, and looks at this process meanwhile. */
  char shown[NONCE + sizeof name];
  memcpy(shown, nonce, NONCE);
  memcpy(shown + NONCE, name, sizeof name);
  if (send_all(front, shown, sizeof shown, now_ms() + FRONT_MS) != 0 || !is_equally_confined(pid)) return -1;
  prepare_event();
  struct pollfd wait = {front, POLLIN, 0};
  if (poll(&wait, 1, FRONT_MS) <= 0) return -1;
  int slot = receive_slot(front, pid);
  if (slot < 0) return -1;
  close(front);
  /* It never waits: a daemon that is stopped must not hold up this process. */
  return slot;
}

struct hook {
  uint32_t id;
  pid_t pid;
  int out, err;
};
static struct hook hooks[MAX_HOOKS];
static int hook_count;
static volatile sig_atomic_t got_signal, signal_count;

static void on_signal(int number) {
  int saved = errno;
  if (number != SIGCHLD) {
    got_signal = number;
    signal_count++;
  }
  if (write(wake_pipe[1], "x", 1) < 0) errno = 0;
  errno = saved;
}

/* Until when the daemon has time: first to begin, then to answer. */
static long waits_until;

static int send_frame(int slot, char kind, const struct bytes *body) {
  struct bytes frame = {0};
  append(&frame, &kind, 1);
  append_number(&frame, (uint32_t)body->length);
  append(&frame, body->data, body->length);
  int sent = send_all(slot, frame.data, frame.length, waits_until);
  release(&frame);
  return sent;
}

static int send_part(int slot, char kind, uint32_t id, const void *data, size_t length) {
  struct bytes body = {0};
  append_number(&body, id);
  append(&body, data, length);
  int sent = send_frame(slot, kind, &body);
  release(&body);
  return sent;
}

static void make_event_id(void) {
  unsigned char random[16];
#ifdef __linux__
  if (getrandom(random, sizeof random, 0) != sizeof random) run_alone();
#else
  arc4random_buf(random, sizeof random);
#endif
  for (int at = 0; at < 32; at++) event_id[at] = "0123456789abcdef"[random[at / 2] >> (at % 2 == 0 ? 4 : 0) & 15];
}

/* The frame that asks, except for the times in it. */
static char event_space[CHUNK];
static struct bytes event = {event_space, 0, sizeof event_space, 1};

static void set_number(size_t at, uint32_t value) {
  size_t length = event.length;
  event.length = at;
  append_number(&event, value);
  event.length = length;
}

/* Made while the front looks at this process. */
static void prepare_event(void) {
  char directory[PATH_MAX];
  if (getcwd(directory, sizeof directory) == NULL) return; /* It was deleted: `run` knows what to do. */
  if (new_pipe(wake_pipe) != 0) return;
  make_event_id();
  append(&event, "Q\0\0\0", 5);
  append_text(&event, event_id);
  append_number(&event, 0);
  append_time(&event, 0);
  append_time(&event, context_hash());
  append_list(&event, arguments);
  append_text(&event, directory);
  size_t variables = event.length;
  append_number(&event, 0);
  append_list(&event, environ);
  set_number(variables, (uint32_t)(event.length - variables - 4));
  append(&event, input.data, input.length);
  set_number(1, (uint32_t)(event.length - 5));
}

/* With the time until which the daemon may begin, by the clock that both read. */
static int send_event(int slot) {
  if (event.length == 0 || event.length > 64 * 1024 * 1024) return -1;
  size_t times = 5 + sizeof event_id;
  uint64_t until = (uint64_t)(waits_until - LEASE_MARGIN_MS);
  set_number(times, (uint32_t)(now_ms() - began));
  set_number(times + 4, (uint32_t)until);
  set_number(times + 8, (uint32_t)(until >> 32));
  return send_all(slot, event.data, event.length, waits_until);
}

/* A text inside a frame, or NULL if it has no end there. */
static const char *read_text(const char **at, const char *end) {
  const char *text = *at, *zero = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
  if (zero == NULL) return NULL;
  *at = zero + 1;
  return text;
}

/* A list of texts inside a frame, or NULL if it is not whole. The array ends with NULL and points into the frame. */
static char **read_list(const char **at, const char *end) {
  if (end - *at < 4) return NULL;
  uint32_t count = read_number(*at);
  *at += 4;
  /* Each text takes a byte at least. */
  if (count > (size_t)(end - *at)) return NULL;
  char **list = allocate(NULL, ((size_t)count + 1) * sizeof *list);
  for (uint32_t one = 0; one < count; one++)
    if ((list[one] = (char *)read_text(at, end)) == NULL) {
      free(list);
      return NULL;
    }
  list[count] = NULL;
  return list;
}

struct command {
  uint32_t id;
  char **list, **variables;
  const char *cwd, *input;
  size_t input_length;
};

/* Of a frame that starts a hook: id, list of program and arguments, directory, variables, stdin. */
static int read_command(const char *body, size_t length, struct command *to) {
  const char *at = body + 4, *end = body + length;
  memset(to, 0, sizeof *to);
  if (length < 4) return -1;
  to->id = read_number(body);
  to->list = read_list(&at, end);
  to->cwd = to->list == NULL ? NULL : read_text(&at, end);
  to->variables = to->cwd == NULL ? NULL : read_list(&at, end);
  to->input = at;
  to->input_length = (size_t)(end - at);
  if (to->variables != NULL && to->list[0] != NULL) return 0;
  free(to->list);
  free(to->variables);
  return -1;
}

static void run_hook(const struct command *command, int in, int out, int err, int report) {
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  keep_only_streams();
  setsid();
  if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(err, 2) >= 0 && chdir(command->cwd) == 0) {
    environ = command->variables;
    execvp(command->list[0], command->list);
  }
  uint32_t failure = (uint32_t)errno;
  if (write(report, &failure, sizeof failure) < 0) _exit(126);
  _exit(127);
}

static int start_hook(int slot, const struct command *command) {
  uint32_t id = command->id, failure = 0;
  int out[2] = {-1, -1}, err[2] = {-1, -1}, report[2] = {-1, -1};
  int in = text_file(command->input, command->input_length);
  pid_t pid = -1;
  if (in < 0 || hook_count == MAX_HOOKS || pipe(out) != 0 || pipe(err) != 0 || pipe(report) != 0)
    failure = hook_count == MAX_HOOKS ? EAGAIN : (uint32_t)errno;
  else {
    for (int part = 0; part < 2; part++) {
      set_cloexec(out[part]);
      set_cloexec(err[part]);
      set_cloexec(report[part]);
    }
    pid = fork();
    if (pid == 0) run_hook(command, in, out[1], err[1], report[1]);
    if (pid < 0) failure = (uint32_t)errno;
  }
  if (in >= 0) close(in);
  for (int part = 1; part < 2; part++) {
    close(out[part]);
    close(err[part]);
    close(report[part]);
  }
  if (pid > 0) {
    ssize_t length;
    while ((length = read(report[0], &failure, sizeof failure)) < 0 && errno == EINTR) continue;
    if (length != sizeof failure) failure = 0;
  }
  close(report[0]);
  if (failure != 0) {
    close(out[0]);
    close(err[0]);
    if (pid > 0) waitpid(pid, NULL, 0);
    return send_part(slot, 'F', id, &failure, sizeof failure);
  }
  set_nonblocking(out[0]);
  set_nonblocking(err[0]);
  hooks[hook_count++] = (struct hook){id, pid, out[0], err[0]};
  uint32_t number = (uint32_t)pid;
  return send_part(slot, 'P', id, &number, sizeof number);
}

/* 1 at the end of the stream. */
static int forward(int slot, char kind, uint32_t id, int fd, int reads) {
  static char chunk[CHUNK];
  for (int at = 0; at < reads; at++) {
    ssize_t length = read(fd, chunk, sizeof chunk);
    if (length == 0) return 1;
    if (length < 0) return 0;
    if (send_part(slot, kind, id, chunk, (size_t)length) != 0) return -1;
  }
  return 0;
}

static int collect_ended(int slot) {
  for (int at = 0; at < hook_count; at++) {
    int status;
    struct hook *hook = &hooks[at];
    if (waitpid(hook->pid, &status, WNOHANG) != hook->pid) continue;
    uint32_t id = hook->id, ended = (uint32_t)status;
    if (hook->out >= 0) forward(slot, 'O', id, hook->out, DRAIN_READS);
    if (hook->err >= 0) forward(slot, 'E', id, hook->err, DRAIN_READS);
    if (hook->out >= 0) close(hook->out);
    if (hook->err >= 0) close(hook->err);
    *hook = hooks[--hook_count];
    at--;
    if (send_part(slot, 'W', id, &ended, sizeof ended) != 0) return -1;
  }
  return 0;
}

/* The daemon is gone in the middle of the event, or too late. If it comes back, it must not record what `run --lost` records. */
static void lose(int slot) {
  static const char lost[] = {'L', 0, 0, 0, 0};
  if (write(slot, lost, sizeof lost) < 0) errno = 0;
  close(slot);
  for (int at = 0; at < hook_count; at++) kill(-hooks[at].pid, SIGTERM);
  if (hook_count > 0) poll(NULL, 0, 100);
  for (int at = 0; at < hook_count; at++) kill(-hooks[at].pid, SIGKILL);
  give_input_back();
  become_node(event_id);
}

/* The code that refuses to every agent, where an answer that says something cannot be written: nothing else says it now. */
static void answer(const char *body, size_t length) {
  uint32_t code = read_number(body), out = read_number(body + 4);
  if (print_all(1, body + 8, out) != 0 && out > sizeof "{}\n" - 1) code = 2;
  print_all(2, body + 8 + out, length - 8 - out);
  _exit((int)code);
}

/* Whether a frame has the parts of its kind. A daemon that sends another one is as one that has gone. */
static int is_whole(char kind, const char *body, size_t size) {
  if (kind == 'S') return size >= 4;
  return kind != 'A' || (size >= 8 && read_number(body + 4) <= size - 8);
}

/* One event, with the daemon at the other end of the slot. Does not return. */
static void follow(int slot) {
  static char space[4096];
  struct bytes received = {space, 0, sizeof space, 1};
  waits_until = now_ms() + READY_MS;
  int started = 0, has_hook = 0, reported = 0, deaf = 0;
  if (wake_pipe[0] < 0 || send_event(slot) != 0) run_alone();
  handle(SIGCHLD, on_signal);
  handle(SIGTERM, on_signal);
  handle(SIGINT, on_signal);
  handle(SIGHUP, on_signal);
  for (;;) {
    struct pollfd watched[2 + 2 * MAX_HOOKS] = {{slot, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    for (int at = 0; at < hook_count; at++) {
      watched[2 + 2 * at] = (struct pollfd){hooks[at].out, POLLIN, 0};
      watched[3 + 2 * at] = (struct pollfd){hooks[at].err, POLLIN, 0};
    }
    long left = waits_until - now_ms();
    if (left > INT_MAX) left = INT_MAX;
    /* What has arrived counts, however late this process is. */
    int ready = poll(watched, (nfds_t)(2 + 2 * hook_count), left <= 0 ? 0 : (int)left);
    if (ready == 0) break;
    if (left <= 0 && watched[0].revents == 0) break;
    if (ready < 0 && errno != EINTR) break;
    char drained[64];
    while (read(wake_pipe[0], drained, sizeof drained) > 0) continue;
    if (signal_count > 1) break;
    if (signal_count > reported) {
      reported = signal_count;
      if (!started) _exit(128 + got_signal); /* Nothing has begun. */
      uint32_t number = (uint32_t)got_signal;
      struct bytes body = {(char *)&number, sizeof number, 0, 1};
      if (send_frame(slot, 'C', &body) != 0) deaf = 1;
    }
    int failed = 0;
    for (int at = 0; at < hook_count; at++) {
      struct hook *hook = &hooks[at];
      if (watched[2 + 2 * at].revents != 0) {
        int end = forward(slot, 'O', hook->id, hook->out, 1);
        if (end == 1) close(hook->out), hook->out = -1;
        failed |= end < 0;
      }
      if (watched[3 + 2 * at].revents != 0) {
        int end = forward(slot, 'E', hook->id, hook->err, 1);
        if (end == 1) close(hook->err), hook->err = -1;
        failed |= end < 0;
      }
    }
    /* The daemon takes no more: it may have answered already, so what it sent still counts. */
    if (!deaf && (failed || collect_ended(slot) != 0)) {
      deaf = 1;
      for (int at = 0; at < hook_count; at++) {
        if (hooks[at].out >= 0) close(hooks[at].out);
        if (hooks[at].err >= 0) close(hooks[at].err);
        hooks[at].out = hooks[at].err = -1;
      }
    }
    if (watched[0].revents == 0) continue;
    char chunk[CHUNK];
    ssize_t length = read(slot, chunk, sizeof chunk);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) break;
    if (length > 0) append(&received, chunk, (size_t)length);
    size_t used = 0;
    int is_broken = 0;
    while (!is_broken && received.length - used >= 5) {
      const char *frame = received.data + used;
      size_t size = read_number(frame + 1);
      is_broken = size > LARGEST_FRAME;
      if (received.length - used - 5 < size) break;
      used += 5 + size;
      if (!is_whole(*frame, frame + 5, size)) is_broken = 1;
      if (is_broken) break;
      /* Said in time, but then it was too late to begin: nothing has run. */
      if (*frame == 'D' && !has_hook) run_alone();
      if (*frame == 'A') answer(frame + 5, size);
      if (*frame == 'S') {
        started = 1;
        waits_until = now_ms() + (long)read_number(frame + 5);
      }
      if (*frame == 'X') {
        struct command command;
        if (read_command(frame + 5, size, &command) != 0) {
          is_broken = 1;
          break;
        }
        has_hook = 1;
        if (start_hook(slot, &command) != 0) deaf = 1;
        free(command.list);
        free(command.variables);
      }
    }
    if (is_broken) break;
    if (used > 0) memmove(received.data, received.data + used, received.length - used);
    received.length -= used;
  }
  if (started || has_hook) lose(slot);
  close(slot);
  run_alone();
}

static int list_daemons(int ends) {
  struct sockaddr_un address;
  int found = find_directory(0) == 0;
  if (socket_path(".sock", &address) != 0) return 1;
  if (found && ends) each_front(end_front);
  printf("%s\n", address.sun_path);
  if (found && !ends) each_front(print_front);
  return 0;
}

/* What the caller blocked must not hide the end of a hook, nor bind the hooks or the daemon. Node does the same. */
static void unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A stream that the caller closed: what is opened next must not take its number. Node does the same. */
static void open_streams(void) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) _exit(2);
}

int main(int argc, char **argv) {
  began = now_ms();
  open_streams();
  unblock_signals();
  if (find_self() != 0) return argc > 1 && strcmp(argv[1], "run") == 0 ? 2 : 64;
  /* A limit on the size of files must not end this process: what cannot be written is refused. */
  has_ignored_limit = signal(SIGXFSZ, SIG_IGN) == SIG_IGN;
  if (argc == 3 && strcmp(argv[1], "--front") == 0) {
    snprintf(node, sizeof node, "%s", argv[2]);
    if (environ[0] == NULL || strncmp(environ[0], nonce_variable, sizeof nonce_variable - 1) != 0) return become_front();
    char nonce[NONCE];
    memcpy(nonce, environ[0] + sizeof nonce_variable - 1, NONCE);
    environ++;
    name_daemon();
    return run_front(nonce);
  }
  arguments = argv + 1;
  if (find_node() != 0) become_node(NULL);
  if (argc == 2 && (strcmp(argv[1], "--daemons") == 0 || strcmp(argv[1], "--stop") == 0)) {
    name_daemon();
    return list_daemons(strcmp(argv[1], "--stop") == 0);
  }
  const char *wanted = getenv("HOOKLINE_DAEMON");
  if (argc < 2 || strcmp(argv[1], "run") != 0 || isatty(0) || (wanted != NULL && strcmp(wanted, "off") == 0)) become_node(NULL);
  read_input();
  name_daemon();
  handle(SIGPIPE, SIG_IGN);
  int slot = has_tight_limits ? -1 : take_slot();
  if (slot < 0) run_alone();
  follow(slot);
}
