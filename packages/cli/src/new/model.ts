/** Derives from an event's row what a template needs: the field it checks, its replies, and what its test expects. */
import { type EventName, type EventRow, eventRows, type ReplyField } from '@hookline/core/protocol'

export interface Model {
  readonly name: string
  readonly event: EventName
  readonly row: EventRow
  /** What the hook does: deny, send a follow-up, add information, or only observe. */
  readonly kind: 'refuses' | 'follows-up' | 'informs' | 'observes'
  /** The text field of the input that a gate checks. Absent if the event has none. */
  readonly field?: string
  /** The name of that field in older versions of the usual agent, some of which send only this one. */
  readonly older?: string
  /** The reply in the usual case. */
  readonly usual: Reply
  /** The other reply: of a gate to forbidden input, of a loop in its first round. */
  readonly special?: Reply
}
export type Reply = Readonly<Record<string, string | boolean | readonly string[]>>

/** The word that the template denies, until the author writes their own rule. */
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
      usual: allowReply(row),
      special: { ...denyReply(row), ...denyMessages(row, name) },
    }
  if (row.loops) return { ...base, kind: 'follows-up', usual: {}, special: followUp }
  const infoField = row.reply.find((one) => Object.hasOwn(infoReplies, one))
  if (infoField === undefined)
    return { ...base, kind: 'observes', usual: {}, ...(field === undefined ? {} : { field }) }
  return { ...base, kind: 'informs', usual: { ...allowReply(row), [infoField]: infoReplies[infoField] ?? '' } }
}

/** The first essential text field. */
const textField = (row: EventRow): string | undefined =>
  Object.entries(row.input).find(([, { need, type }]) => need === 'essential' && type.kind === 'string')?.[0]

function olderName({ older }: EventRow, field: string): { readonly older?: string } {
  const found = older.find(({ today, inside }) => today === field && inside === undefined)
  return found === undefined ? {} : { older: found.name }
}

const allowReply = ({ gate }: EventRow): Reply =>
  gate.kind === 'permission' ? { permission: 'allow' } : gate.kind === 'continue' ? { continue: true } : {}
const denyReply = ({ gate }: EventRow): Reply =>
  gate.kind === 'permission' ? { permission: 'deny' } : { continue: false }

function denyMessages({ reply }: EventRow, name: string): Reply {
  const messages: Partial<Record<ReplyField, string>> = {
    user_message: `Denied by ${name}.`,
    agent_message: `${name} does not allow this. Explain what you wanted to do and wait for an answer.`,
  }
  return Object.fromEntries(Object.entries(messages).filter(([field]) => reply.some((one) => one === field)))
}

const followUp: Reply = { followup_message: 'Before you finish, read your change once more and list what you checked.' }

/** What an event that cannot deny can still reply, the most useful first. */
const infoReplies: Readonly<Partial<Record<ReplyField, string | readonly string[]>>> = {
  additional_context: 'A note from a hook: write here what the agent should know.',
  user_message: 'A note from a hook: write here what the user should know.',
  pluginPaths: [],
}
