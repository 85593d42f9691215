/** `hookline init` in a workspace. */
import { callsHookline, type Entry, type TrustFinding } from '@hookline/core/node'
import { canAsk } from '../confirm.ts'
import { standing } from '../connect/standing.ts'
import { carryOut, reportOf } from '../edit/carry-out.ts'
import { ownTarget, packSetup, packsIn } from '../edit/own-target.ts'
import { type Target, targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../plain.ts'
import type { Proved } from '../proof/prove.ts'
import { exitFor } from '../proof/text.ts'
import { styleFor } from '../style.ts'
import { lookAt } from '../trust/look-at.ts'
import { proveAgent } from './agent-proof.ts'
import { choicesOf, choose } from './choose.ts'
import { type Found, foundData, lookAround } from './found.ts'
import { obstaclesAt, obstaclesText, planOrSay, provedWith } from './guarding.ts'
import { agentOffers, type Choice, chosenAgents, chosenPacks, packOffer } from './offers.ts'
import { provePacks } from './pack-proof.ts'
import { planned, plannedAgents } from './plan.ts'
import { suggestionsFor, wantedOf } from './suggestions.ts'
import { afterwards, agentsText, brokenText, choicesText, countText, foundText, nextText, widthOf } from './text.ts'

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
  const agents = chosenAgents(choices).map(({ agent }) => agent)
  const style = styleFor(io.stderr, io.env)
  const before = await obstaclesAt(root, agents, found.entries, io.env)
  const changes = planOrSay(before, style, io, () => [
    ...planned(added, own, io.cwd),
    ...plannedAgents(chosenAgents(choices), wantedOf(packs), found.entries, io.cwd),
  ])
  if (values.json !== true) io.stderr.write('\n')
  const manner = { ...values, dryRun: values['dry-run'], asks: 'always', within: root } as const
  const result = await carryOut(changes, manner, io)
  const done = result === 'written' || result === 'nothing to do'
  const names = added.map(({ pack }) => pack.name)
  const trusted = done && (await trustWritten(root, found.trust, names))
  const obstacles = done ? await obstaclesAt(root, agents, found.entries, io.env) : before
  const proved = done ? provedWith(await proofs(choices, found, own, trusted, io), obstacles) : []
  if (values.json === true) {
    const facts = { proposals: choices.map(said), files: reportOf(changes, io.cwd), result, trusted, proved, obstacles }
    io.stdout.write(`${json({ root, ...foundData(found), ...facts })}\n`)
  } else {
    const open = packs.flatMap(({ pack, unproved: why }) => (why === undefined ? [] : [`${pack.name}: ${why}`]))
    const waiting = trusted ? [] : chosenAgents(choices).map(({ agent }) => `${agent.title}: its hooks wait for trust`)
    const guards = obstacles.length === 0 && trusted
    if (done && guards) io.stderr.write(countText(choices, style))
    // Without trust, or with something in the way, a list of what the engine alone would do only misleads.
    const shown = guards ? proved : proved.filter(({ state }) => state === 'failed')
    io.stderr.write(
      afterwards(
        result,
        shown,
        [...brokenText(found), ...(guards ? open : []), ...waiting],
        chosenAgents(choices),
        style,
      ),
    )
    io.stderr.write(obstaclesText(obstacles, style))
    if (done && !trusted && obstacles.length === 0)
      io.stderr.write(`${style.yellow('–')} nothing guards here yet: the workspace is not trusted\n`)
    if (done && (!trusted || guards))
      io.stderr.write(trusted ? nextText(chosenAgents(choices)) : trustHint(own, io.cwd))
  }
  return done && obstacles.length > 0 ? exits.finding : exitFor(result, proved)
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

/** `packs`: those that were just added. False: the workspace also has hooks that nobody has looked at here. */
async function trustWritten(root: string, before: TrustFinding, packs: readonly string[]): Promise<boolean> {
  const { finding, store } = await lookAt(root)
  if (finding.state === 'trusted' || finding.state === 'followed') return true
  const approved = before.state === 'trusted' ? before.content.items : []
  const isKnown = (file: string, event: string | undefined, text: string) =>
    approved.some((one) => one.file === file && one.event === event && one.text === text)
  const mine = finding.request.entries.filter(
    (entry: Entry) => callsHookline(entry) || (entry.pack !== undefined && packs.includes(entry.pack)),
  )
  const isMine = ({ file, event, text }: Item) =>
    event === undefined
      ? ['{}', ...approved.filter((one) => one.file === file && one.event === undefined).map(rest)].includes(
          rest({ text }),
        )
      : mine.some((entry) => entry.event === event && entry.text === text)
  const rest = ({ text }: Pick<Item, 'text'>) => settingsWithout(packs, text)
  const items = finding.content.items.filter((item) => !isKnown(item.file, item.event, item.text) && !isMine(item))
  if (items.length > 0 || finding.content.excess !== undefined || finding.moved === true) return false
  store.add(finding.content)
  return true
}

type Item = TrustFinding['content']['items'][number]

/** The settings of a file as trust is bound to them, but for what was just added. */
function settingsWithout(packs: readonly string[], text: string): string {
  const { packs: all = {}, ...others } = JSON.parse(text) as Readonly<Record<string, object>>
  const left = Object.entries(all).filter(([name]) => !packs.includes(name))
  return JSON.stringify({ ...others, ...(left.length === 0 ? {} : { packs: Object.fromEntries(left) }) })
}
