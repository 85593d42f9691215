/** What is remembered of a conversation, and how an event changes it. Pure; a `Sessions` port keeps it. */
import type { Effect, Event, Session } from './flow.ts'
import { replyOf, speaks } from './merge.ts'
import type { Sessions } from './ports.ts'

export const newSession = (id: string): Session => ({ id, generations: 0, loops: {}, env: [] })

/** Whether the event changes anything in it: most do not, and need not look it up. */
export const changesSession = ({ row }: Event, { kind }: Effect): boolean =>
  row.session !== undefined || kind === 'follow-up'

/** The session after the event, or undefined when the event ends it. */
export function sessionAfter(session: Session, event: Event, effect: Effect): Session | undefined {
  switch (event.row.session) {
    case 'ends':
      return undefined
    case 'new-turn':
      return { ...session, loops: {}, generations: session.generations + 1 }
    case 'begins':
      return effect.kind === 'refuse' ? session : { ...session, env: envOf(effect) }
    default:
      return effect.kind === 'follow-up'
        ? { ...session, loops: { ...session.loops, [event.name]: Number(event.input.loop_count) + 1 } }
        : session
  }
}

/** A subagent's conversation has the variables of the one it belongs to; its own come first. */
export const inheriting = (session: Session, parent: Session): Session => ({
  ...session,
  env: [...session.env, ...parent.env],
})

/** Every variable with the source that set it: whom it may reach depends on that (CONTRACT §5). */
const envOf = (effect: Effect): Session['env'] =>
  effect.runs
    .filter((run) => speaks(run) && !run.entry.monitor)
    .flatMap((run) =>
      Object.entries(replyOf(run)?.env ?? {}).map(([name, value]) => ({
        source: run.entry.origin.source,
        name,
        value,
      })),
    )

/** Kept in this process only; the oldest conversation is forgotten first. */
export function memorySessions(limit = 1000): Sessions {
  const kept = new Map<string, Session>()
  return {
    of: (id) => kept.get(id) ?? newSession(id),
    save(session) {
      kept.delete(session.id)
      kept.set(session.id, session)
      if (kept.size > limit) kept.delete(kept.keys().next().value as string)
    },
    end: (id) => void kept.delete(id),
  }
}
