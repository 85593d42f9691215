/** `GET /api/health`: how the hooks are, in one sentence. */
import { mayHaveNotice, thisPlatform } from '@hookline/core/team'
import type { Health, TeamNotice } from '@hookline/web/wire'
import { initCommand } from '../../doctor/next.ts'
import { counted } from '../../entry-text.ts'
import { visible } from '../../plain.ts'
import { shortTime } from '../../when.ts'
import { lookAt } from '../scene/look.ts'
import { recentOf } from '../scene/recent.ts'
import { stepsFor } from '../scene/steps.ts'
import type { Ask, Route } from '../server/ask.ts'
import { factsOf, type HealthFacts } from './health-facts.ts'

/** Pages ask every few seconds, and a look starts programs. */
const LOOK_EVERY_MS = 60_000

export const healthRoute: Route = { method: 'GET', path: '/api/health', answer: health }

async function health({ panel, scene }: Ask): Promise<Health> {
  const { hooks, log, root, home } = scene
  const now = Date.now()
  const facts = factsOf({ root, home, entries: hooks.entries }, await recentOf(scene))
  const { findings } = await lookAt(scene, LOOK_EVERY_MS)
  const problems = {
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length + facts.missing.length,
  }
  const { records } = await log.size()
  return {
    sentence: sentenceOf(facts, now),
    tone: toneOf(facts, problems.errors),
    ...(facts.uncalled === 0 ? {} : { next: initCommand(scene) }),
    hooks: { active: facts.active, skipped: facts.held, broken: facts.broken },
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
    steps: records > 0 ? [] : stepsFor(scene, facts),
    notices: scene.demo ? [] : await noticesFor(),
  }
}

/** `14 hooks active in 3 agents · 1 broken · last event 4 s ago` */
export function sentenceOf(facts: HealthFacts, now: number): string {
  const { held, broken, closed, lastAt, unprovenSince } = facts
  return [
    activeText(facts),
    ...(held === 0 ? [] : [`${held} held`]),
    ...(closed ? ['gates closed until the change is trusted'] : []),
    ...(broken === 0 ? [] : [`${broken} broken`]),
    lastText(lastAt, unprovenSince, now),
  ].join(' · ')
}

/** How many each agent runs is said where it is not all of them. */
function activeText({ active, agents, uncalled }: HealthFacts): string {
  if (active === 0) return 'no hook is active'
  if (agents.length === 0)
    return uncalled === 0 ? `${counted(active, 'hook')} active` : `${counted(active, 'hook')}, no agent calls them here`
  if (agents.every(({ hooks }) => hooks === active))
    return `${counted(active, 'hook')} active in ${counted(agents.length, 'agent')}`
  const [first, second] = agents
  if (second === undefined) return `${first?.hooks} of ${counted(active, 'hook')} run in ${first?.title}`
  return `${counted(active, 'hook')} active: ${agents.map(({ title, hooks }) => `${hooks} in ${title}`).join(', ')}`
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

export function toneOf(facts: HealthFacts, errors: number): Health['tone'] {
  const { active, broken, closed, uncalled, unprovenSince, lastAt } = facts
  if (broken > 0) return 'bad'
  if (closed || uncalled > 0) return 'attention'
  if (active === 0 || lastAt === undefined) return 'quiet'
  return errors > 0 || unprovenSince !== undefined ? 'attention' : 'good'
}

/** The first hooks of a team, for the page: only a machine of a team loads the team package. */
async function noticesFor(): Promise<readonly TeamNotice[]> {
  if (!mayHaveNotice(thisPlatform())) return []
  try {
    const { pendingNotices, thisMachine } = await import('@hookline/team/client')
    return pendingNotices(thisMachine()).map(({ team, name, url, hooks }) => ({
      team,
      name: visible(name),
      url: visible(url),
      hooks,
    }))
  } catch {
    // Whatever is wrong with the team, how the hooks are is said: `hookline team status` says the rest.
    return []
  }
}
