/** `@hookline/core/shell`: reads from the text of a shell command what it would run. */

export { printsOnly } from './computed/prints-only.ts'
export { createNameIndex, writeNameIndex } from './name-index.ts'
export type { Argument, GivenOption, ReadArguments } from './programs/argument-state.ts'
export type { ArgumentKind, Effect, Grammar } from './programs/grammar.ts'
export { argumentsOf, grammarOf, hasOption } from './programs/index.ts'
export { readArguments } from './programs/read-arguments.ts'
export { isRehearsal } from './programs/rehearsals.ts'
export { readShell } from './read-shell.ts'
export { programsNamedBy } from './started/named-programs.ts'
export { upstreamOf } from './started/upstream.ts'
export type { Doubt, DoubtKind, ShellCommand, ShellFile, ShellInput, ShellReading, ShellWord } from './types.ts'
export { filesRunBy } from './written-files.ts'
