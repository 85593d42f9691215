/** Step: decides from all runs together, and explains why. The order in which runs end does not matter. */

import { type EditionRow, gateOf } from '../editions.ts'
import type { Decision, Entry, Event, Plan, Reply, Rule, Run, Verdict } from '../flow.ts'
import type { Gate } from '../protocol/row.ts'
import { becauseApproved, explainDecision, explainPause } from './shared/because.ts'
import {
  enforces,
  hasOpinion,
  inOrder,
  isSameJson,
  joinMessages,
  lastRewrite,
  MAX_TEXT,
  mergeEnv,
  mergePaths,
  type Rewrite,
  replyOf,
  single,
  speaks,
  strictest,
  traceRewrites,
  verdictOf,
} from './shared/merge.ts'
import { agentName, failureSentence } from './shared/sentences.ts'

export function decide(event: Event, plan: Plan, runs: readonly Run[], edition: EditionRow): Decision {
  const ordered = inOrder(plan, runs)
  const opinions = ordered.filter(hasOpinion)
  const enforcing = opinions.filter(enforces)
  const { chain, clash: early } = traceRewrites(event, opinions, edition)
  const rewrite = lastRewrite(event, chain)
  const clash = early?.other ?? findOtherRewrite(enforcing, chain)
  const gate = gateOf(edition, event.name, event.row.gate)
  const verdict = clash === undefined ? mergeVerdicts(opinions, gate) : 'deny'
  const enforced = clash === undefined ? mergeVerdicts(enforcing, gate) : 'deny'
  // A clash needs a rewrite.
  const rewrites = clash === undefined ? undefined : ([early?.author ?? (chain.at(-1) as Rewrite), clash] as const)
  // A hook that only monitors is named if no other hook decided, but never as the one that stopped an act.
  const stopped = enforced === 'deny' || enforced === 'ask'
  const approved = opinions.filter((run) => run.approved !== undefined)
  const decided = stopped
    ? explainDecision(enforcing, enforced, gate, rewrites)
    : approved.length > 0
      ? becauseApproved(approved)
      : explainDecision(ordered, verdict, gate, rewrites)
  const because = (noOneDecided.has(decided.rule) ? explainPause(plan) : undefined) ?? decided
  const notes: string[] = [...(plan.notes ?? [])]
  if (verdict !== enforced && opinions.some((run) => run.entry.monitor)) notes.push('monitor')
  if (approved.length > 0) notes.push('approved')
  const messages =
    clash === undefined
      ? mergeMessages(enforcing, enforced, notes)
      : { user: because.message, agent: clashText(because.entries) }
  return {
    verdict: verdict ?? 'allow',
    enforced: enforced ?? 'allow',
    because,
    reply: mergeReplies({
      event,
      runs: enforcing,
      verdict: enforced,
      gate,
      messages,
      edition,
      notes,
      rewrite,
      isRewritten: chain.length > 0,
    }),
    messages,
    input: rewrite?.input ?? event.input,
    notes,
  }
}

const noOneDecided: ReadonlySet<Rule> = new Set<Rule>(['nobody', 'no-opinion'])

/** An event without a gate refuses nothing. */
const mergeVerdicts = (runs: readonly Run[], gate: Gate): Verdict | undefined =>
  gate.kind === 'none' ? undefined : runs.map(verdictOf).reduce(strictest, undefined)

/**
 * A rewrite in the second pass that differs from the one that all hooks were given. The author of an earlier rewrite knew that later
 * hooks would change it, so only its verdict counts then.
 */
function findOtherRewrite(runs: readonly Run[], chain: readonly Rewrite[]): Run | undefined {
  const last = chain.at(-1)
  if (last === undefined) return undefined
  const earlier = new Set(chain.slice(0, -1).map(({ author }) => author.entry.id))
  return runs.find((run) => {
    const value = run.look === 2 && speaks(run) && !earlier.has(run.entry.id) ? replyOf(run)?.[last.field] : undefined
    return value !== undefined && !isSameJson(value, last.value)
  })
}

const clashText = ([author, other]: readonly Entry[]): string =>
  `${agentName(author)} rewrote the input, and ${agentName(other)} then rewrote it differently`

