/*
 * Many sessions at once: sessions <seconds> <pause ms> <spec>…
 * Each spec (as for timer.c) is a session: it starts its program, waits for its end, pauses for a half to one and a half times as
 * long, and starts it again. Prints the nanoseconds of every run, from start to exit. A Node process that starts the programs
 * would itself be what the sessions wait for.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct session {
  char *directory, *input, *words[64];
  pid_t pid;
  /* When it began, or when it begins next. */
  long at;
};

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void read_spec(const char *path, struct session *to) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  int count = 0;
  if (file == NULL) exit(2);
  for (ssize_t length; (length = getline(&line, &size, file)) > 0; count++) {
    line[strcspn(line, "\n")] = 0;
    char *copy = strdup(line);
    if (count == 0)
      to->directory = copy;
    else if (count == 1)
      to->input = copy;
    else
      to->words[count - 2] = copy;
  }
  fclose(file);
}

static void start(struct session *one) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, one->input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, one->directory);
  /* The signal that is blocked here is not blocked there. */
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  one->at = now();
  if (posix_spawn(&one->pid, one->words[0], &actions, &attributes, one->words, environ) != 0) exit(3);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

int main(int argc, char **argv) {
  long until = now() + atol(argv[1]) * 1000000000L, rest = atol(argv[2]) * 1000000L;
  int count = argc - 3, running = 0;
  struct session *sessions = calloc((size_t)count, sizeof *sessions);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  srand(7);
  for (int at = 0; at < count; at++) {
    read_spec(argv[at + 3], &sessions[at]);
    /* They do not begin at the same moment. */
    sessions[at].at = now() + (long)((double)rand() / RAND_MAX * (double)rest);
  }
  for (;;) {
    long next = until;
    for (int at = 0; at < count; at++) {
      struct session *one = &sessions[at];
      if (one->pid == 0 && one->at <= now() && now() < until) {
        start(one);
        running++;
      }
      if (one->pid == 0 && one->at < next) next = one->at;
    }
    if (now() >= until && running == 0) return 0;
    long left = now() < until ? next - now() : 1000000000L;
    struct timespec wait = {left > 0 ? left / 1000000000L : 0, left > 0 ? left % 1000000000L : 0};
    sigtimedwait(&ended, NULL, &wait);
    int status;
    for (pid_t pid; running > 0 && (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      long end = now();
      for (int at = 0; at < count; at++) {
        struct session *one = &sessions[at];
        if (one->pid != pid) continue;
        if (status != 0) {
          fprintf(stderr, "%s ended with status %d\n", one->words[0], status);
          exit(4);
        }
        printf("%ld\n", end - one->at);
        one->pid = 0;
        running--;
        one->at = end + rest / 2 + (long)((double)rand() / RAND_MAX * (double)rest);
      }
    }
  }
}
