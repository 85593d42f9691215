/** One text for one value, whoever writes it: keys in order, no spaces. A record's hash is over this text. */
import { createHash } from 'node:crypto'

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
  return `{${members.join(',')}}`
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
