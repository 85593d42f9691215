/** `hookline init --user`: writes a sample hook like Cursor's `initializeUserHooks` (CONTRACT §13). It overwrites nothing. */

import { dirname, join } from 'node:path'
import { type EventName, hooksFileSchema } from '@hookline/core/protocol'
import { findAgents } from '../agents.ts'
import { canAsk, confirm } from '../confirm.ts'
import { readState } from '../connect/read-state.ts'
import type { Connection } from '../connect/settings.ts'
import { applyChanges, fileReports } from '../edit/apply-changes.ts'
import { changeOf, type FileChange, hooksChange, readText } from '../edit/change.ts'
import { ownTarget } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target, userTarget } from '../edit/target.ts'
import { exits, type Io, terminalWidth } from '../io.ts'
import { planCalls } from '../link/plan.ts'
import { shownPath } from '../paths.ts'
import { type Proof, type Proved, prove } from '../proof/prove.ts'
import { exitFor } from '../proof/text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { proveAgent } from './agent-proof.ts'
import { type InitValues, makeChoices } from './choose.ts'
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
import { agentOffers, type Choice, chosenPacks, packOffer, proposalData } from './offers.ts'
import { provePacks } from './pack-proof.ts'
import { planPacks } from './plan.ts'

import { userSample } from './scripts/user-sample.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'
import { resultText, withoutAgentText } from './text.ts'

const event: EventName = 'beforeSubmitPrompt'
const script = 'beforePromptSubmit.sh'
const userCommand = `./hooks/${script}`

/** `openPanel` shows the panel of a directory until the person ends it. */
export async function initUser(
  values: InitValues,
  io: Io,
  openPanel: (directory: string) => Promise<unknown>,
): Promise<number> {
  const target = userTarget()
  const home = dirname(target.base)
  const style = styleFor(io.stderr, io.env)
  const { entries } = await readState(home)
  // The packs that `init` suggests for a workspace too, except those that need one.
  const offers = suggestionsFor(noStack).map(packOffer)
  const choices = await makeChoices(offers, values, userPacksTarget(home), { entries }, io)
  if (choices === undefined) return io.signal.aborted ? exits.interrupted : exits.finding
  const packs = userPacks(choices, home)
  const agents = agentOffers(findAgents(home, home), home, home, io.env).flatMap((one) =>
    one.not === undefined ? (one.connection ?? []) : [],
  )
  const callers = agents.map(({ agent }) => agent)
  const before = await obstaclesAt(home, callers, entries, io.env)
  const { changes: own, kept, proofs } = planOrReport(before, style, io, () => userPlan(target, io.cwd))
  const connections = planOrReport(before, style, io, () => planCalls(agents, entries, io.cwd, {}, own))
  const changes = [
    ...own.filter(({ path }) => connections.every((one) => one.path !== path)),
    ...planOrReport(before, style, io, () => planPacks(packs.added, packs.target, io.cwd)),
    ...connections,
  ]
  const result = await applyChanges(changes, { ...values, dryRun: values['dry-run'], asks: 'always' }, io)
  const done = result === 'written' || result === 'nothing to do'
  const obstacles = done ? await obstaclesAt(home, callers, entries, io.env) : before
  const tried = done ? await proveAll(target, proofs, packs, agents, io) : []
  const proved = withAgents(withObstacles(tried, agents, obstacles), callers)
  if (values.json === true)
    io.stdout.write(
      `${json({ proposals: choices.map(proposalData), files: fileReports(changes, io.cwd), kept, result, proved, obstacles })}\n`,
    )
  else {
    for (const path of kept) io.stderr.write(`Not changed: ${oneLine(shownPath(path, io.cwd))}\n`)
    const guards = !isStopped(agents, obstacles) && callers.length > 0
    const shown = proved.filter(
      ({ state, through }) => state === 'failed' || (guards && !(through !== undefined && state === 'not proved')),
    )
    if (done && callers.length === 0) io.stderr.write(withoutAgentText(proved, style))
    io.stderr.write(
      resultText(result, shown, [], freeAgents(agents, obstacles), style, terminalWidth(io.stderr)) +
        obstaclesText(obstacles, style, guards),
    )
    if (done) io.stderr.write('To list your hooks: hookline list\n')
  }
  if (result === 'written' && values.json !== true && values.yes !== true) await offerPanel(home, io, openPanel)
  return done && hasFailed(agents, obstacles) ? exits.finding : exitFor(result, proved)
}

