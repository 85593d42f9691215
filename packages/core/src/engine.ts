/** The map: an event goes through these steps, in this order. Every step is a file of that name in `steps/`. */
import type { BackgroundWork, Config, Effect, Event, Plan, Run, Session } from './flow.ts'
import type { FireOptions, TeamRefresh } from './hooks.ts'
import type { Warn } from './listeners.ts'
import type { AnsweredAgent, Approvals, Ask, Configs, Sessions, Sink } from './ports.ts'
import type { MemoryLog } from './sinks/memory.ts'
import { markApproved, offerApproval, useApprovals } from './steps/approve.ts'
import { ask, canAsk } from './steps/ask.ts'
import { awaitBeginning } from './steps/await-beginning.ts'
import { type StartBackground, startBackground } from './steps/background.ts'
import { completePlan } from './steps/complete-plan.ts'
import { decide } from './steps/decide.ts'
import { enforce } from './steps/enforce.ts'
import { restrictingPass, restrictingUntil, runStages, secondPass } from './steps/passes.ts'
import { record } from './steps/record.ts'
import { recordUnenforced, restrict } from './steps/restrict.ts'
import { dropSkipped, run } from './steps/run.ts'
import type { RunRim } from './steps/run-parts.ts'
import { type SelectRim, select } from './steps/select.ts'
import { findSession, saveSession, sessionId } from './steps/session.ts'
import { startDeadline } from './steps/shared/deadline.ts'
import { notAwaited, onlyBackground, refuseUnrecorded, withoutRuns } from './steps/shared/fallback.ts'
import { concat, inOrder } from './steps/shared/merge.ts'
import { type StampRim, stamp } from './steps/stamp.ts'
import { type TraceRim, trace } from './steps/trace.ts'

/** Everything that touches the world. The composer of the engine (`node/create-hooks.ts`) hands it over. */
export interface Rim extends SelectRim, RunRim, StampRim, TraceRim {
  readonly configs: Configs
  readonly sessions: Sessions
  readonly sinks: readonly Sink[]
  /** The last runs, kept by one of the sinks. */
  readonly log: MemoryLog
  readonly onAsk?: Ask | 'host'
  /** The agent that gets the answers. Without one, the host can do everything that hooks can answer. */
  readonly agent?: AnsweredAgent
  /** Absent: refusals cannot be approved. */
  readonly approvals?: Approvals
  /** Hands background hooks to a process that stays. Absent: they run in this one. */
  readonly background?: (work: BackgroundWork) => boolean | Promise<boolean>
  readonly eventTimeoutMs: number
  readonly onEngineError?: 'allow' | 'deny'
  readonly warn?: Warn
  /** Absent: this engine has no teams. */
  readonly teams?: Teams
}

interface Teams {
  refresh(): Promise<readonly TeamRefresh[]>
  close(): void
}

/** The rim, and what one engine keeps between events (`create-engine.ts`). */
export interface Engine {
  readonly rim: Rim
  /** For `explain` and `judge`: looking at a message of the person does not begin a new turn. */
  readonly explainRim: StampRim
  readonly onAsk: Rim['onAsk']
  /** The configuration that an event beginning now must see, with the matchers of its entries ready. */
  readConfig(name: Event['name']): Promise<Config>
  /** Makes `close` wait for this work. */
  track<T>(work: Promise<T>): Promise<T>
  readonly sinks: readonly Sink[]
  /** Starts hooks that no event waits for: in this process, or in the one that the rim hands them to. */
  readonly startBackground: StartBackground
}

