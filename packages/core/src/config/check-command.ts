/** Checks the text of commands: one that would run the event on stdin, or text from it, as a program never starts (CONTRACT §5). */
import { commandLine } from '../command-line.ts'
import type { Entry, Problem } from '../flow.ts'
import type { Loaded, Platform } from '../ports.ts'
import { payloadVariables } from '../protocol/common.ts'
import { argumentsAsProgram, inputAsProgram } from '../shell/input/program-input.ts'
import { whyTooLarge } from './files/command-files.ts'
import type { At } from './jsonc.ts'
import { createReader, type Reader, type ReadOptions } from './reader.ts'

type Report = Reader['report']

/** Why such a command never starts, or undefined if it reads the event as data. */
export function findPayloadAsCode(
  entry: Pick<Entry, 'command' | 'args'>,
  system: Platform['system'],
): Entry['unrunnable'] | undefined {
  const { command, args } = entry
  if (command === undefined) return undefined
  // The shell reader knows only Unix shells, where a backslash is not a separator.
  const withSlashes = (text: string) => (system === 'win32' ? text.replaceAll('\\', '/') : text)
  const found =
    args === undefined
      ? (findPowerShellEval(command) ?? inputAsProgram(withSlashes(command), payloadVariables))
      : argumentsAsProgram([withSlashes(command), ...args], payloadVariables)
  if (found === undefined) return undefined
  const whole = commandLine(entry) === found ? '' : ` (in ${JSON.stringify(commandLine(entry)?.slice(0, 200))})`
  return {
    code: 'payload-as-code',
    message: `${JSON.stringify(found)}${whole} would run text from the event as a program, so Hookline does not start it`,
  }
}

/** Finds PowerShell's `eval` in a command that also reads the event. */
function findPowerShellEval(command: string): string | undefined {
  const [found] = /\b(?:iex|invoke-expression)\b|\[scriptblock\]::create/i.exec(command) ?? []
  const reads = new RegExp(
    `\\$input\\b|\\[(?:system\\.)?console\\]::|\\$\\{?env:(?:${payloadVariables.join('|')})\\b`,
    'i',
  )
  return found !== undefined && reads.test(command) ? found : undefined
}

export function reportPayloadAsCode(entry: Entry, at: At, report: Report): void {
  if (entry.unrunnable?.code !== 'payload-as-code') return
  report(
    'payload-as-code',
    at,
    entry.unrunnable.message,
    'Name the script to run ("bash ./hooks/guard.sh"), and read the event in it as data.',
  )
}

/** Why the files that an entry names cannot be compared with the approved ones before each run. Such an entry is not used. */
export const findFault = (
  { command, args, module }: Pick<Entry, 'command' | 'args' | 'module'>,
  system: Platform['system'],
): string | undefined =>
  whyTooLarge(
    { ...(command === undefined ? {} : { command }), ...(args === undefined ? {} : { args }), extra: { module } },
    system,
  )

const known = new WeakMap<Loaded, Loaded>()

/** Checks what was left unchecked while the file was read. Each file is checked once, however often trust is applied to it. */
export function checkCommands(loaded: Loaded, reading: ReadOptions): Loaded {
  if (!loaded.entries.some(({ unchecked }) => unchecked !== undefined)) return loaded
  const found = known.get(loaded)
  if (found !== undefined) return found
  const checked = loaded.entries.map((entry) => checkCommand(entry, reading))
  const problems = checked.flatMap((one) => one.problems)
  const result = {
    ...loaded,
    entries: checked.map(({ entry }) => entry),
    problems: problems.length === 0 ? loaded.problems : [...loaded.problems, ...problems],
  }
  known.set(loaded, result)
  return result
}

/** One entry with what the text of its command shows, and the problems in it. */
export function checkCommand(
  entry: Entry,
  reading: ReadOptions,
): { readonly entry: Entry; readonly problems: readonly Problem[] } {
  const { unchecked: at, ...rest } = entry
  if (at === undefined) return { entry, problems: [] }
  const unrunnable = rest.unrunnable ?? (rest.type === 'command' ? findPayloadAsCode(rest, reading.system) : undefined)
  const fault = rest.held === undefined ? findFault(rest, reading.system) : undefined
  const checked: Entry = {
    ...rest,
    ...(unrunnable === undefined ? {} : { unrunnable }),
    ...(fault === undefined ? {} : { held: { why: 'invalid', detail: fault } }),
  }
  const { source, own, file } = entry.origin
  const reader = createReader(
    { source, own, cwd: entry.cwd, trust: entry.trust, ...(file === undefined ? {} : { file }) },
    reading,
  )
  reportPayloadAsCode(checked, at, reader.report)
  return { entry: checked, problems: reader.problems }
}
