/** Finds commands that would run the event on stdin, or text from it, as a program (CONTRACT §5). */
import { commandLine } from '../command-line.ts'
import type { Entry } from '../flow.ts'
import type { Platform } from '../ports.ts'
import { payloadVariables } from '../protocol/common.ts'
import { argumentsAsProgram, inputAsProgram } from '../shell/input/program-input.ts'
import type { At } from './jsonc.ts'
import type { Reader } from './reader.ts'

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

export function reportPayloadAsCode(entry: Entry, at: At, reader: Reader): void {
  if (entry.unrunnable?.code !== 'payload-as-code') return
  reader.report(
    'payload-as-code',
    at,
    entry.unrunnable.message,
    'Name the script to run ("bash ./hooks/guard.sh"), and read the event in it as data.',
  )
}
