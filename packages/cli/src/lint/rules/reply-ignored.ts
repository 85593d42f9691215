/** An answer that the event does not read. */
import { type EventName, eventRows, permissionWords, type ReplyField, replyRows } from '@hookline/core/protocol'
import type { ScriptContext } from '../context.ts'
import type { Found, Rule } from '../rule.ts'
import { codeLines } from '../scripts.ts'

/** What Hookline reads and Cursor's documentation does not have. */
const undocumented: Readonly<Partial<Record<EventName, ReplyField>>> = { beforeSubmitPrompt: 'additional_context' }

export const replyIgnored: Rule = {
  code: 'reply-ignored',
  looksAt: 'script',
  find(script): readonly Found[] {
    const events = [
      ...new Set(script.uses.filter(({ context }) => !context.file.claude).map(({ context }) => context.entry.event)),
    ]
    return events.length === 0 ? [] : [...verdicts(script, events), ...strangers(script), ...fields(script, events)]
  },
}

/** A prompt hook answers yes or no; where nothing reads that it only costs. */
export const promptIgnored: Rule = {
  code: 'reply-ignored',
  looksAt: 'entry',
  find({ entry: { type, event }, at }): readonly Found[] {
    const row = eventRows[event]
    if (type !== 'prompt' || row.gate.kind !== 'none' || row.loops) return []
    const message = `${event} does not read the answer of a prompt hook`
    return [{ at: at('prompt'), message, hint: 'Move it to a gate, or to an event that can go on.' }]
  },
}

function verdicts(script: ScriptContext, events: readonly EventName[]): readonly Found[] {
  if (events.some((event) => eventRows[event].gate.kind === 'permission')) return questions(script, events)
  const at = placeOf(script, `permission${is}${quote}(?:allow|deny|ask)`)
  if (at === undefined) return []
  const [event] = events as readonly [EventName]
  const instead =
    eventRows[event].gate.kind === 'continue' ? '`continue: false` refuses there' : 'it comes after the act'
  return [
    {
      at,
      message: `${events.join(', ')} reads no \`permission\`: ${instead}`,
      hint: 'Answer in its own words (docs/events.md), or use a gate.',
    },
  ]
}

/** An ask where no event of the script can ask. */
function questions(script: ScriptContext, events: readonly EventName[]): readonly Found[] {
  const at = placeOf(script, `permission${is}${quote}ask`)
  if (at === undefined || events.some((event) => permissionWords(eventRows[event]).includes('ask'))) return []
  const message = `nobody can be asked at ${events.join(', ')}: \`ask\` refuses there`
  return [{ at, message, hint: 'Answer `deny` with a message, or ask at an event that can (docs/events.md).' }]
}

const strangers = (script: ScriptContext): readonly Found[] => {
  const at = placeOf(script, `action${is}${quote}(?:continue|allow|approve|deny|block)`)
  const hint = 'Answer {} to go on, {"permission":"deny"} or {"continue":false} to refuse.'
  return at === undefined ? [] : [{ at, message: 'no event reads `action`: the answer has no effect', hint }]
}

function fields(script: ScriptContext, events: readonly EventName[]): readonly Found[] {
  return (Object.keys(replyRows) as readonly ReplyField[]).flatMap((field) => {
    const at = field === 'env' ? undefined : placeOf(script, `${field}${is}`)
    if (at === undefined) return []
    const reading = events.filter((event) => eventRows[event].reply.includes(field))
    if (reading.length === 0)
      return [
        {
          at,
          message: `${events.join(', ')} reads no \`${field}\`: it has no effect`,
          hint: 'docs/events.md says which event reads it.',
        },
      ]
    if (!reading.every((event) => undocumented[event] === field)) return []
    const message = `Cursor documents no \`${field}\` for ${reading.join(', ')}: it may be dropped`
    return [{ at, message, hint: 'Add context at sessionStart, which is documented.', severity: 'note' as const }]
  })
}

const quote = `\\\\?["']`
const is = `\\\\?["']\\s*:\\s*`

/** Where a script writes it as a key: `"permission": "deny"`, also with escaped quotes. */
function placeOf(script: ScriptContext, pattern: string) {
  const written = new RegExp(`["']${pattern}`)
  for (const { text, line } of codeLines(script)) {
    const at = text.search(written)
    if (at >= 0) return { line, column: at + 1 }
  }
  return undefined
}
