/*
 * A program that a benchmark starts, read from a file: the working directory, the file for stdin, then one argument of the
 * program in each line.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
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

struct spec {
  char *directory, *input, *words[64];
};

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void read_spec(const char *path, struct spec *to) {
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

/* Starts the program with the signals that `attributes` say, or as the caller has them, and returns its process id. `*began`: when. */
static pid_t start_spec(const struct spec *one, const posix_spawnattr_t *attributes, long *began) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, one->input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, one->directory);
  pid_t pid;
  *began = now();
  if (posix_spawn(&pid, one->words[0], &actions, attributes, (char *const *)one->words, environ) != 0) exit(3);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

static void expect_success(const struct spec *one, int status) {
  if (status == 0) return;
  fprintf(stderr, "%s ended with status %d\n", one->words[0], status);
  exit(4);
}
