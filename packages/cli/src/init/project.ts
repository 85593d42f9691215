/** `hookline init` in a workspace. */
import { canAsk } from '../confirm.ts'
import { carryOut, reportOf } from '../edit/carry-out.ts'
import { type Target, targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { ownTarget, packSetup, packsIn } from '../packs/own-target.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'
import { proveAgent } from './agent-proof.ts'
import { choicesOf, choose } from './choose.ts'
import { type Found, foundData, lookAround, standing } from './found.ts'
import { agentOffers, type Choice, chosenAgents, chosenPacks, packOffer } from './offers.ts'
import { provePacks } from './pack-proof.ts'
import { planned, plannedAgents } from './plan.ts'
import type { Proved } from './proof.ts'
import { suggestionsFor, wantedOf } from './suggestions.ts'
import {
  afterwards,
  agentsText,
  brokenText,
  choicesText,
  countText,
  exitFor,
  foundText,
  nextText,
  widthOf,
} from './text.ts'
import { trustWritten } from './trust.ts'

export interface InitValues {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly json?: boolean | undefined
}
type Own = Target & { readonly root: string }

export async function initProject(values: InitValues, directory: string, io: Io): Promise<number> {
  const { root } = targetOf({}, directory)
  if (root === undefined)
    throw new UsageError('this is your home directory; for hooks of your own: hookline init --user')
  const own = { ...ownTarget({}, directory), root }
  const found = await lookAround(root)
  const choices = await chosen(values, own, found, io)
  if (choices === undefined) return io.signal.aborted ? exits.interrupted : exits.finding
  const packs = chosenPacks(choices)
  const added = chosenPacks(choices.filter(({ there }) => !there))
  const changes = [
    ...planned(added, own, io.cwd),
    ...plannedAgents(chosenAgents(choices), wantedOf(packs), found.entries, io.cwd),
  ]
  if (values.json !== true) io.stderr.write('\n')
  const manner = { ...values, dryRun: values['dry-run'], asks: 'always', within: root } as const
  const result = await carryOut(changes, manner, io)
  const done = result === 'written' || result === 'nothing to do'
  const names = added.map(({ pack }) => pack.name)
  const trusted = done && (await trustWritten(root, found.trust, names))
  const proved = done ? await proofs(choices, found, own, trusted, io) : []
  if (values.json === true) {
    const facts = { proposals: choices.map(said), files: reportOf(changes, io.cwd), result, trusted, proved }
    io.stdout.write(`${json({ root, ...foundData(found), ...facts })}\n`)
  } else {
    const style = styleFor(io.stderr, io.env)
    const open = packs.flatMap(({ pack, unproved: why }) => (why === undefined ? [] : [`${pack.name}: ${why}`]))
    const waiting = trusted ? [] : chosenAgents(choices).map(({ agent }) => `${agent.title}: its hooks wait for trust`)
    if (done) io.stderr.write(countText(choices, style))
    io.stderr.write(
      afterwards(result, proved, [...brokenText(found), ...open, ...waiting], chosenAgents(choices), style),
    )
    if (done) io.stderr.write(trusted ? nextText(chosenAgents(choices)) : trustHint(own, io.cwd))
  }
  return exitFor(result, proved)
}

async function chosen(values: InitValues, own: Own, found: Found, io: Io): Promise<readonly Choice[] | undefined> {
  const style = styleFor(io.stderr, io.env)
  const offers = [
    ...suggestionsFor(found.stack).map(packOffer),
    ...agentOffers(found.agents, 'project', own.root, io.env),
  ]
  const packs = Object.keys(packsIn(own, await packSetup(), io))
  const first = choicesOf(offers, values, { packs, entries: found.entries, cwd: io.cwd })
  if (values.json === true) return first
  io.stderr.write(foundText(found, style) + agentsText(found))
  if (canAsk(io) && values.yes !== true && values['dry-run'] !== true) return choose(first, style, io)
  io.stderr.write(choicesText(first, style, widthOf(io.stderr)))
  return first
}

async function proofs(
  choices: readonly Choice[],
  { stack }: Found,
  own: Own,
  trusted: boolean,
  io: Io,
): Promise<readonly Proved[]> {
  const { proved, telling } = await provePacks(chosenPacks(choices), stack, own, io)
  if (!trusted) return proved
  const { entries } = await standing(own.root)
  const asked: Proved[] = []
  for (const one of chosenAgents(choices)) asked.push(...(await proveAgent(one, telling, entries, io)))
  return [...proved, ...asked]
}

const said = ({ offer: { name, does, when }, on, not }: Choice) => ({
  name,
  does,
  when,
  on,
  ...(not === undefined ? {} : { not }),
})
