/*
 * Starts a program that may do less: with Landlock and a seccomp filter, on Linux, without any privilege (CONTRACT §19).
 * Which paths and which calls is decided by the engine, in a file of options and in one with the filter:
 *
 *   hookline-sandbox --abi
 *   hookline-sandbox --options FILE -- PROGRAM [ARGUMENT]...
 *
 * Each option in the file and each of its values ends with a zero byte: there may be more of them than arguments can hold.
 *
 *   --filter FILE   the seccomp filter
 *   --status FILE   gets "1" just before the program is started, and "x" after it if that did not work
 *   --read PATH     may be read, and programs in it be started
 *   --write PATH    may be written and read
 *   --device PATH   a device, which may be used
 *   --list PATH     directories in it may be listed
 *   --env TEXT      NAME=VALUE: the program gets these variables and no other
 *
 * What no option names can be neither read nor written. Anything that does not work ends it with code 125 before the program
 * starts, and its first words are "hookline-sandbox: ".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's interface, because the headers of a machine may be older than its kernel. */
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
struct ruleset {
  uint64_t fs, net, scoped;
};
struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t parent;
};
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_ALL = 0x7f << 6,
  MAKE_BLOCK = 1 << 11,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL_DEV = 1 << 15,
};
#define ALL_WRITES (WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_ALL | REFER | TRUNCATE)
#define ALL_READS (EXECUTE | READ_FILE | READ_DIR)
#define DEVICE_RIGHTS (READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV)
#define FILE_RIGHTS (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)
#define SCOPES 3 /* abstract Unix sockets, signals */

/* struct sock_filter and sock_fprog, without the headers of Linux. */
struct instruction {
  uint16_t code;
  uint8_t yes, no;
  uint32_t value;
};
struct program {
  unsigned short length;
  struct instruction *instructions;
};

static void fail(const char *what, const char *path) {
  dprintf(2, "hookline-sandbox: %s%s%s: %s\n", what, path ? " " : "", path ? path : "", strerror(errno));
  _exit(125);
}

static int find_abi(void) {
  return (int)syscall(LANDLOCK_CREATE, (void *)0, (size_t)0, 1);
}

static void allow_descriptor(int ruleset, int descriptor, uint64_t rights, uint64_t handled, const char *path) {
  struct stat found;
  if (fstat(descriptor, &found) != 0) fail("cannot look at", path);
  if (S_ISLNK(found.st_mode)) return; /* What it leads to has its own rule, or none. */
  struct beneath rule = {rights & handled, descriptor};
  if (!S_ISDIR(found.st_mode)) rule.allowed &= FILE_RIGHTS;
  if (rule.allowed == 0) return;
  /* EBADFD: a pipe, which no rule can name and which is never restricted. */
  if (syscall(LANDLOCK_ADD, ruleset, 1, &rule, 0) != 0 && errno != EBADFD) fail("cannot allow", path);
}

/* The kernel's struct open_how. */
struct how {
  uint64_t flags, mode, resolve;
};
#define NO_SYMLINKS 4

/* No link is followed: it could lead to what must stay hidden, or be put there meanwhile. */
static int open_path(const char *path) {
  struct how how = {O_PATH | O_NOFOLLOW | O_CLOEXEC, 0, NO_SYMLINKS};
  int descriptor = (int)syscall(437, AT_FDCWD, path, &how, sizeof how);
  if (descriptor < 0 && errno == ENOSYS) descriptor = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  return descriptor;
}

/* What does not exist needs no rule. */
static void allow(int ruleset, const char *path, uint64_t rights, uint64_t handled) {
  int descriptor = open_path(path);
  if (descriptor < 0) return;
  allow_descriptor(ruleset, descriptor, rights, handled, path);
  close(descriptor);
}

/* stdin, stdout and stderr can be opened again by name, as without a sandbox. */
static void allow_own_streams(int ruleset, uint64_t handled) {
  for (int stream = 0; stream < 3; stream++) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", stream);
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) continue;
    allow_descriptor(ruleset, descriptor, DEVICE_RIGHTS, handled, path);
    close(descriptor);
  }
}

/* Opened before: what is hidden may contain it. */
static void load_filter(int file, const char *path) {
  static struct instruction instructions[4096];
  ssize_t size = read(file, instructions, sizeof instructions);
  if (size <= 0 || size % sizeof *instructions != 0) errno = EINVAL, fail("cannot use", path);
  close(file);
  struct program filter = {(unsigned short)(size / sizeof *instructions), instructions};
  if (prctl(PR_SET_SECCOMP, 2, &filter) != 0) fail("cannot load", path);
}

/* Nothing but stdin, stdout and stderr is inherited. */
static void close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
}

