/** Step: turns the decision into what the host must do now (CONTRACT §7). */

import type { EditionRow } from '../editions.ts'
import type { Answer, Because, Decision, Effect, Event, Plan, Reply, Run } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import { refusalSentences } from './shared/sentences.ts'

/** For each answer to a question: the rule, and what is added to the hooks' own text. */
const answers: Readonly<
  Record<Exclude<Answer, 'not-asked' | 'left-to-host'>, { rule: Because['rule']; says: string }>
> = {
  allowed: { rule: 'asked', says: 'the person allowed it' },
  denied: { rule: 'asked', says: 'the person denied it' },
  'no-one-there': { rule: 'nobody-to-ask', says: 'it needs approval, and no one can be asked' },
  'agent-cannot-ask': { rule: 'nobody-to-ask', says: 'it needs approval, and the agent cannot ask at this event' },
  'asking-failed': { rule: 'asked', says: 'it needs approval, and asking for it failed' },
}

export function enforce(
  event: Event,
  plan: Plan,
  runs: readonly Run[],
  decision: Decision,
  answer: Answer,
  edition: EditionRow,
): Effect {
  const kind = kindOf(event, decision, answer, edition)
  const refused = kind === 'refuse'
  const asked = answer !== 'not-asked'
  const reply = refused && asked ? toRefusedReply(decision.reply) : decision.reply
  const messages = writeMessages(event, decision, answer, refused)
  const effect = {
    id: event.id,
    event: event.name,
    // A question that was refused is a refusal: a host that only tests for `deny` must not go on.
    verdict: refused ? 'deny' : decision.verdict,
    kind,
    reply,
    input: decision.input,
    because: explainAnswer(decision.because, answer),
    runs,
    plan,
    notes: decision.notes,
    ...dropUndefined({
      userMessage: messages.user,
      agentMessage: messages.agent,
      agentText: decision.messages.agent,
      originalInput: decision.input === event.input ? undefined : event.input,
      context: refused ? undefined : reply.additional_context,
      env: refused ? undefined : reply.env,
      followUp: kind === 'follow-up' ? reply.followup_message : undefined,
      output: reply.updated_mcp_tool_output,
      pluginPaths: reply.pluginPaths,
    }),
  }
  // The input was checked against the row of this very event, which is what types it.
  return effect as unknown as Effect
}

/** The reply after a refused question keeps only the messages, as in any other refusal. */
function toRefusedReply({ user_message, agent_message }: Reply): Reply {
  // The messages come from a reply, so they have the types of its fields.
  return { permission: 'deny', ...dropUndefined({ user_message, agent_message }) } as Reply
}

/** Drops undefined fields, so that the JSON output and the value are the same. */
function dropUndefined(fields: JsonObject): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name]
  return kept
}

function kindOf(event: Event, decision: Decision, answer: Answer, edition: EditionRow): Effect['kind'] {
  if (decision.enforced === 'deny') return 'refuse'
  if (answer === 'left-to-host') return 'ask'
  if (answer !== 'not-asked' && answer !== 'allowed') return 'refuse'
  const used = edition.followUpAt[event.name]?.includes(String(event.input.status)) === true
  return used && decision.reply.followup_message !== undefined ? 'follow-up' : 'proceed'
}

function writeMessages(event: Event, decision: Decision, answer: Answer, refused: boolean): Decision['messages'] {
  const { refusal } = event.row
  if (!refused || refusal === undefined) return decision.messages
  if (answer === 'not-asked') return refusalSentences(refusal, event, decision.messages)
  const says = answer === 'left-to-host' ? '' : answers[answer].says
  const addAnswer = (text: string | undefined) => (text === undefined ? undefined : `${text} (${says})`)
  const user = addAnswer(decision.messages.user) ?? addAnswer(decision.messages.agent) ?? says
  const agent = addAnswer(decision.messages.agent) ?? user
  return refusalSentences(refusal, event, { user, agent })
}

function explainAnswer(because: Because, answer: Answer): Because {
  if (answer === 'not-asked' || answer === 'left-to-host') return because
  const { rule, says } = answers[answer]
  return { ...because, rule, message: `${because.message}; ${says}` }
}
