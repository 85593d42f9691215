/** `hookline init` in a workspace. */
import { sourceSetup } from '@hookline/core/node'
import { readState } from '../connect/read-state.ts'
import type { Connection } from '../connect/settings.ts'
import { applyChanges, fileReports } from '../edit/apply-changes.ts'
import { ownTarget } from '../edit/own-target.ts'
import { type Target, targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io, terminalWidth } from '../io.ts'
import { planCalls } from '../link/plan.ts'
import type { Proved } from '../proof/prove.ts'
import { exitFor } from '../proof/text.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { trustWritten } from '../trust/trust-written.ts'
import { proveAgent } from './agent-proof.ts'
import { type InitValues, makeChoices } from './choose.ts'
import { foundData, inspectWorkspace, type WorkspaceFacts } from './found.ts'
import {
  freeAgents,
  hasFailed,
  isStopped,
  obstaclesAt,
  obstaclesText,
  planOrReport,
  withAgents,
  withObstacles,
} from './guarding.ts'
import {
  agentOffers,
  type Choice,
  chosenAgents,
  chosenPacks,
  chosenShared,
  packOffer,
  proposalData,
  sharedOffer,
} from './offers.ts'
import { provePacks } from './pack-proof.ts'
import { planPacks } from './plan.ts'
import { suggestionsFor } from './suggestions.ts'
import { agentsText, brokenText, countText, foundText, nextText, resultText } from './text.ts'

type ProjectTarget = Target & { readonly root: string }

export async function initProject(values: InitValues, directory: string, io: Io): Promise<number> {
  const { root } = targetOf({}, directory)
  if (root === undefined)
    throw new UsageError('this is your home directory. To set up your own hooks: hookline init --user')
  const own = { ...ownTarget({}, directory), root }
  const found = await inspectWorkspace(root, io.env)
  const style = styleFor(io.stderr, io.env)
  const { home } = sourceSetup().platform
  const connects = agentOffers(found.agents, root, home, io.env)
  const shared = sharedOffer(connects, values, root, io.env)
  if (values.project === true && shared.length === 0)
    throw new UsageError(`no agent was found here for --project. Name one: --with ${connects[0]?.name}`)
  const offers = [...suggestionsFor(found.stack).map(packOffer), ...connects, ...shared]
  const intro = foundText(found, style) + agentsText(found)
  const choices = await makeChoices(offers, values, own, { entries: found.entries, intro }, io)
  if (choices === undefined) return io.signal.aborted ? exits.interrupted : exits.finding
  const packs = chosenPacks(choices)
  const missing = choices.filter(({ isThere }) => !isThere)
  const added = chosenPacks(missing)
  const connections = connectionsIn(choices)
  const agents = connections.map(({ agent }) => agent)
  const before = await obstaclesAt(root, agents, found.entries, io.env)
  const changes = planOrReport(before, style, io, () => [
    ...planPacks(added, own, io.cwd),
    ...planCalls(chosenAgents(missing), found.entries, io.cwd),
    ...planCalls(chosenShared(missing), found.entries, io.cwd),
  ])
  if (values.json !== true) io.stderr.write('\n')
  const applyOptions = { ...values, dryRun: values['dry-run'], asks: 'always', within: root } as const
  const result = await applyChanges(changes, applyOptions, io)
  const done = result === 'written' || result === 'nothing to do'
  const names = added.map(({ pack }) => pack.name)
  const trusted = done && (await trustWritten(root, found.trust, names))
  const obstacles = done ? await obstaclesAt(root, agents, found.entries, io.env) : before
  const tried = done ? await proveChoices(choices, found, own, trusted, io) : []
  const proved = withAgents(withObstacles(tried, connections, obstacles), agents)
  if (values.json === true) {
    const facts = {
      proposals: choices.map(proposalData),
      files: fileReports(changes, io.cwd),
      result,
      trusted,
      proved,
      obstacles,
    }
    io.stdout.write(`${json({ root, ...foundData(found), ...facts })}\n`)
  } else {
    const open = packs.flatMap(({ pack, unproved: why }) => (why === undefined ? [] : [`${pack.name}: ${why}`]))
    const waiting = trusted
      ? []
      : connections.map(({ agent }) => `${agent.title}: its hooks run only after you trust the workspace`)
    const guards = !isStopped(connections, obstacles) && trusted
    const free = freeAgents(connections, obstacles)
    if (done && guards) io.stderr.write(countText(packs.length, free.length, proved, style))
    // Without trust or an agent, or with an obstacle, a list of what the engine alone would do is misleading.
    const isShown = ({ state, through }: Proved) =>
      state === 'failed' || (guards && agents.length > 0 && !(through !== undefined && state === 'not proved'))
    const shown = proved.filter(isShown)
    io.stderr.write(
      resultText(
        result,
        shown,
        [...brokenText(found), ...(guards ? open : []), ...waiting],
        free,
        style,
        terminalWidth(io.stderr),
      ),
    )
    io.stderr.write(obstaclesText(obstacles, style, guards))
    if (done && !trusted && obstacles.length === 0)
      io.stderr.write(`${style.yellow('–')} nothing guards here yet, because the workspace is not trusted\n`)
    if (done && (!trusted || guards))
      io.stderr.write(
        trusted
          ? nextText(freeAgents(chosenAgents(choices), obstacles), freeAgents(chosenShared(choices), obstacles))
          : await trustHint(own, io.cwd),
      )
  }
  return done && hasFailed(connections, obstacles) ? exits.finding : exitFor(result, proved)
}

async function proveChoices(
  choices: readonly Choice[],
  { stack }: WorkspaceFacts,
  own: ProjectTarget,
  trusted: boolean,
  io: Io,
): Promise<readonly Proved[]> {
  const { proved, highlights } = await provePacks(chosenPacks(choices), stack, own, io)
  if (!trusted) return proved
  const { entries } = await readState(own.root)
  const byAgents: Proved[] = []
  for (const one of connectionsIn(choices))
    byAgents.push(...(await proveAgent({ ...one, root: own.root }, highlights, entries, io)))
  return [...proved, ...byAgents]
}

/** One for each agent that is connected: by the person's own settings, or else by the workspace's. */
function connectionsIn(choices: readonly Choice[]): readonly Connection[] {
  const all = [...chosenAgents(choices), ...chosenShared(choices)]
  return all.filter(({ agent }, at) => all.findIndex((one) => one.agent === agent) === at)
}