/** Messages of the hooks that gave the winning verdict, or of all hooks if nothing is refused or asked. */
function mergeMessages(runs: readonly Run[], verdict: Verdict | undefined, notes: string[]): Decision['messages'] {
  const speaking =
    verdict === 'deny' || verdict === 'ask' ? runs.filter((run) => verdictOf(run) === verdict) : runs.filter(speaks)
  const user = cut(
    joinMessages(speaking, (run) => textFor(run, 'user_message')),
    notes,
  )
  const agent = cut(
    joinMessages(speaking, (run) => textFor(run, 'agent_message')),
    notes,
  )
  return { ...(user === undefined ? {} : { user }), ...(agent === undefined ? {} : { agent }) }
}

function textFor(run: Run, field: 'user_message' | 'agent_message'): string | undefined {
  const { outcome } = run
  if (outcome.kind === 'failed' && outcome.verdict === 'deny' && outcome.read !== true)
    return failureSentence(run.entry, outcome, field)
  const text = replyOf(run)?.[field]
  return field === 'user_message' ? text : (text ?? run.agentText ?? packText(run))
}

/** A pack's text for the person may say how to open the gate, so the model never gets it. */
function packText(run: Run): string | undefined {
  const verdict = verdictOf(run)
  const isStopped = verdict === 'deny' || verdict === 'ask'
  return run.entry.pack !== undefined && isStopped ? `${run.entry.label} does not allow this` : undefined
}

interface Merging {
  readonly event: Event
  /** Those that count. */
  readonly runs: readonly Run[]
  readonly verdict: Verdict | undefined
  readonly gate: Gate
  readonly messages: Decision['messages']
  readonly edition: EditionRow
  readonly notes: string[]
  /** Undefined although there were rewrites: a later one restored the input. */
  readonly rewrite: Rewrite | undefined
  readonly isRewritten: boolean
}

function mergeReplies(merging: Merging): Reply {
  const { event, runs, verdict, gate, messages, edition, notes, rewrite, isRewritten } = merging
  const reply: Record<string, unknown> = {}
  if (gate.kind === 'permission' && verdict !== undefined) reply.permission = verdict
  if (gate.kind === 'continue' && verdict !== undefined) reply.continue = verdict !== 'deny'
  const refused = verdict === 'deny'
  const rewritten = (field: 'updated_input' | 'updated_content') => {
    if (refused) return undefined
    // Nothing was changed, but a hook may have answered with what was there.
    if (!isRewritten) return single(runs, field, edition)?.value
    return rewrite?.field === field ? rewrite.value : undefined
  }
  const values: Record<keyof Reply, () => unknown> = {
    permission: () => undefined,
    continue: () => undefined,
    user_message: () => messages.user,
    agent_message: () => messages.agent,
    additional_context: () => (refused ? undefined : mergeContext(runs, edition, notes)),
    updated_input: () => rewritten('updated_input'),
    updated_content: () => rewritten('updated_content'),
    updated_mcp_tool_output: () => single(runs, 'updated_mcp_tool_output', edition)?.value,
    followup_message: () => cut(single(runs, 'followup_message', edition)?.value, notes),
    env: () => (refused ? undefined : mergeEnv(runs, edition)),
    pluginPaths: () => mergePaths(runs),
  }
  for (const field of event.row.reply) {
    const value = values[field]()
    if (value !== undefined) reply[field] = value
  }
  // Only fields of the event's row are set above.
  return reply as Reply
}

function mergeContext(runs: readonly Run[], edition: EditionRow, notes: string[]): string | undefined {
  const text = joinMessages(runs.filter(speaks), (run) => replyOf(run)?.additional_context)
  if (text === undefined || text.length <= MAX_TEXT || edition.longContext === 'kept') return text
  if (edition.longContext === 'cut') return cut(text, notes)
  notes.push('dropped')
  return undefined
}

function cut(text: string | undefined, notes: string[]): string | undefined {
  if (text === undefined || text.length <= MAX_TEXT) return text
  notes.push('cut')
  const end = text.charCodeAt(MAX_TEXT - 1)
  // Half of a surrogate pair would not survive as UTF-8.
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT)
}
