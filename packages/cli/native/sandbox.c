/*
 * Starts a program that may do less: with Landlock and a seccomp filter, on Linux, without any privilege (CONTRACT §19).
 * Which paths and which calls is decided by the engine, in arguments and in a file with the filter:
 *
 *   hookline-sandbox --abi
 *   hookline-sandbox [--filter FILE] [--no-write [--write PATH]...] [--no-read [--read PATH]...] -- PROGRAM [ARGUMENT]...
 *
 * Anything that does not work ends it with code 125 before the program starts, and its first words are "hookline-sandbox: ".
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
};
#define ALL_WRITES (WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_ALL | REFER | TRUNCATE)
#define ALL_READS (EXECUTE | READ_FILE | READ_DIR)
#define FILE_RIGHTS (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE)
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
  struct beneath rule = {rights & handled, descriptor};
  if (!S_ISDIR(found.st_mode)) rule.allowed &= FILE_RIGHTS;
  if (rule.allowed == 0) return;
  /* EBADFD: a pipe, which no rule can name and which is never restricted. */
  if (syscall(LANDLOCK_ADD, ruleset, 1, &rule, 0) != 0 && errno != EBADFD) fail("cannot allow", path);
}

/* What does not exist needs no rule. */
static void allow(int ruleset, const char *path, uint64_t rights, uint64_t handled) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return;
  allow_descriptor(ruleset, descriptor, rights, handled, path);
  close(descriptor);
}

/* stdin, stdout and stderr can be opened again by name, as without a sandbox. */
static void allow_own_streams(int ruleset, uint64_t handled) {
  for (int stream = 0; stream < 3; stream++) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", stream);
    allow(ruleset, path, READ_FILE | WRITE_FILE | TRUNCATE, handled);
  }
}

static void load_filter(const char *path) {
  static struct instruction instructions[4096];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) fail("cannot open", path);
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

int main(int count, char **words) {
  int abi = find_abi(), at = 1;
  if (count == 2 && strcmp(words[1], "--abi") == 0) {
    printf("%d\n", abi < 0 ? 0 : abi);
    return 0;
  }
  if (abi < 1) fail("this kernel has no Landlock", 0);
  uint64_t handled = MAKE_BLOCK;
  const char *filter = 0;
  for (int word = 1; word < count && strcmp(words[word], "--") != 0; word++) {
    if (strcmp(words[word], "--no-write") == 0) handled |= ALL_WRITES;
    else if (strcmp(words[word], "--no-read") == 0) handled |= ALL_READS;
    else word++; /* The value of an option is never an option. */
  }
  if (abi < 3) handled &= ~(uint64_t)TRUNCATE;
  if (abi < 2) handled &= ~(uint64_t)REFER;
  close_others();
  struct ruleset rules = {handled, 0, abi >= 6 ? SCOPES : 0};
  /* An older kernel knows a shorter structure. */
  int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, abi >= 6 ? sizeof rules : sizeof rules.fs, 0);
  if (ruleset < 0) fail("cannot create a ruleset", 0);
  for (; at < count && strcmp(words[at], "--") != 0; at++) {
    const char *value = at + 1 < count ? words[at + 1] : "";
    if (strcmp(words[at], "--filter") == 0) filter = value, at++;
    else if (strcmp(words[at], "--write") == 0) allow(ruleset, value, ALL_WRITES | ALL_READS, handled), at++;
    else if (strcmp(words[at], "--read") == 0) allow(ruleset, value, ALL_READS, handled), at++;
    else if (strcmp(words[at], "--no-write") != 0 && strcmp(words[at], "--no-read") != 0)
      errno = EINVAL, fail("there is no option", words[at]);
  }
  if (at + 1 >= count) errno = EINVAL, fail("no program is given", 0);
  allow_own_streams(ruleset, handled);
  drop_capabilities();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("cannot give up privileges", 0);
  if (syscall(LANDLOCK_RESTRICT, ruleset, 0) != 0) fail("cannot be restricted", 0);
  close(ruleset);
  if (filter != 0) load_filter(filter);
  execvp(words[at + 1], words + at + 1);
  dprintf(2, "hookline-sandbox: execvp %s: %s\n", words[at + 1], strerror(errno));
  return 125;
}
