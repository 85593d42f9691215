/** `hookline init` in a workspace. */
import { canAsk } from '../confirm.ts'
import { carryOut, reportOf } from '../edit/carry-out.ts'
import { type Target, targetOf } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'
import { proveAgent } from './agent-proof.ts'
import { choicesOf, choose } from './choose.ts'
import { type Found, foundData, lookAround, standing } from './found.ts'
import { agentOffers, type Choice, chosenAgents, chosenHooks, eventsOf, hookOffer } from './offers.ts'
import { planned, plannedAgents } from './plan.ts'
import { type Proved, prove } from './proof.ts'
import { proposalsFor } from './proposals.ts'
import { afterwards, agentsText, brokenText, choicesText, exitFor, foundText } from './text.ts'
import { trustWritten } from './trust.ts'

export interface InitValues {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly json?: boolean | undefined
}

export async function initProject(values: InitValues, directory: string, io: Io): Promise<number> {
  const target = targetOf({}, directory)
  const { root } = target
  if (root === undefined)
    throw new UsageError('this is your home directory; for hooks of your own: hookline init --user')
  const found = await lookAround(root)
  const choices = await chosen(values, { ...target, root }, found, io)
  if (choices === undefined) return io.signal.aborted ? exits.interrupted : exits.finding
  const hooks = chosenHooks(choices)
  const agents = plannedAgents(chosenAgents(choices), eventsOf(hooks), found.entries, io.cwd)
  const changes = [...planned(hooks, target, io.cwd), ...agents]
  if (values.json !== true) io.stderr.write('\n')
  const manner = { ...values, dryRun: values['dry-run'], asks: 'always', within: root } as const
  const result = await carryOut(changes, manner, io)
  const done = result === 'written' || result === 'nothing to do'
  const trusted =
    done &&
    (await trustWritten(
      root,
      found.trust,
      hooks.map(({ command }) => command),
    ))
  const proved = done ? await proofs(choices, target, root, trusted, io) : []
  if (values.json === true) {
    const facts = { proposals: choices.map(said), files: reportOf(changes, io.cwd), result, trusted, proved }
    io.stdout.write(`${json({ root, ...foundData(found), ...facts })}\n`)
  } else {
    const unproved = hooks.flatMap(({ name, unproved: why }) => (why === undefined ? [] : [`${name}: ${why}`]))
    const waiting = trusted ? [] : chosenAgents(choices).map(({ agent }) => `${agent.title}: its hooks wait for trust`)
    io.stderr.write(
      afterwards(result, proved, [...brokenText(found), ...unproved, ...waiting], styleFor(io.stderr, io.env)),
    )
    if (done) io.stderr.write(trusted ? next(choices) : trustHint(target, io.cwd))
  }
  return exitFor(result, proved)
}

async function chosen(
  values: InitValues,
  target: Target & { readonly root: string },
  found: Found,
  io: Io,
): Promise<readonly Choice[] | undefined> {
  const style = styleFor(io.stderr, io.env)
  const offers = [
    ...proposalsFor(found.stack).map(hookOffer),
    ...agentOffers(found.agents, 'project', target.root, io.env),
  ]
  const first = choicesOf(offers, values, target, found, io.cwd)
  if (values.json === true) return first
  io.stderr.write(foundText(found, style) + agentsText(found))
  if (canAsk(io) && values.yes !== true && values['dry-run'] !== true) return choose(first, style, io)
  io.stderr.write(choicesText(first, style))
  return first
}

async function proofs(
  choices: readonly Choice[],
  target: Target,
  root: string,
  trusted: boolean,
  io: Io,
): Promise<readonly Proved[]> {
  const hooks = chosenHooks(choices)
  const proved: Proved[] = []
  for (const { command, proofs } of hooks) proved.push(...(await prove(target, command, proofs, io.env)))
  if (!trusted) return proved
  const { entries } = await standing(root)
  const all = hooks.flatMap((one) => one.proofs)
  for (const one of chosenAgents(choices)) proved.push(...(await proveAgent(one, all, entries, io)))
  return proved
}

const said = ({ offer: { name, does, when }, on, not }: Choice) => ({
  name,
  does,
  when,
  on,
  ...(not === undefined ? {} : { not }),
})

/** What holds now, and what to do with it. */
function next(choices: readonly Choice[]): string {
  const ways = chosenAgents(choices).map(({ agent, way }) => `${agent.title} calls ${way.why}.\n`)
  return `${ways.join('')}These hooks are trusted as they are now; after a change: hookline trust add\nTheir tests: hookline test. Whether they still work: hookline doctor --prove\n`
}
