/** The values that hooks.json and agents' settings share: timeouts and matchers. */

import { invalidPattern } from '../matchers/matcher.ts'
import { longestTimeoutSeconds } from '../protocol/hooks-file.ts'
import type { Member, Node } from './jsonc.ts'
import type { Reader } from './reader.ts'

const longestMs = longestTimeoutSeconds * 1000

/** Milliseconds from seconds or from milliseconds; undefined when it is no usable number. */
export function readTimeout(member: Member, unit: 'seconds' | 'milliseconds', reader: Reader): number | undefined {
  const { key, value } = member
  const given = value.kind === 'value' ? value.value : undefined
  if (typeof given !== 'number' || !Number.isFinite(given) || given <= 0) {
    reader.report(
      'bad-timeout',
      value.at,
      `\`${key}\` is ${describeNode(value)}; 60 seconds are used`,
      `Write a number of ${unit} above 0.`,
    )
    return undefined
  }
  const ms = unit === 'seconds' ? given * 1000 : given
  if (ms <= longestMs) return ms
  const [message, hint] =
    unit === 'seconds'
      ? [
          `\`${key}\` is ${given} seconds (${formatDuration(given)}); these look like milliseconds. ${longestTimeoutSeconds} seconds are used`,
          `Write ${given / 1000} (seconds), or "timeout_ms": ${given}.`,
        ]
      : [`\`${key}\` is above ${longestMs}; ${longestMs} is used`, `Write at most ${longestMs}.`]
  reader.report('timeout-unit', value.at, message, hint)
  return longestMs
}

/** `16 h 40 min` */
function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const parts = [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
  return parts.filter((part) => part !== '').join(' ')
}

/** The matcher, or why there is none to use. `test` says whether it is an expression at all. */
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
    const fault = `the matcher ${JSON.stringify(given)} is no valid expression: ${why}`
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
    reader.report('matcher-object', value.at, fault, `Write "matcher": ${stringForm(value)}.`)
  else reader.report('wrong-type', value.at, fault, 'Write "matcher": "a|b", or leave it out to match everything.')
  return { fault }
}

/** The arguments of a program that is started without a shell; a list that cannot be used makes the entry unusable. */
export function readArguments(
  member: Member | undefined,
  reader: Reader,
): { readonly args?: readonly string[]; readonly fault?: string } {
  if (member === undefined) return {}
  const { value } = member
  const texts = value.kind === 'list' ? value.items.map((item) => (item.kind === 'value' ? item.value : undefined)) : []
  if (value.kind === 'list' && texts.every((text): text is string => typeof text === 'string' && !text.includes('\0')))
    return { args: texts }
  const fault = `\`args\` is ${value.kind === 'list' ? 'a list with something other than texts' : describeNode(value)}; it must be a list of texts`
  reader.report('wrong-type', value.at, fault, 'Write "args": ["./hooks/guard.sh"].')
  return { fault }
}

/** In few words: the engine's text repeats the pattern before the last colon. */
const whyInvalid = (pattern: string): string | undefined => invalidPattern(pattern)?.split(': ').at(-1)

/** The texts in the object as the one string they most likely mean. */
function stringForm(node: Node): string {
  const words = stringsIn(node)
  return JSON.stringify(words.length === 0 ? '*' : words.join('|'))
}
const stringsIn = (node: Node): readonly string[] =>
  node.kind === 'object'
    ? node.members.flatMap((member) => stringsIn(member.value))
    : node.kind === 'list'
      ? node.items.flatMap(stringsIn)
      : typeof node.value === 'string'
        ? [node.value]
        : []

/** The value in words, short, for messages. */
export const describeNode = (node: Node): string =>
  node.kind === 'object'
    ? 'an object'
    : node.kind === 'list'
      ? 'a list'
      : node.value === null
        ? 'null'
        : typeof node.value === 'string'
          ? `the text ${JSON.stringify(node.value.slice(0, 40))}`
          : String(node.value)
