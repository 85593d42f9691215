/** Finds the name that was meant: the same one in another case or with other separators, or else a close one. */
import { nearest } from '@hookline/core/node'

/** `agentMessage`, `agent-message` and `Agent_Message` are written the same, apart from case and separators. */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '')

/** The only name that differs in nothing but case and separators; undefined if there is none or more than one. */
export function sameName<T extends string>(name: string, names: readonly T[]): T | undefined {
  const plain = normalizeName(name)
  const [first, ...more] = plain === '' ? [] : names.filter((one) => normalizeName(one) === plain)
  return more.length > 0 ? undefined : first
}

/** A question for a hint, or undefined if no name is close. */
export function askIfMeant(name: string, names: readonly string[]): string | undefined {
  const near = sameName(name, names) ?? nearest(name, names)
  return near === undefined || near === name ? undefined : `Did you mean ${JSON.stringify(near)}?`
}
