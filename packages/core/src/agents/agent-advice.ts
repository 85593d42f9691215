/** What an agent can and cannot do with a hook, for `init`, `add`, `check` and `doctor`. Pure. */
import type { Entry } from '../flow.ts'
import type { AgentTable } from '../ports.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { type ReplyField, replyRows } from '../protocol/reply.ts'

/** Whether a hook rewrites its input. For code that Hookline cannot inspect, this is not known. */
export function rewritesOf({ pack, rewrites, type, rule }: Entry): boolean | 'unknown' {
  if (pack !== undefined) return rewrites === true
  if (type === 'rule') return rule !== undefined && (rule.replace.length > 0 || Object.keys(rule.says).some(isRewrite))
  return type === 'prompt' ? false : 'unknown'
}

const isReplyField = (field: string): field is ReplyField => Object.hasOwn(replyRows, field)
const isRewrite = (field: string): boolean => isReplyField(field) && replyRows[field].replaces !== undefined
const rewriteFields = (event: EventName): readonly ReplyField[] => eventRows[event].reply.filter(isRewrite)

/** The agent's own events that must also call Hookline, so that the agent enforces the replies to this event. */
export function neededEvents(table: AgentTable, event: EventName, rewrites: boolean): readonly string[] {
  const row = table.rows[event]
  const later = rewrites ? rewriteFields(event).flatMap((field) => row?.rewrites?.[field]?.at ?? []) : []
  return [...new Set([...(row?.needs ?? []), ...(row?.alsoIn ?? []), ...later])]
}

/** Sentences about replies of this hook that the agent cannot carry out. */
export function agentLimits({ title, rows }: AgentTable, entry: Entry): readonly string[] {
  if (rewritesOf(entry) !== true) return []
  return rewriteFields(entry.event).flatMap((field) => {
    const rule = rows[entry.event]?.rewrites?.[field]
    if (rule === undefined)
      return [
        `${title} does not apply ${field} at ${entry.event}, so Hookline denies what ${entry.label} would rewrite`,
      ]
    return rule.except === undefined
      ? []
      : [`${title} cannot apply ${field} to ${rule.except}, so Hookline denies those that ${entry.label} would rewrite`]
  })
}
