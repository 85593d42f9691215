/*
 * Times whole programs from start to exit, interleaved: timer <rounds> <warm-up> <spec>…
 * Prints one line of nanoseconds for each spec (spec.h). Node's own spawn would cost as much as what is measured.
 */
#include "spec.h"

struct timed {
  struct spec spec;
  long *took;
};

static long run(const struct spec *one) {
  int status;
  long began;
  pid_t pid = start_spec(one, NULL, &began);
  waitpid(pid, &status, 0);
  long took = now() - began;
  expect_success(one, status);
  return took;
}

int main(int argc, char **argv) {
  int rounds = atoi(argv[1]), warm = atoi(argv[2]), count = argc - 3;
  struct timed *specs = calloc((size_t)count, sizeof *specs);
  for (int at = 0; at < count; at++) {
    read_spec(argv[at + 3], &specs[at].spec);
    specs[at].took = calloc((size_t)rounds, sizeof(long));
  }
  for (int round = -warm; round < rounds; round++)
    for (int at = 0; at < count; at++) {
      long took = run(&specs[at].spec);
      if (round >= 0) specs[at].took[round] = took;
    }
  for (int at = 0; at < count; at++)
    for (int round = 0; round < rounds; round++) printf("%ld%c", specs[at].took[round], round + 1 == rounds ? '\n' : ' ');
}
