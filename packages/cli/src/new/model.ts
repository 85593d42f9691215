/** What a template has to say for an event, read off its row: which field it judges, what it answers, what its test expects. */
import { type EventName, type EventRow, eventRows, type ReplyField } from '@hookline/core/protocol'

export interface Model {
  readonly name: string
  readonly event: EventName
  readonly row: EventRow
  /** What the hook is for: it refuses, sends a follow-up, tells something, or only looks on. */
  readonly kind: 'refuses' | 'follows-up' | 'tells' | 'observes'
  /** The text of the input that a gate judges; absent where the event has none. */
  readonly field?: string
  /** What older versions of the usual agent call that field, and some of them send alone. */
  readonly older?: string
  /** The answer in the ordinary case. */
  readonly usual: Reply
  /** The other answer: of a gate to what is forbidden, of a loop in its first round. */
  readonly special?: Reply
}
export type Reply = Readonly<Record<string, string | boolean | readonly string[]>>

/** Stands for the author's own rule until they write it. */
export const forbidden = 'forbidden'

export function modelOf(name: string, event: EventName): Model {
  const row = eventRows[event]
  const base = { name, event, row }
  const field = textField(row)
  if (row.gate.kind !== 'none' && field !== undefined)
    return {
      ...base,
      kind: 'refuses',
      field,
      ...olderName(row, field),
      usual: yes(row),
      special: { ...no(row), ...messages(row, name) },
    }
  if (row.loops) return { ...base, kind: 'follows-up', usual: {}, special: followUp }
  const told = row.reply.find((one) => Object.hasOwn(sayings, one))
  if (told === undefined) return { ...base, kind: 'observes', usual: {}, ...(field === undefined ? {} : { field }) }
  return { ...base, kind: 'tells', usual: { ...yes(row), [told]: sayings[told] ?? '' } }
}

/** The first text without which nothing can be decided. */
const textField = (row: EventRow): string | undefined =>
  Object.entries(row.input).find(([, { need, type }]) => need === 'essential' && type.kind === 'string')?.[0]

function olderName({ older }: EventRow, field: string): { readonly older?: string } {
  const found = older.find(({ today, inside }) => today === field && inside === undefined)
  return found === undefined ? {} : { older: found.name }
}

const yes = ({ gate }: EventRow): Reply =>
  gate.kind === 'permission' ? { permission: 'allow' } : gate.kind === 'continue' ? { continue: true } : {}
const no = ({ gate }: EventRow): Reply => (gate.kind === 'permission' ? { permission: 'deny' } : { continue: false })

function messages({ reply }: EventRow, name: string): Reply {
  const texts: Partial<Record<ReplyField, string>> = {
    user_message: `Stopped by ${name}.`,
    agent_message: `${name} does not allow this. Say what you wanted to do and wait for an answer.`,
  }
  return Object.fromEntries(Object.entries(texts).filter(([field]) => reply.includes(field as ReplyField)))
}

const followUp: Reply = { followup_message: 'Before you finish: read your change once more and say what you checked.' }

/** What an event that refuses nothing can still say, the most useful first. */
const sayings: Readonly<Partial<Record<ReplyField, string | readonly string[]>>> = {
  additional_context: 'A note from a hook: say here what the agent should know.',
  user_message: 'A note from a hook: say here what the person should know.',
  pluginPaths: [],
}
