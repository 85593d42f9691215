/** A script for Cursor without Hookline, in sh and awk where that is exact, else in sh and node. No pattern and no message becomes shell text. */
import { eventRows } from '../../protocol/events/index.ts'
import { readPython } from '../../rules/python/index.ts'
import { awkData } from './awk/data.ts'
import { judge } from './awk/judge.ts'
import { type Conversion, type Converted, entryName, messageOf } from './convert.ts'
import { program } from './program.ts'
import type { Written } from './targets.ts'
import type { HookifyRule } from './types.ts'

export interface Script {
  /** Below `.cursor/hooks`. */
  readonly name: string
  readonly text: string
  readonly by: 'sh+awk' | 'sh+node'
  /** What awk cannot judge by, where node does. */
  readonly why?: string
}

export function scriptOf(conversion: Conversion): Script {
  const { rule, hooks } = conversion
  const name = scriptName(rule.slug)
  const data = awkData(hooks)
  const head = `#!/bin/sh
# Generated from: .claude/hookify.${line(rule.slug)}.local.md
# Description: ${line(rule.message.split('\n')[0] ?? '')}
`
  return data.kind === 'data'
    ? { name, text: head + awkText(name, data.text, conversion), by: 'sh+awk' }
    : { name, text: head + nodeText(name, conversion), by: 'sh+node', why: data.why }
}

function nodeText(name: string, { rule, hooks }: Conversion): string {
  const answers = hooks.map((hook) => [hook.event, { when: translated(hook.when), ...answersOf(hook, rule) }])
  return `# The rule is the last word of this file, as data; node judges by it. Without node nothing is let through.
if ! command -v node > /dev/null 2>&1; then
  echo '${name}: there is no node to judge by, so nothing is let through' >&2
  exit 2
fi
exec node -e '${program}' ${base64(JSON.stringify({ name, hooks: Object.fromEntries(answers) }))}
`
}

function awkText(name: string, data: string, { rule, hooks }: Conversion): string {
  const cases = hooks.map((hook) => {
    const { matched, otherwise, tells } = answersOf(hook, rule)
    const told = tells === undefined ? '' : `${printed(tells)} >&2; `
    return `  '${hook.event} 1') ${told}${printed(JSON.stringify(matched))} ;;
  '${hook.event} 0') ${printed(JSON.stringify(otherwise))} ;;`
  })
  return `# The rule is below as tables of numbers; awk walks over the event with them. Without awk nothing is let through.
LC_ALL=C
export LC_ALL
judged=$(awk '${judge}' '${data}')
case $judged in
${cases.join('\n')}
  *)
    echo "${name}: \${judged:-awk did not judge}, so nothing is let through" >&2
    exit 2
    ;;
esac
`
}

/** All but letters, digits and blanks as numbers: nothing that a shell reads as anything else. */
function printed(text: string): string {
  let out = ''
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte)
    out += /[A-Za-z0-9 ]/.test(char) ? char : `\\0${byte.toString(8).padStart(3, '0')}`
  }
  return `printf '%b\\n' '${out}'`
}

/** As it stands in a hooks.json. */
export const scriptEntry = (name: string, { event, matcher, verdict }: Converted): Written => ({
  command: `.cursor/hooks/${name}`,
  ...(matcher === undefined ? {} : { matcher }),
  ...(verdict === 'deny' && eventRows[event].gate.kind !== 'none' ? { failClosed: true } : {}),
})

interface Answers {
  readonly matched: Written
  readonly otherwise: Written
  /** On stderr, where the event has no word for it. */
  readonly tells?: string
}

function answersOf({ event, verdict, says }: Converted, rule: HookifyRule): Answers {
  const { gate } = eventRows[event]
  const word = (permission: 'allow' | 'deny' | 'ask'): Written =>
    gate.kind === 'none' ? {} : gate.kind === 'continue' ? { continue: permission === 'allow' } : { permission }
  return {
    matched: { ...word(verdict ?? 'allow'), ...says },
    otherwise: word('allow'),
    ...(Object.keys(says).length === 0 ? { tells: messageOf(rule) } : {}),
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
export function scriptName(slug: string): string {
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
