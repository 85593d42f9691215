/** A script for Cursor without Hookline. No pattern and no message becomes shell text: the rule is data in Base64. */
import { eventRows } from '../../protocol/events/index.ts'
import { readPython } from '../../rules/python/index.ts'
import { type Conversion, type Converted, entryName, messageOf } from './convert.ts'
import { program } from './program.ts'
import type { Written } from './targets.ts'

export interface Script {
  /** Below `.cursor/hooks`. */
  readonly name: string
  readonly text: string
}

export function scriptOf({ rule, hooks }: Conversion): Script {
  const name = fileName(rule.slug)
  const data = {
    name,
    hooks: Object.fromEntries(hooks.map((hook) => [hook.event, answersOf(hook, messageOf(rule))])),
  }
  const text = `#!/bin/sh
# Generated from: .claude/hookify.${line(rule.slug)}.local.md
# Description: ${line(rule.message.split('\n')[0] ?? '')}
# The rule is the last word of this file, as data; node judges by it. Without node nothing is let through.
if ! command -v node > /dev/null 2>&1; then
  echo '${name}: there is no node to judge by, so nothing is let through' >&2
  exit 2
fi
exec node -e '${program}' ${base64(JSON.stringify(data))}
`
  return { name, text }
}

/** As it stands in a hooks.json. */
export const scriptEntry = (name: string, { event, matcher, verdict }: Converted): Written => ({
  command: `.cursor/hooks/${name}`,
  ...(matcher === undefined ? {} : { matcher }),
  ...(verdict === 'deny' && eventRows[event].gate.kind !== 'none' ? { failClosed: true } : {}),
})

function answersOf({ event, when, verdict, says }: Converted, message: string): Written {
  const { gate } = eventRows[event]
  const word = (permission: 'allow' | 'deny' | 'ask'): Written =>
    gate.kind === 'none' ? {} : gate.kind === 'continue' ? { continue: permission === 'allow' } : { permission }
  return {
    when: translated(when),
    matched: { ...word(verdict ?? 'allow'), ...says },
    otherwise: word('allow'),
    ...(Object.keys(says).length === 0 ? { tells: message } : {}),
  }
}

/** Every expression in JavaScript's words. */
function translated(value: unknown, key = ''): unknown {
  if (key === 'regex_match') {
    const read = readPython(String(value))
    // Only what was translated comes here; anything else would hold.
    return read.kind === 'search' ? { ascii: read.ascii, unicode: read.unicode } : { ascii: '', unicode: '' }
  }
  if (Array.isArray(value)) return value.map((one) => translated(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, translated(member, name)]))
}

/** What ends a line, or cannot be seen, does not get into a comment. */
const line = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 200)

/** Only what no shell reads as anything else; where that loses something, a number keeps names apart. */
function fileName(slug: string): string {
  const plain = slug.replace(/[^A-Za-z0-9._-]/g, '-')
  return `${entryName(plain === slug ? slug : `${plain}-${hashOf(slug)}`)}.sh`
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

function base64(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}
