/** Step: applies a person's approval to the runs of the call that it was given for, and offers one for a refusal (CONTRACT §16). */
import { isManagedSource } from '../agents/sources.ts'
import type { Effect, Event, Reply, Rule, Run } from '../flow.ts'
import type { AnsweredAgent, Approval, Approvals } from '../ports.ts'
import { passingFields } from '../protocol/common.ts'
import type { JsonObject } from '../schema.ts'
import { joinDistinct, verdictOf } from './shared/merge.ts'

interface ApproveRim {
  readonly approvals?: Approvals
  readonly agent?: AnsweredAgent
}

export interface ApprovedRuns {
  readonly runs: readonly Run[]
  /** The approvals that cover a run. */
  readonly approvals: readonly Approval[]
}

/** Marks the runs that an approval of exactly this call covers. They are recorded and decide nothing. */
export function markApproved(event: Event, runs: readonly Run[], { approvals, agent }: ApproveRim): ApprovedRuns {
  if (approvals === undefined || !canApproveAt(event) || !runs.some(objects)) return { runs, approvals: [] }
  const found = approvals.find(approvals.hash(callFacts(event, agent)))
  const covering = new Set<Approval>()
  const marked = runs.map((run) => {
    const by =
      run.look === 1 && objects(run) && canApprove(run)
        ? found.find(({ covers }) => covers.includes(coverOf(run)))
        : undefined
    if (by === undefined) return run
    covering.add(by)
    return { ...run, approved: by.how }
  })
  return { runs: covering.size === 0 ? runs : marked, approvals: [...covering] }
}

/** Uses up each approval once, although it may cover runs of several passes. */
export const useApprovals = (used: readonly Approval[], { approvals }: ApproveRim): boolean =>
  [...new Map(used.map((one) => [`${one.key} ${one.how.lasts}`, one])).values()].every(
    (one) => approvals?.use(one) === true,
  )

/** The event has a text for the person, and the same call can come again. */
const canApproveAt = ({ row }: Event): boolean =>
  row.guardsAct && row.session !== 'begins' && row.reply.includes('user_message')

const objects = (run: Run): boolean => {
  const verdict = run.entry.monitor ? undefined : verdictOf(run)
  return verdict === 'deny' || verdict === 'ask'
}

/**
 * A closed gate has a repair of its own. Managed hooks can be approved only if their entry says so. A verdict on another hook's
 * rewrite is not about the call that the person sees.
 */
function canApprove({ entry, outcome, rewrittenBy }: Run): boolean {
  const isManaged = isManagedSource(entry.origin.source)
  const isClosed = entry.broken !== undefined || (outcome.kind === 'failed' && outcome.code === 'integrity')
  return !isClosed && rewrittenBy === undefined && (entry.approvals ?? !isManaged)
}

/** What an approval covers of a run: its rule, or else its hook as it is now. */
const coverOf = ({ rule, entry }: Run): string => rule ?? entry.id

/** The event, the agent, the workspace and every argument: two calls with equal facts are the same call. */
export function callFacts(
  { name, input }: Pick<Event, 'name' | 'input'>,
  agent: Pick<AnsweredAgent, 'name'> | undefined,
): JsonObject {
  const compared = Object.entries(input).filter(([field]) => !passingFields.has(field))
  return { version: 1, event: name, agent: agent?.name ?? null, input: Object.fromEntries(compared) }
}

/** Refusals that hooks gave. A rewrite that cannot be applied, or a no of the person, cannot be approved. */
const approvable: ReadonlySet<Rule> = new Set<Rule>(['reply', 'exit-2', 'read-no', 'failed-closed', 'nobody-to-ask'])

/**
 * Adds a code to the person's text with which they can let this call pass once. The model never gets the code. A question that the
 * agent may refuse by itself only waits in the list of `hookline approve`: its text is the agent's question, which the model may read.
 */
export function offerApproval(event: Event, effect: Effect, canAsk: boolean, { approvals, agent }: ApproveRim): Effect {
  const asked = effect.kind === 'ask' && agent?.table.mayRefuseQuestions === true
  const isOffered = (asked || effect.kind === 'refuse') && approvable.has(effect.because.rule) && canApproveAt(event)
  if (approvals === undefined || !isOffered || effect.originalInput !== undefined) return effect
  const refusing = effect.runs.filter(
    (run) => run.approved === undefined && objects(run) && (verdictOf(run) === 'deny' || asked || !canAsk),
  )
  if (refusing.length === 0 || !refusing.every(canApprove)) return effect
  const hooks = [...new Set(refusing.map(({ rule, entry }) => rule ?? clip(entry.label)))]
  const code = approvals.offer({
    key: approvals.hash(callFacts(event, agent)),
    event: event.name,
    input: event.input,
    covers: [...new Set(refusing.map(coverOf))],
    hooks,
    ...(agent === undefined ? {} : { agent: agent.name }),
    ...(asked ? { asked } : {}),
  })
  return code === undefined || asked ? effect : withCode(event, effect, code, hooks)
}

/** Each reader gets a text of its own, because agents show the person's text to the model if there is no other. */
function withCode({ row }: Event, effect: Effect, code: string, hooks: readonly string[]): Effect {
  const { user_message, agent_message } = effect.reply
  const forAgent = agent_message ?? effect.agentText ?? user_message ?? 'A hook denied this.'
  const person = joinLines(user_message ?? agent_message ?? effect.because.message, codeSentence(code, hooks))
  const reply: Reply = {
    ...effect.reply,
    user_message: person,
    ...(row.reply.includes('agent_message') ? { agent_message: forAgent } : {}),
  }
  return {
    ...effect,
    reply,
    agentText: forAgent,
    userMessage: joinLines(effect.userMessage ?? '', codeSentence(code, hooks)),
    approval: { code, hooks },
  }
}

/** The label of a hook without a name is its whole command. */
const MAX_LABEL = 60
const clip = (text: string): string => (text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1)}…` : text)

const joinLines = (text: string, more: string): string => joinDistinct([text])?.concat('\n', more) ?? more

const codeSentence = (code: string, hooks: readonly string[]): string =>
  `To let exactly this call pass once, run in your own terminal: hookline approve ${code} (covers ${hooks.join(', ')})`
