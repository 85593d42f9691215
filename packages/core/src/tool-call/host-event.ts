/**
 * An event that an agent reports: where it stands for a whole tool call, the specific events inside it are fired too, in the
 * order of CONTRACT §2, and the answers become one.
 */
import type { Effect, Verdict } from '../flow.ts'
import type { FireOptions, Hooks } from '../hooks.ts'
import type { Dialect } from '../ports.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { joinDistinct, strictest } from '../steps/shared/merge.ts'
import { type LoopMarks, limitLoop } from './limit-loop.ts'
import { checkOutput, markJudged } from './recheck.ts'

export interface HostEvent {
  readonly host: Dialect
  readonly name: EventName
  readonly input: JsonObject
  /** Called before each event, because less of the time remains then. */
  limits(answeredAt: EventName): FireOptions
}

export interface HostEventRim {
  readonly hooks: Hooks
  readonly marks: Marks
  /** The text of a file that the agent is about to read; empty where it cannot be read. */
  readText(path: string): string
  /** What is known about automatic follow-ups. Absent: they have no limits. */
  readonly loops?: LoopMarks
  /** Whether the agent calls Hookline at this event of its own, for this tool of its own. */
  isConnected(theirs: string, tool?: string): boolean
  /** Called with the effect of each event that was fired. */
  onEffect?(effect: Effect): void
}

/** Notes that one event leaves for a later one about the same act. A lost note costs time, never safety. */
export interface Marks {
  /** Never throws: a mark that cannot be stored is the same as none. */
  leave(key: string, text: string): void
  /** Returns the text once, or undefined if there is none or only an old one. */
  take(key: string): string | undefined
  hash(text: string): string
}

/** Undefined: an earlier event of the host has judged the same act. */
export async function fireHostEvent(event: HostEvent, rim: HostEventRim): Promise<Effect | undefined> {
  const effect = await fireOnce(event, rim)
  return effect === undefined || rim.loops === undefined ? effect : limitLoop(effect, event, rim.hooks, rim.loops)
}

async function fireOnce(event: HostEvent, rim: HostEventRim): Promise<Effect | undefined> {
  const { host, name, input } = event
  const { hooks, marks } = rim
  const repeatKey = hooks.hasActiveHook(name) ? host.repeatKey?.(name, input) : undefined
  if (repeatKey !== undefined && marks.take(repeatKey) !== undefined) return undefined
  const fire = async (inner: EventName, given: JsonObject): Promise<Effect> => {
    const effect = await hooks.untyped.fire(inner, given, event.limits(name))
    rim.onEffect?.(effect)
    return effect
  }
  if (eventRows[name].gate.kind === 'none') {
    await fireWithin(event, input, fire, rim)
    return checkOutput(await fire(name, input), host, input, fire, rim)
  }
  const generic = await fire(name, input)
  if (generic.kind === 'refuse') return generic
  const specific = await fireWithin(event, generic.input, fire, rim)
  for (const effect of specific) if (isCheckedAgain(host, effect.event, rim)) markJudged(input, effect, marks)
  return specific.reduce(combine, generic)
}

export type Fire = (event: EventName, given: JsonObject) => Promise<Effect>

/** Fires the specific events inside another one, and stops at the first refusal. */
async function fireWithin(
  { host, name }: HostEvent,
  input: JsonObject,
  fire: Fire,
  { hooks, marks, readText }: HostEventRim,
): Promise<readonly Effect[]> {
  const effects: Effect[] = []
  for (const part of host.within?.(name, input) ?? []) {
    if (!hooks.hasActiveHook(part.name)) continue
    const effect = await fire(part.name, part.input(readText))
    if (part.repeatKey !== undefined && effect.kind === 'proceed') marks.leave(part.repeatKey, part.name)
    effects.push(effect)
    if (effect.kind === 'refuse') break
  }
  return effects
}

/** The agent also calls Hookline after the act, where it applies a rewrite of this event. */
const isCheckedAgain = (host: Dialect, event: EventName, { isConnected }: HostEventRim): boolean =>
  Object.values(host.agent?.rows[event]?.rewrites ?? {}).some(
    ({ at, tool }) => at !== undefined && isConnected(at, tool),
  )

/** The stricter effect decides, with its messages. Rewrites and context of the generic gate stay, unless it is refused. */
function combine(generic: Effect, specific: Effect): Effect {
  if (specific.kind === 'refuse') return specific
  const [first, second] = [verdictOf(generic), verdictOf(specific)]
  const decides = strictest(first, second)
  const speaking = [generic, specific].filter((effect) => verdictOf(effect) === decides)
  const { user_message: _user, agent_message: _agent, ...rest } = generic.reply
  const user_message = joinDistinct(speaking.map(({ reply }) => reply.user_message))
  const agent_message = joinDistinct(speaking.map(({ reply }) => reply.agent_message))
  const reply = {
    ...rest,
    ...(user_message === undefined ? {} : { user_message }),
    ...(agent_message === undefined ? {} : { agent_message }),
  }
  return { ...generic, kind: decides === first ? generic.kind : specific.kind, reply }
}

const verdicts = { refuse: 'deny', ask: 'ask', proceed: 'allow', 'follow-up': 'allow' } as const
/** What the host does, as a verdict: a hook that is only monitored decides nothing. */
const verdictOf = ({ kind }: Effect): Verdict => verdicts[kind]
