// The tests that depend on the system and run on Windows too: the same files as elsewhere. `*.windows.test.ts` are about Windows alone.

/** Starting hooks, trees of processes, trust, state, `check`, `doctor`, `connect` and `log`. */
export const sample = [
  'packages/core/src/runners/windows-start.test.ts',
  'packages/core/src/runners/start.windows.test.ts',
  'packages/cli/src/commands/workspace.windows.test.ts',
  'packages/cli/src/daemon/daemon.windows.test.ts',
]

/** Files of configuration, trust, state and log, paths, and what `check` and `connect` read and write. */
export const suites = [
  'packages/core/src/config',
  'packages/core/src/sources/',
  'packages/core/src/environment.test.ts',
  'packages/core/src/node/system/',
  'packages/core/src/node/log/log.test.ts',
  'packages/core/src/node/trust/protected-paths.test.ts',
  'packages/core/src/node/trust/imported-files.test.ts',
  'packages/cli/src/daemon/cases.windows.test.ts',
  'packages/cli/src/daemon/faults.windows.test.ts',
  'packages/cli/src/daemon/windows-command-line.test.ts',
  'packages/cli/src/paths.test.ts',
  'packages/cli/src/text/plain.test.ts',
  'packages/cli/src/run/roots.test.ts',
  'packages/cli/src/lint/commands/command-line.test.ts',
  'packages/cli/src/lint/lint.test.ts',
  'packages/cli/src/lint/families.test.ts',
]

/** What Wine does not have, or has in another form. */
export const notShown = [
  'PowerShell: its powershell.exe ends at once without doing anything. The tests prove that this is a failure',
  'access control lists, integrity levels, restricted tokens and app containers, which keep confined callers from the daemon',
  'consoles, code pages and Ctrl-C',
  'Python, Git Bash and the agents themselves',
]
