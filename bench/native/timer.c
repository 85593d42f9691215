/*
 * Times whole programs from start to exit, interleaved: timer <rounds> <warm-up> <spec>…
 * A spec is a file: the working directory, the file for stdin, then one argument of the program in each line.
 * Prints one line of nanoseconds for each spec. Node's own spawn would cost as much as what is measured.
 */
#define _GNU_SOURCE
#include <fcntl.h>
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
  long *took;
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
  for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
    line[strcspn(line, "\n")] = 0;
    char *copy = strdup(line);
    if (count == 0)
      to->directory = copy;
    else if (count == 1)
      to->input = copy;
    else
      to->words[count - 2] = copy;
    count++;
  }
  fclose(file);
}

static long run(const struct spec *one) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, one->input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, one->directory);
  pid_t pid;
  int status;
  long began = now();
  if (posix_spawn(&pid, one->words[0], &actions, NULL, one->words, environ) != 0) exit(3);
  waitpid(pid, &status, 0);
  long took = now() - began;
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) {
    fprintf(stderr, "%s ended with status %d\n", one->words[0], status);
    exit(4);
  }
  return took;
}

int main(int argc, char **argv) {
  int rounds = atoi(argv[1]), warm = atoi(argv[2]), count = argc - 3;
  struct spec *specs = calloc((size_t)count, sizeof *specs);
  for (int at = 0; at < count; at++) {
    read_spec(argv[at + 3], &specs[at]);
    specs[at].took = calloc((size_t)rounds, sizeof(long));
  }
  for (int round = -warm; round < rounds; round++)
    for (int at = 0; at < count; at++) {
      long took = run(&specs[at]);
      if (round >= 0) specs[at].took[round] = took;
    }
  for (int at = 0; at < count; at++)
    for (int round = 0; round < rounds; round++) printf("%ld%c", specs[at].took[round], round + 1 == rounds ? '\n' : ' ');
}
