/** Decides when automatic follow-ups end (CONTRACT §7). The limits count all of them since the person's last message. Pure. */
import type { Settings } from '../flow.ts'
import { isObject } from '../schema.ts'

/** The first limit that is reached ends the loop. */
export interface LoopLimits {
  /** The number of rounds. Default: 25. */
  readonly rounds?: number
  /** All tokens that `stop` reports: input, output and cache. */
  readonly tokens?: number
  /** Needs `usd` in the input of `stop`. */
  readonly usd?: number
  readonly minutes?: number
  /** Rounds with the same follow-up and no changed file. Default: 2. */
  readonly idleRounds?: number
}
export const loopLimitNames = ['rounds', 'tokens', 'usd', 'minutes', 'idleRounds'] as const
const defaults: LoopLimits = { rounds: 25, idleRounds: 2 }

/** What has happened since the person's last message. */
export interface Loop {
  readonly rounds: number
  /** Undefined after a round that did not report it. */
  readonly tokens: number | undefined
  readonly usd: number | undefined
  readonly startedMs: number
  readonly message?: string
  readonly idle: number
}
export const newLoop = (nowMs: number): Loop => ({ rounds: 0, tokens: 0, usd: 0, startedMs: nowMs, idle: 0 })

/** A round that ended with hooks asking for another one. */
export interface Round {
  readonly message: string
  readonly tokens?: number | undefined
  readonly usd?: number | undefined
  readonly nowMs: number
  /** A file was changed in it. */
  readonly changed: boolean
}

/** Adds the round to the loop. `ended` explains why no other round follows. */
export function nextRound(before: Loop, round: Round, limits: LoopLimits): { loop: Loop; ended?: string } {
  const loop: Loop = {
    rounds: before.rounds + 1,
    tokens: sum(before.tokens, round.tokens),
    usd: sum(before.usd, round.usd),
    startedMs: before.startedMs,
    message: round.message,
    idle: before.message === round.message && !round.changed ? before.idle + 1 : 0,
  }
  const ended = endOf(loop, round.nowMs, limits)
  return ended === undefined ? { loop } : { loop, ended }
}

const sum = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b)

function endOf(loop: Loop, nowMs: number, { rounds, tokens, usd, minutes, idleRounds }: LoopLimits) {
  if (rounds !== undefined && loop.rounds > rounds) return reached(`${rounds} ${plural(rounds)}`)
  if (tokens !== undefined) {
    if (loop.tokens === undefined) return unknown(`${tokens} tokens`, 'how many a round used')
    if (loop.tokens >= tokens) return reached(`${tokens} tokens (${loop.tokens} used)`)
  }
  if (usd !== undefined) {
    if (loop.usd === undefined) return unknown(`${usd} USD`, 'what a round cost')
    if (loop.usd >= usd) return reached(`${usd} USD (${Number(loop.usd.toFixed(4))} spent)`)
  }
  if (minutes !== undefined && nowMs - loop.startedMs >= minutes * 60_000)
    return reached(`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`)
  if (idleRounds !== undefined && loop.idle >= idleRounds)
    return reached(`${idleRounds} ${plural(idleRounds)} with the same follow-up and no file changed`)
  return undefined
}

const plural = (rounds: number) => (rounds === 1 ? 'round' : 'rounds')
const reached = (what: string) => `Stop hook auto-loop limit reached: ${what}`
/** A limit that cannot be checked ends the loop. */
const unknown = (limit: string, what: string) =>
  `Stop hook auto-loop ended: there is a limit of ${limit}, and ${what} is not known`

/** Files of these sources set a limit. A project's file can only lower one. */
const owners: readonly string[] = ['enterprise', 'team', 'user'] satisfies readonly Settings['source'][]

/** The strictest limit of the host and of the machine's owners, or the default. A project may lower it. */
export function loopLimits(own: LoopLimits | undefined, settings: readonly Settings[]): LoopLimits {
  const configured = settings.flatMap(({ source, values }) =>
    isObject(values.loops) ? [{ source, loops: values.loops }] : [],
  )
  const set = [own ?? {}, ...configured.filter(({ source }) => owners.includes(source)).map(({ loops }) => loops)]
  const asked = configured.filter(({ source }) => source === 'project').map(({ loops }) => loops)
  const limits: Record<string, number> = {}
  for (const name of loopLimitNames) {
    const least = smallest([smallest(set.map((one) => one[name])) ?? defaults[name], ...asked.map((one) => one[name])])
    if (least !== undefined) limits[name] = least
  }
  return limits
}

function smallest(values: readonly unknown[]): number | undefined {
  const usable = values.filter(isLimit)
  return usable.length === 0 ? undefined : Math.min(...usable)
}

export const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
