/** `@hookline/core/shell`: what a shell command would run, read from its text. */
export { readShell } from './read-shell.ts'
export type { Doubt, DoubtKind, ShellCommand, ShellFile, ShellInput, ShellReading, ShellWord } from './types.ts'
