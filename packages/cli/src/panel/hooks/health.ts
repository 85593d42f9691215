/** `GET /api/health`: the state of the hooks in one sentence, with the facts behind it. */
import { mayHaveNotice, thisPlatform } from '@hookline/core/team'
import type { Health, TeamNotice } from '@hookline/web/wire'
import { connectCommand } from '../../connect/uncalled.ts'
import { counted } from '../../text/entry-text.ts'
import { visible } from '../../text/plain.ts'
import { shortTime } from '../../text/when.ts'
import { checkScene } from '../scene/check-cache.ts'
import { gatherHealthFacts, type HealthFacts } from '../scene/health-facts.ts'
import { readRecent } from '../scene/recent.ts'
import { stepsFor } from '../scene/steps.ts'
import type { PanelRequest, Route } from '../server/route.ts'

/** Pages send this request every few seconds, and a check starts programs, so its result is reused for a while. */
const CHECK_EVERY_MS = 60_000

export const healthRoute: Route = { method: 'GET', path: '/api/health', answer: readHealth }

async function readHealth({ panel, scene }: PanelRequest): Promise<Health> {
  const { hooks, log, root, home } = scene
  const now = Date.now()
  const facts = gatherHealthFacts({ root, home, entries: hooks.entries }, await readRecent(scene))
  const { findings } = await checkScene(scene, CHECK_EVERY_MS)
  const problems = {
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length + facts.missing.length,
  }
  const { records } = await log.size()
  return {
    sentence: healthSentence(facts, now),
    tone: healthTone(facts, problems.errors),
    ...(facts.uncalled === 0 ? {} : { next: connectCommand }),
    hooks: { active: facts.active, skipped: facts.skipped, broken: facts.broken },
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
export function healthSentence(facts: HealthFacts, now: number): string {
  const { skipped, untrusted, broken, closed, lastAt, unprovenSince } = facts
  return [
    activeText(facts),
    ...(untrusted === 0 ? [] : [`${untrusted} off until you trust the workspace`]),
    ...(skipped === untrusted ? [] : [`${skipped - untrusted} skipped`]),
    ...(closed ? ['gates closed until you trust the change'] : []),
    ...(broken === 0 ? [] : [`${broken} broken`]),
    lastText(lastAt, unprovenSince, now),
  ].join(' · ')
}

/** Lists the number of hooks per agent if an agent does not run all of them. */
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

export function healthTone(facts: HealthFacts, errors: number): Health['tone'] {
  const { active, broken, closed, uncalled, unprovenSince, lastAt } = facts
  if (broken > 0) return 'bad'
  if (closed || uncalled > 0) return 'attention'
  if (active === 0 || lastAt === undefined) return 'quiet'
  return errors > 0 || unprovenSince !== undefined ? 'attention' : 'good'
}

/** The unanswered notices about a team's first hooks. The team package is loaded only on a machine that is in a team. */
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
    // A problem with the team must not hide the health of the hooks. `hookline team status` shows it.
    return []
  }
}