/** Offers the panel at a terminal, where a user can look at it and end it (CONTRACT §13). */
async function offerPanel(home: string, io: Io, openPanel: (directory: string) => Promise<unknown>): Promise<void> {
  if (io.stdout.isTTY !== true || !canAsk(io)) return
  if (!(await confirm(io, 'Open the panel, which shows your hooks at work?'))) return
  await openPanel(home)
}

async function proveAll(
  target: Target,
  proofs: readonly Proof[],
  packs: UserPacks,
  agents: readonly Connection[],
  io: Io,
): Promise<readonly Proved[]> {
  const guarded = await provePacks(packs.chosen, noStack, packs.target, io)
  const proved = [...(await prove(target, userCommand, proofs, io.env)), ...guarded.proved]
  const home = dirname(target.base)
  const { entries } = await readState(home)
  for (const one of agents) proved.push(...(await proveAgent(one, [promptAllowed, ...guarded.highlights], entries, io)))
  return proved
}

interface UserPlan {
  readonly changes: readonly FileChange[]
  /** Existing files that are not changed. */
  readonly kept: readonly string[]
  /** Empty unless the sample is configured and unchanged, so that it is safe to run. */
  readonly proofs: readonly Proof[]
}

function userPlan(target: Target, cwd: string): UserPlan {
  const path = join(target.base, 'hooks', script)
  const theirs = readText(path, cwd)
  const config = readText(target.file, cwd)
  // If a hooks.json exists already, it does not name the sample, so nothing would run it.
  const isNew = theirs === undefined && config === undefined
  const changes = isNew ? [changeOf(path, userSample, cwd, { executable: true })] : []
  const kept = [...(theirs === undefined ? [] : [path]), ...(config === undefined ? [] : [target.file])]
  const isOurs = theirs === undefined || theirs === userSample
  const proofs: readonly Proof[] = isOurs && isUsed(config, target) ? [promptLogged] : []
  if (config !== undefined) return { changes, kept, proofs }
  const schema = schemaBeside(target.file, hooksFileSchema(), cwd)
  const added = { kind: 'add', event, entry: { command: userCommand } } as const
  return { changes: [...changes, schema.file, hooksChange(target.file, [schema.change, added], cwd)], kept, proofs }
}

const isUsed = (config: string | undefined, target: Target): boolean =>
  config === undefined || readTarget(config, target).entries.some((entry) => entry.command === userCommand)

const promptLogged: Proof = {
  kind: 'logs',
  subject: 'a prompt in agent.log',
  event,
  file: 'agent.log',
  input: () => ({ prompt: 'hello', attachments: [] }),
}

const promptAllowed: Proof = {
  kind: 'allow',
  subject: 'a prompt',
  event,
  input: () => ({ prompt: 'hello', attachments: [] }),
}

const noStack = { languages: [], formatters: [] }

interface UserPacks {
  readonly target: Target & { readonly root: string }
  readonly chosen: readonly Suggestion[]
  /** What is not in the file yet. */
  readonly added: readonly Suggestion[]
}

const userPacksTarget = (home: string): UserPacks['target'] => ({ ...ownTarget({ user: true }, home), root: home })

const userPacks = (choices: readonly Choice[], home: string): UserPacks => ({
  target: userPacksTarget(home),
  chosen: chosenPacks(choices),
  added: chosenPacks(choices.filter(({ isThere }) => !isThere)),
})
