/** Reads the values that hooks.json and the settings of agents have in common: timeouts, matchers and arguments. */

import { invalidPattern } from '../matchers/matcher.ts'
import { longestTimeoutSeconds } from '../protocol/hooks-file.ts'
import type { Member, Node } from './jsonc.ts'
import type { Reader } from './reader.ts'

const longestMs = longestTimeoutSeconds * 1000

/** The timeout in milliseconds, or undefined if the value is not a usable number. */
export function readTimeout(member: Member, unit: 'seconds' | 'milliseconds', reader: Reader): number | undefined {
  const { key, value } = member
  const given = value.kind === 'value' ? value.value : undefined
  if (typeof given !== 'number' || !Number.isFinite(given) || given <= 0) {
    reader.report(
      'bad-timeout',
      value.at,
      `\`${key}\` is ${describeNode(value)}; 60 seconds is used`,
      `Write a number of ${unit} above 0.`,
    )
    return undefined
  }
  const ms = unit === 'seconds' ? given * 1000 : given
  if (ms <= longestMs) return ms
  const [message, hint] =
    unit === 'seconds'
      ? [
          `\`${key}\` is ${given} seconds (${formatDuration(given)}), which looks like milliseconds. ${longestTimeoutSeconds} seconds is used`,
          `Write ${given / 1000} (seconds), or "timeout_ms": ${given}.`,
        ]
      : [`\`${key}\` is above ${longestMs}; ${longestMs} is used`, `Write at most ${longestMs}.`]
  reader.report('timeout-unit', value.at, message, hint)
  return longestMs
}

/** Formats a number of seconds as `16 h 40 min`. */
function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const parts = [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
  return parts.filter((part) => part !== '').join(' ')
}

/** The matcher, or why it cannot be used. `isExpression` distinguishes regular expressions from literal matchers. */
export function readMatcher(
  member: Member,
  isExpression: (matcher: string) => boolean,
  reader: Reader,
): { readonly matcher: string } | { readonly fault: string } {
  const { value } = member
  const given = value.kind === 'value' ? value.value : undefined
  if (typeof given === 'string') {
    const why = isExpression(given) ? whyInvalid(given) : undefined
    if (why === undefined) return { matcher: given }
    const fault = `the matcher ${JSON.stringify(given)} is not a valid regular expression: ${why}`
    reader.report(
      'bad-matcher',
      value.at,
      fault,
      'Write a regular expression in JavaScript’s syntax; escape ( [ { * + ? with \\\\.',
    )
    return { fault }
  }
  const fault = `\`matcher\` is ${describeNode(value)}; it must be a string`
  if (value.kind === 'object')
    reader.report('matcher-object', value.at, fault, `Write "matcher": ${joinStrings(value)}.`)
  else reader.report('wrong-type', value.at, fault, 'Write "matcher": "a|b", or remove it to match everything.')
  return { fault }
}

/** The arguments of a program that starts without a shell. An invalid list makes the entry unusable. */
export function readArguments(
  member: Member | undefined,
  reader: Reader,
): { readonly args?: readonly string[]; readonly fault?: string } {
  if (member === undefined) return {}
  const { value } = member
  const items = value.kind === 'list' ? value.items.map((item) => (item.kind === 'value' ? item.value : undefined)) : []
  if (value.kind === 'list' && items.every((item): item is string => typeof item === 'string' && !item.includes('\0')))
    return { args: items }
  const fault = `\`args\` is ${value.kind === 'list' ? 'a list with an item that is not a string' : describeNode(value)}; it must be a list of strings`
  reader.report('wrong-type', value.at, fault, 'Write "args": ["./hooks/guard.sh"].')
  return { fault }
}

/** The short reason. The engine's message repeats the pattern before the last colon. */
const whyInvalid = (pattern: string): string | undefined => invalidPattern(pattern)?.split(': ').at(-1)

/** The strings in the object, joined to the matcher they most likely mean. */
function joinStrings(node: Node): string {
  const strings = stringsIn(node)
  return JSON.stringify(strings.length === 0 ? '*' : strings.join('|'))
}
const stringsIn = (node: Node): readonly string[] =>
  node.kind === 'object'
    ? node.members.flatMap((member) => stringsIn(member.value))
    : node.kind === 'list'
      ? node.items.flatMap(stringsIn)
      : typeof node.value === 'string'
        ? [node.value]
        : []

/** A short description of the value, for messages. */
export const describeNode = (node: Node): string =>
  node.kind === 'object'
    ? 'an object'
    : node.kind === 'list'
      ? 'a list'
      : node.value === null
        ? 'null'
        : typeof node.value === 'string'
          ? `the string ${JSON.stringify(node.value.slice(0, 40))}`
          : String(node.value)
