/** `GET /api/health`: how the hooks are, in one sentence. */
import { callsHookline, type Entry } from '@hookline/core/node'
import type { Health } from '@hookline/web/wire'
import { agents } from '../agents.ts'
import { connectedEvents, isConnected } from '../connect/connections.ts'
import { counted } from '../entry-text.ts'
import { shortTime } from '../log/when.ts'
import type { Ask, Route } from './ask.ts'
import { changedAt, filesOf } from './changed-at.ts'
import { lookAt } from './look.ts'
import { failsNow, type Recent, recentOf } from './recent.ts'
import { stepsFor } from './steps.ts'

/** Pages ask every few seconds, and a look starts programs. */
const LOOK_EVERY_MS = 60_000

export const healthRoute: Route = { method: 'GET', path: '/api/health', answer: health }

async function health({ panel, scene }: Ask): Promise<Health> {
  const { hooks, log, root } = scene
  const recent = await recentOf(scene)
  const now = Date.now()
  const facts = factsOf(hooks.entries, recent, root)
  const { findings } = await lookAt(scene, LOOK_EVERY_MS)
  const problems = {
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
  }
  const { records } = await log.size()
  return {
    sentence: sentenceOf(facts, now),
    tone: toneOf(facts, problems.errors),
    hooks: { active: facts.active, held: facts.held, broken: facts.broken },
    agents: facts.agents,
    problems,
    ...(facts.lastAt === undefined ? {} : { lastEventAt: new Date(facts.lastAt).toISOString() }),
    ...(facts.unprovenSince === undefined ? {} : { unprovenSince: new Date(facts.unprovenSince).toISOString() }),
    records,
    root,
    version: panel.version,
    tier: 'Hooks run as you, beside the agent: a guard rail, not a boundary.',
    write: panel.write && !scene.demo,
    demo: scene.demo,
    steps: records > 0 ? [] : stepsFor(scene),
  }
}

export interface HealthFacts {
  readonly active: number
  readonly held: number
  readonly broken: number
  readonly agents: readonly string[]
  readonly lastAt?: number
  readonly unprovenSince?: number
}

export function factsOf(entries: readonly Entry[], recent: Recent, root: string): HealthFacts {
  const own = entries.filter(({ command }) => !callsHookline(command))
  const active = own.filter(({ held, broken }) => held === undefined && broken === undefined)
  const isBroken = (entry: Entry) =>
    entry.broken !== undefined || entry.held?.why === 'invalid' || failsNow(recent, entry.id)
  const last = recent.records[0]?.at
  const lastAt = last === undefined ? undefined : Date.parse(last)
  const changed = active.length === 0 ? undefined : changedAt(filesOf(active))
  const here = recent.records.find((record) => record.root === root)
  const proven = changed === undefined || (here !== undefined && Date.parse(here.at) >= Math.floor(changed))
  return {
    active: active.length,
    held: own.filter(({ held }) => held !== undefined && held.why !== 'invalid').length,
    broken: own.filter(isBroken).length,
    agents: agentsOf(active, entries),
    ...(lastAt === undefined ? {} : { lastAt }),
    ...(proven ? {} : { unprovenSince: changed }),
  }
}

/** Those that run one of these hooks: by reading its file, or by calling Hookline. */
const agentsOf = (active: readonly Entry[], entries: readonly Entry[]): readonly string[] =>
  agents
    .filter((agent) => {
      const connected = connectedEvents(agent, entries)
      const reads = ({ origin }: Entry) => agent.reads?.includes(origin.source) === true && !origin.own
      return active.some((entry) => reads(entry) || (connected.size > 0 && isConnected(agent, entry.event, connected)))
    })
    .map(({ name }) => name)

/** `14 hooks active in 3 agents · 1 broken · last event 4 s ago` */
export function sentenceOf(
  { active, held, broken, agents: names, lastAt, unprovenSince }: HealthFacts,
  now: number,
): string {
  const where = names.length === 0 ? '' : ` in ${counted(names.length, 'agent')}`
  return [
    active === 0 ? 'no hook is active' : `${counted(active, 'hook')} active${where}`,
    ...(held === 0 ? [] : [`${held} held`]),
    ...(broken === 0 ? [] : [`${broken} broken`]),
    lastText(lastAt, unprovenSince, now),
  ].join(' · ')
}

function lastText(lastAt: number | undefined, unprovenSince: number | undefined, now: number): string {
  if (unprovenSince !== undefined) return `not yet proven since ${shortTime(new Date(unprovenSince), new Date(now))}`
  return lastAt === undefined ? 'no event yet' : `last event ${agoText(now - lastAt)} ago`
}

const spans = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** `4 s`, `3 min`, `2 h`, `5 d` */
export function agoText(ms: number): string {
  const [span, unit] = spans.find(([one]) => ms >= one) ?? [1000, 's']
  return `${Math.max(0, Math.floor(ms / span))} ${unit}`
}

function toneOf({ active, broken, unprovenSince, lastAt }: HealthFacts, errors: number): Health['tone'] {
  if (broken > 0) return 'bad'
  if (active === 0 || lastAt === undefined) return 'quiet'
  return errors > 0 || unprovenSince !== undefined ? 'attention' : 'good'
}
