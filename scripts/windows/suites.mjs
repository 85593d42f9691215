// The tests that depend on the system and run on Windows too: the same files as elsewhere. `*.windows.test.ts` are about Windows alone.

/** Starting hooks, trees of processes, trust, state, `check`, `doctor`, `connect` and `log`. */
export const sample = [
  'packages/core/src/runners/windows-start.test.ts',
  'packages/core/src/runners/start.windows.test.ts',
  'packages/cli/src/commands/workspace.windows.test.ts',
]

export const suites = []

/** What Wine does not have, or has in another form. */
export const notShown = [
  'PowerShell: its powershell.exe ends at once without doing anything. The tests prove that this is a failure',
  'access control lists',
  'consoles, code pages and Ctrl-C',
  'Python, Git Bash and the agents themselves',
]