export async function fireEvent(name: string, input: unknown, options: FireOptions, engine: Engine): Promise<Effect> {
  const { rim } = engine
  const stamped = stamp(name, input, rim)
  const config = await engine.readConfig(stamped.name)
  const arrived = performance.now()
  const undecided = await awaitBeginning(stamped, config, rim)
  const event = trace(stamped, config, rim)
  const all = completePlan(event, select(event, config, rim), rim, undecided)
  const session = all.entries.length === 0 ? undefined : findSession(event, options.parent, rim.sessions)
  const plan = await startBackground(event, all, session, engine.startBackground)
  // End the session now: the conversation may begin again while these hooks still run with the old one.
  if (event.row.session === 'ends') rim.sessions.end(sessionId(event))
  if (session === undefined || plan.entries.length === 0) {
    const effect = plan.background === undefined ? withoutRuns(event, plan) : onlyBackground(event, plan)
    return recordEffect(event, saveSession(event, effect, rim.sessions), 0, engine.sinks)
  }
  const effect = runPipeline(event, plan, session, { ...options, arrived }, engine)
  if (event.row.waits) return effect
  engine.track(effect)
  return notAwaited(event, plan)
}

async function runPipeline(
  event: Event,
  plan: Plan,
  session: Session,
  options: FireOptions & { readonly arrived: number },
  { rim, onAsk, sinks }: Engine,
): Promise<Effect> {
  const started = performance.now()
  const waitedMs = Math.floor(started - options.arrived)
  const timeoutMs = Math.max(0, Math.min(rim.eventTimeoutMs, options.timeoutMs ?? rim.eventTimeoutMs) - waitedMs)
  const deadline = startDeadline(timeoutMs, () => options.signal)
  const runRim = { ...rim, startedAt: started, until: started + timeoutMs, lateRefuses: options.lateRefuses === true }
  try {
    const first = await runStages(
      event,
      plan,
      rim.edition,
      (pass) => run(pass, session, runRim, deadline),
      (runs) => markApproved(event, runs, rim),
    )
    const approved = {
      runs: concat(...first.decided.map(({ runs }) => runs)),
      approvals: concat(...first.decided.map(({ approvals }) => approvals)),
    }
    const second = await run(secondPass(event, plan, approved.runs, rim.edition), session, runRim, deadline)
    const last = restrictingPass(event, plan, concat(approved.runs, second.runs), rim.edition)
    const lastRim = last === undefined ? runRim : { ...runRim, until: restrictingUntil(runRim.until) }
    const untrusted = last === undefined ? [] : (await run(last, session, lastRim, deadline)).runs
    const approvedLast = markApproved(event, untrusted, rim)
    const ranPlan = dropSkipped(plan, first.skipped)
    const settle = async (firstRuns: readonly Run[], lastRuns: readonly Run[]): Promise<Effect> => {
      const runs = inOrder(plan, concat(firstRuns, second.runs, lastRuns))
      const decision = restrict(event, decide(event, ranPlan, runs, rim.edition), runs, rim.agent)
      const answer = await ask(event, decision, onAsk, deadline, rim.agent, options.answeredAt)
      const enforced = enforce(event, ranPlan, runs, decision, answer, rim.edition)
      return recordUnenforced(event, enforced, rim.agent)
    }
    const wished = await settle(approved.runs, approvedLast.runs)
    const approvals = concat(approved.approvals, approvedLast.approvals)
    // Of several callers with the same approval, one uses it. For the others it is as if there were none.
    const isUsed = wished.kind !== 'refuse' && useApprovals(approvals, rim)
    const effect = isUsed || approvals.length === 0 ? wished : await settle(first.runs, untrusted)
    saveSession(event, effect, rim.sessions)
    if (effect.pluginPaths !== undefined && effect.kind === 'proceed') await rim.configs.addPlugins(effect.pluginPaths)
    const recorded = recordEffect(event, effect, performance.now() - started, sinks)
    // Agents can read the log, so the code is not in the record.
    const isAsked = canAsk(onAsk, rim.agent, options.answeredAt ?? event.name)
    return recorded === effect ? offerApproval(event, effect, isAsked, rim) : recorded
  } finally {
    deadline.end()
  }
}

/** The same effect, or a refusal where an act must have a record and it could not be written. */
function recordEffect(event: Event, effect: Effect, durationMs: number, sinks: readonly Sink[]): Effect {
  const unwritten = record(event, effect, durationMs, sinks)
  return unwritten === undefined ? effect : refuseUnrecorded(effect, unwritten)
}
