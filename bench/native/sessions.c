/*
 * Many sessions at once: sessions <seconds> <pause ms> <spec>…
 * Each spec (spec.h) is a session: it starts its program, waits for its end, pauses for a half to one and a half times as
 * long, and starts it again. Prints the nanoseconds of every run, from start to exit. A Node process that starts the programs
 * would itself be what the sessions wait for.
 */
#include "spec.h"

struct session {
  struct spec spec;
  pid_t pid;
  /* When it began, or when it begins next. */
  long at;
};

int main(int argc, char **argv) {
  long until = now() + atol(argv[1]) * 1000000000L, rest = atol(argv[2]) * 1000000L;
  int count = argc - 3, running = 0;
  struct session *sessions = calloc((size_t)count, sizeof *sessions);
  sigset_t ended, none;
  posix_spawnattr_t attributes;
  /* The signal that is blocked here is not blocked in the programs. */
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  srand(7);
  for (int at = 0; at < count; at++) {
    read_spec(argv[at + 3], &sessions[at].spec);
    /* They do not begin at the same moment. */
    sessions[at].at = now() + (long)((double)rand() / RAND_MAX * (double)rest);
  }
  for (;;) {
    long next = until;
    for (int at = 0; at < count; at++) {
      struct session *one = &sessions[at];
      if (one->pid == 0 && one->at <= now() && now() < until) {
        one->pid = start_spec(&one->spec, &attributes, &one->at);
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
        expect_success(&one->spec, status);
        printf("%ld\n", end - one->at);
        one->pid = 0;
        running--;
        one->at = end + rest / 2 + (long)((double)rand() / RAND_MAX * (double)rest);
      }
    }
  }
}
