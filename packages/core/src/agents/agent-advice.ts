/** What an agent's table means for a hook, said before anything happens: for `init`, `add`, `check` and `doctor`. Pure. */
import type { Entry } from '../flow.ts'
import type { AgentTable } from '../ports.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { type ReplyField, replyRows } from '../protocol/reply.ts'

/** Whether a hook rewrites what it judges; of code that we cannot look into that is not known. */
export function rewritesOf({ pack, rewrites, type, rule }: Entry): boolean | 'unknown' {
  if (pack !== undefined) return rewrites === true
  if (type === 'rule') return rule !== undefined && (rule.replace.length > 0 || Object.keys(rule.says).some(isRewrite))
  return type === 'prompt' ? false : 'unknown'
}

const isRewrite = (field: string): boolean =>
  Object.hasOwn(replyRows, field) && replyRows[field as ReplyField].replaces !== undefined
const rewriteFields = (event: EventName): readonly ReplyField[] => eventRows[event].reply.filter(isRewrite)

/** The agent's own events that must call Hookline as well, so that it obeys what hooks answer to this one. */
export function neededEvents(table: AgentTable, event: EventName, rewrites: boolean): readonly string[] {
  const row = table.rows[event]
  const later = rewrites ? rewriteFields(event).flatMap((field) => row?.rewrites?.[field]?.at ?? []) : []
  return [...new Set([...(row?.needs ?? []), ...(row?.alsoIn ?? []), ...later])]
}

/** What this hook is known to answer and the agent cannot do, in sentences. */
export function agentLimits({ title, rows }: AgentTable, entry: Entry): readonly string[] {
  if (rewritesOf(entry) !== true) return []
  return rewriteFields(entry.event).flatMap((field) => {
    const rule = rows[entry.event]?.rewrites?.[field]
    if (rule === undefined)
      return [`${title} does not apply ${field} at ${entry.event}: what ${entry.label} would rewrite is refused there`]
    return rule.except === undefined
      ? []
      : [`${title} cannot apply ${field} to ${rule.except}: those that ${entry.label} would rewrite are refused there`]
  })
}
