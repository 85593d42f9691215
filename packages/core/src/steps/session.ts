/** What a conversation remembers, and how an event changes it. A `Sessions` port stores it. */

import { refusalAt } from '../agents/agent-row.ts'
import { usualAgent } from '../agents/list.ts'
import type { Effect, Entry, Event, KeptRefusal, Session } from '../flow.ts'
import type { AnsweredAgent, Sessions } from '../ports.ts'
import { refusalReply } from './shared/fallback.ts'
import { replyOf, speaks } from './shared/merge.ts'

export const sessionId = (event: Event): string =>
  typeof event.input.conversation_id === 'string' ? event.input.conversation_id : ''

/** The event's session, with the variables of its parent's. */
export function findSession(event: Event, parent: string | undefined, sessions: Sessions): Session {
  const own = sessions.of(sessionId(event))
  return parent === undefined ? own : inheritVariables(own, sessions.of(parent))
}

/** Saves what the event changes in its session, and returns the effect. */
export function saveSession(event: Event, effect: Effect, sessions: Sessions): Effect {
  if (!changesSession(event, effect)) return effect
  // Read it again: other events of the conversation may have ended meanwhile.
  const session = sessions.of(sessionId(event))
  const after = sessionAfter(session, event, effect)
  if (after !== undefined && after !== session) sessions.save(after)
  return effect
}

export const newSession = (id: string): Session => ({ id, generations: 0, loops: {}, env: [] })

/** Whether the event changes its session. Most do not, and then the session is not read. */
const changesSession = ({ row }: Event, { kind, unenforced }: Effect): boolean =>
  row.session !== undefined || kind === 'follow-up' || unenforced === 'later'

/** The session after the event, or undefined when the event ends it. */
function sessionAfter(session: Session, event: Event, effect: Effect): Session | undefined {
  switch (event.row.session) {
    case 'ends':
      return undefined
    case 'new-turn':
      return beginTurn(session, event)
    case 'begins':
      return effect.kind === 'refuse' ? session : beginSession(session, event, effect)
    default:
      if (effect.unenforced === 'later') return keepRefusal(session, event, effect)
      return effect.kind === 'follow-up' ? countFollowUp(session, event, effect) : session
  }
}

function countFollowUp(session: Session, event: Event, { followUp, reply }: Effect): Session {
  const text = followUp ?? reply.followup_message
  return {
    ...session,
    loops: { ...session.loops, [event.name]: Number(event.input.loop_count) + 1 },
    ...(text === undefined ? {} : { followUp: text }),
  }
}

/** Some agents report a follow-up as a prompt. It is not a message of the person, so what it continues is not at its beginning. */
function beginTurn({ followUp, ...session }: Session, { input }: Event): Session {
  return followUp !== undefined && input.prompt === followUp
    ? session
    : { ...session, loops: {}, generations: session.generations + 1 }
}

/** A conversation that begins again without a refusal drops the refusals it kept. */
function beginSession({ refusals: _, ...before }: Session, event: Event, effect: Effect): Session {
  const { beginning } = before
  const session = beginning === undefined ? before : { ...before, beginning: { ...beginning, decided: true } }
  return effect.unenforced === undefined
    ? { ...session, env: readVariables(effect) }
    : keepRefusal({ ...session, env: [] }, event, effect)
}

/** Keep at most this many: one refuses as well as a hundred. */
const MOST_REFUSALS = 20

function keepRefusal(session: Session, event: Event, effect: Effect): Session {
  const [entry] = effect.because.entries
  const { subagent_id: subagent } = event.input
  if (effect.unenforced !== 'later' || entry === undefined) return session
  const { user_message, agent_message } = effect.reply
  const refusal: KeptRefusal = {
    event: event.name,
    ...(typeof subagent === 'string' ? { subagent } : {}),
    message: user_message ?? agent_message ?? effect.because.message,
    ...(effect.agentText === undefined ? {} : { agentMessage: effect.agentText }),
    entry: entry.id,
    label: entry.label,
    source: entry.origin.source,
    ...(effect.because.entries.every(({ onlyRestricts }) => onlyRestricts === true) ? { untrusted: true } : {}),
  }
  return { ...session, refusals: dropMost([...(session.refusals ?? []), refusal]) }
}

/** Drops the oldest. A refusal of an untrusted workspace never displaces another one. */
function dropMost(refusals: readonly KeptRefusal[]): readonly KeptRefusal[] {
  if (refusals.length <= MOST_REFUSALS) return refusals
  const least = Math.max(
    0,
    refusals.findIndex(({ untrusted }) => untrusted === true),
  )
  return dropMost(refusals.toSpliced(least, 1))
}

/** Whether the agent honours a refusal at this event, so that a kept one can be given. */
export const stopsHere = (event: Event, agent: AnsweredAgent): boolean =>
  event.row.guardsAct && refusalAt(agent, event.name, event.input) === 'stops'

/** The conversation's kept refusals that apply to this event, each as an entry that answers at once. */
export const keptRefusals = (refusals: readonly KeptRefusal[] = [], event: Event): readonly Entry[] =>
  refusals
    .filter(({ subagent }) => subagent === undefined || subagent === event.input.agent_id)
    .map((kept) => keptEntry(kept, event))

const keptEntry = (kept: KeptRefusal, { name }: Event): Entry => ({
  id: kept.entry,
  event: name,
  type: 'command',
  label: kept.label,
  timeoutMs: 1000,
  loopLimit: null,
  monitor: false,
  // It refuses the whole conversation, and not this call.
  approvals: false,
  dialect: usualAgent.name,
  cwd: '',
  origin: { source: kept.source, own: false },
  trust: 'own',
  extra: {},
  call: () => {
    const describe = (text: string) => `refused at ${kept.event}: ${text}`
    return refusalReply(name, describe(kept.message), describe(kept.agentMessage ?? kept.message))
  },
})

/** A subagent's conversation has the variables of its parent. Its own come first. */
const inheritVariables = (session: Session, parent: Session): Session => ({
  ...session,
  env: [...session.env, ...parent.env],
})

/** Every variable with the source that set it, which decides which hooks may see it (CONTRACT §5). */
const readVariables = (effect: Effect): Session['env'] =>
  effect.runs
    .filter((run) => speaks(run) && !run.entry.monitor)
    .flatMap((run) =>
      Object.entries(replyOf(run)?.env ?? {}).map(([name, value]) => ({
        source: run.entry.origin.source,
        name,
        value,
      })),
    )

/** Keeps sessions in this process only, and drops the oldest conversation first. */
export function memorySessions(limit = 1000): Sessions {
  const kept = new Map<string, Session>()
  return {
    of: (id) => kept.get(id) ?? newSession(id),
    save(session) {
      kept.delete(session.id)
      kept.set(session.id, session)
      // The map is not empty: this session was just added.
      if (kept.size > limit) kept.delete(kept.keys().next().value as string)
    },
    end: (id) => void kept.delete(id),
  }
}
