/** Step: refuses a rewrite that the answered agent cannot apply, and marks a refusal that the agent does not honour. */
import { agentRow, refusalAt } from '../agents/agent-row.ts'
import type { Decision, Effect, Event, Run } from '../flow.ts'
import type { AgentRewrite, AnsweredAgent } from '../ports.ts'
import { type ReplyField, replyRows } from '../protocol/reply.ts'
import type { JsonObject } from '../schema.ts'
import { refusalReply } from './shared/fallback.ts'
import { isSameJson, replyOf } from './shared/merge.ts'
import { agentName, nameOf } from './shared/sentences.ts'

/** If the agent would act on the original input, the act is refused: what hooks checked must be what happens (CONTRACT §6). */
export function restrict(
  event: Event,
  decision: Decision,
  runs: readonly Run[],
  agent: AnsweredAgent | undefined,
): Decision {
  const row = agentRow(agent, event.name)
  const field = findRewrittenField(event, decision)
  if (agent === undefined || row === undefined || field === undefined || decision.enforced === 'deny') return decision
  const rule = row.rewrites?.[field]
  const reason = whyNotHere(rule, event.input, decision.input)
  const why = explainObstacle(field, rule, event, reason, agent)
  if (why === undefined)
    return rule?.at === undefined ? decision : { ...decision, notes: [...decision.notes, `rewrite-after:${rule.at}`] }
  const forAgent = `${agent.table.title} cannot apply ${field} here${reason === undefined ? '' : `: ${reason}`}`
  return refuse(event, decision, findAuthor(runs, field, decision), `${agent.table.title} ${why}`, forAgent)
}

/** The reply field that rewrote the input. A rewrite that changes nothing does not count. */
const findRewrittenField = (event: Event, { input, reply }: Decision): ReplyField | undefined =>
  input === event.input
    ? undefined
    : event.row.reply.find((field) => replyRows[field].replaces !== undefined && reply[field] !== undefined)

function explainObstacle(
  field: ReplyField,
  rule: AgentRewrite | undefined,
  { name }: Event,
  reason: string | undefined,
  agent: AnsweredAgent,
): string | undefined {
  if (rule === undefined) return `does not apply ${field} at ${name}`
  if (rule.at !== undefined && !agent.isConnected(rule.at, rule.tool))
    return `would apply ${field} at ${rule.at}, where it does not call Hookline (hookline init)`
  return reason === undefined ? undefined : `cannot apply ${field} here: ${reason}`
}

/** Part of a rewrite is not enough: the rest would stay as it was, although hooks have checked something else. */
function whyNotHere(rule: AgentRewrite | undefined, before: JsonObject, after: JsonObject): string | undefined {
  const lost = rule?.loses?.(before, after) ?? []
  return rule?.unless?.(before) ?? (lost.length === 0 ? undefined : `its call cannot carry a new ${lost.join(', ')}`)
}

const findAuthor = (runs: readonly Run[], field: ReplyField, { reply }: Decision): Run | undefined =>
  runs.find((run) => !run.entry.monitor && isSameJson(replyOf(run)?.[field], reply[field]))

/** The model reads only what cannot be done. The missing connection and the script's name are for the person. */
function refuse(event: Event, decision: Decision, author: Run | undefined, why: string, whyForAgent: string): Decision {
  const message = `${author?.entry.label ?? 'a hook'} rewrites this, and ${why}: refused`
  const forAgent = `${agentName(author?.entry)} rewrites this, and ${whyForAgent}: refused`
  return {
    ...decision,
    verdict: 'deny',
    enforced: 'deny',
    because: {
      rule: 'cannot-rewrite',
      entries: author === undefined ? [] : [author.entry],
      message: `refused: ${author === undefined ? 'a hook' : nameOf(author.entry)} rewrites this, and ${why}`,
    },
    reply: refusalReply(event.name, message, forAgent),
    messages: { user: message, agent: forAgent },
    input: event.input,
  }
}

/** An act that goes on is never recorded as refused. */
export function recordUnenforced(event: Event, effect: Effect, agent: AnsweredAgent | undefined): Effect {
  if (agent === undefined || effect.kind !== 'refuse') return effect
  const refusal = refusalAt(agent, event.name, event.input)
  if (refusal === 'stops') return effect
  // Keep the refusal in any case: the agent may be connected by a file that we do not see.
  const needs = agentRow(agent, event.name)?.needs ?? []
  const isGiven = refusal === 'later' && needs.some((theirs) => agent.isConnected(theirs))
  return {
    ...effect,
    kind: 'proceed',
    unenforced: refusal === 'later' ? 'later' : 'never',
    notes: [...effect.notes, isGiven ? 'given-later' : 'agent-goes-on'],
  }
}