/* Root could do by its capabilities what no rule here forbids, such as loading a module into the kernel. */
static void drop_capabilities(void) {
  struct {
    uint32_t version;
    int pid;
  } header = {0x20080522, 0};
  uint32_t none[6] = {0};
  for (int one = 0; one < 64; one++) prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
  prctl(PR_SET_SECUREBITS, 0x2f, 0, 0, 0); /* Neither root nor a file gives capabilities, and that stays. */
  if (syscall(SYS_capset, &header, none) != 0) fail("cannot drop capabilities", 0);
}

/* The words of the file, and a null pointer after them. */
static char **read_words(const char *path) {
  struct stat found;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &found) != 0) fail("cannot open", path);
  size_t size = (size_t)found.st_size, done = 0, count = 0;
  char *text = malloc(size + 1);
  if (text == 0) fail("cannot read", path);
  while (done < size) {
    ssize_t got = read(file, text + done, size - done);
    if (got <= 0) fail("cannot read", path);
    done += (size_t)got;
  }
  close(file);
  if (size == 0 || text[size - 1] != 0) errno = EINVAL, fail("cannot use", path);
  for (size_t at = 0; at < size; at++) count += text[at] == 0;
  char **words = calloc(count + 1, sizeof *words);
  if (words == 0) fail("cannot read", path);
  char *next = text;
  for (size_t at = 0; at < count; at++, next += strlen(next) + 1) words[at] = next;
  return words;
}

struct options {
  const char *filter, *status;
  /* Uses the memory of the words, of which every variable takes two. */
  char **variables;
};

static struct options apply(char **words, int ruleset, uint64_t handled) {
  struct options options = {0, 0, words};
  int variables = 0;
  for (int at = 0; words[at] != 0; at += 2) {
    char *name = words[at], *value = words[at + 1];
    if (value == 0) errno = EINVAL, fail("no value is given for", name);
    if (strcmp(name, "--filter") == 0) options.filter = value;
    else if (strcmp(name, "--status") == 0) options.status = value;
    else if (strcmp(name, "--read") == 0) allow(ruleset, value, ALL_READS, handled);
    else if (strcmp(name, "--write") == 0) allow(ruleset, value, (ALL_WRITES & ~MAKE_BLOCK) | ALL_READS, handled);
    else if (strcmp(name, "--device") == 0) allow(ruleset, value, DEVICE_RIGHTS, handled);
    else if (strcmp(name, "--list") == 0) allow(ruleset, value, READ_DIR, handled);
    else if (strcmp(name, "--env") == 0) words[variables++] = value;
    else errno = EINVAL, fail("there is no option", name);
  }
  words[variables] = 0;
  if (options.filter == 0 || options.status == 0) errno = EINVAL, fail("--filter or --status is missing", 0);
  return options;
}

static uint64_t rights_of(int abi) {
  uint64_t handled = ALL_WRITES | ALL_READS | IOCTL_DEV;
  if (abi < 5) handled &= ~(uint64_t)IOCTL_DEV;
  if (abi < 3) handled &= ~(uint64_t)TRUNCATE;
  if (abi < 2) handled &= ~(uint64_t)REFER;
  return handled;
}

int main(int count, char **words) {
  int abi = find_abi();
  if (count == 2 && strcmp(words[1], "--abi") == 0) {
    printf("%d\n", abi < 0 ? 0 : abi);
    return 0;
  }
  if (count < 5 || strcmp(words[1], "--options") != 0 || strcmp(words[3], "--") != 0)
    errno = EINVAL, fail("usage: hookline-sandbox --options FILE -- PROGRAM", 0);
  if (abi < 1) fail("this kernel has no Landlock", 0);
  char **program = words + 4;
  close_others();
  uint64_t handled = rights_of(abi);
  struct ruleset rules = {handled, 0, abi >= 6 ? SCOPES : 0};
  /* An older kernel knows a shorter structure. */
  int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, abi >= 6 ? sizeof rules : sizeof rules.fs, 0);
  if (ruleset < 0) fail("cannot create a ruleset", 0);
  struct options options = apply(read_words(words[2]), ruleset, handled);
  allow_own_streams(ruleset, handled);
  int status = open(options.status, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (status < 0) fail("cannot open", options.status);
  int filter = open(options.filter, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (filter < 0) fail("cannot open", options.filter);
  drop_capabilities();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("cannot give up privileges", 0);
  if (syscall(LANDLOCK_RESTRICT, ruleset, 0) != 0) fail("cannot be restricted", 0);
  close(ruleset);
  load_filter(filter, options.filter);
  if (write(status, "1", 1) != 1) fail("cannot write", options.status);
  environ = options.variables;
  execvp(program[0], program);
  dprintf(2, "hookline-sandbox: execvp %s: %s\n", program[0], strerror(errno));
  if (write(status, "x", 1) != 1) return 126;
  return 125;
}
