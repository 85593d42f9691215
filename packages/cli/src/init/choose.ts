/** Chooses among the offers: by default, by option, or by asking the user at the terminal. */
import { type Entry, nearest } from '@hookline/core/node'
import { askLine, canAsk } from '../confirm.ts'
import { connectable } from '../connect/agents-here.ts'
import { isComplete } from '../connect/settings.ts'
import { packSetup, packsIn } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import { type Io, terminalWidth } from '../io.ts'
import { nameOf } from '../log/record-text.ts'
import { labelOf } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'
import { type Choice, canToggle, type Offer } from './offers.ts'
import type { Suggestion } from './suggestions.ts'
import { choicesText } from './text.ts'

interface ChoiceOptions {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}

/** The current state: the packs in the file, and the entries of every source. */
interface CurrentState {
  readonly packs: readonly string[]
  readonly entries: readonly Entry[]
  readonly cwd: string
}

function choicesOf(offers: readonly Offer[], options: ChoiceOptions, here: CurrentState): readonly Choice[] {
  const names = offers.map(({ name }) => name)
  for (const name of [...(options.with ?? []), ...(options.without ?? [])])
    if (!names.includes(name)) throw new UsageError(unknownName(name, names))
  return offers.map((offer) => {
    const not = offer.not ?? (offer.suggestion === undefined ? undefined : nameConflict(offer.suggestion, here))
    if (not !== undefined) return { offer, on: false, isThere: false, not }
    const isThere = isConfigured(offer, here)
    const on = options.with?.includes(offer.name) || (offer.on && options.without?.includes(offer.name) !== true)
    return { offer, on: on === true || isThere, isThere }
  })
}

function unknownName(name: string, names: readonly string[]): string {
  const absent = connectable.find((agent) => name === `connect-${agent.name}`)
  if (absent !== undefined)
    return `${absent.title} was not found here. To connect it anyway: hookline connect ${absent.name}`
  const near = nearest(name, names)
  const hint = near === undefined ? `Suggested here: ${names.join(', ')}` : `Did you mean "${near}"?`
  return `no suggestion is named ${JSON.stringify(oneLine(name))}. ${hint}`
}

/** A hook with the name of the pack probably does the same, and then both would run. */
function nameConflict({ pack }: Suggestion, { entries }: CurrentState): string | undefined {
  const same = entries.find(
    (entry) =>
      entry.pack === undefined &&
      entry.origin.source === 'project' &&
      (entry.name === pack.name || nameOf(entry.label).replace(/\.\w+$/, '') === pack.name),
  )
  return same === undefined ? undefined : `left out: ${labelOf(same)} has the same name`
}

function isConfigured({ name, connection, shared }: Offer, { packs, entries }: CurrentState): boolean {
  if (connection !== undefined) return isComplete(connection, entries)
  return shared === undefined ? packs.includes(name) : shared.every((one) => isComplete(one, entries))
}

export interface InitValues extends ChoiceOptions {
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly json?: boolean | undefined
  readonly project?: boolean | undefined
}

/**
 * Asks the user where it can, and otherwise shows the default choices. `intro` comes before them; with `json` nothing is shown.
 * Resolves to undefined if the user quits.
 */
export async function makeChoices(
  offers: readonly Offer[],
  values: InitValues,
  target: Target,
  { entries, intro = '' }: { readonly entries: readonly Entry[]; readonly intro?: string },
  io: Io,
): Promise<readonly Choice[] | undefined> {
  const packs = Object.keys(packsIn(target, await packSetup(), io))
  const first = choicesOf(offers, values, { packs, entries, cwd: io.cwd })
  if (values.json === true) return first
  const style = styleFor(io.stderr, io.env)
  io.stderr.write(intro)
  if (canAsk(io) && values.yes !== true && values['dry-run'] !== true) return choose(first, style, io)
  io.stderr.write(choicesText(first, style, terminalWidth(io.stderr)))
  return first
}

/** Resolves to undefined if the user quits. */
async function choose(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  const chosen = await chooseByNumber(choices, style, io)
  if (chosen === undefined) io.stderr.write('Nothing was written.\n')
  return chosen
}

/** Numbers toggle, an empty line accepts. Answers are lines here as in every other question. */
async function chooseByNumber(
  choices: readonly Choice[],
  style: Style,
  io: Io,
): Promise<readonly Choice[] | undefined> {
  let now = choices
  for (;;) {
    io.stderr.write(choicesText(now, style, terminalWidth(io.stderr)))
    const answer = await askLine(io, 'Type a number to turn one on or off, Enter to continue, q to quit: ')
    if (answer === '') return now
    if (answer === undefined || /^q(uit)?$/i.test(answer)) return undefined
    const inputs = answer.split(/[\s,]+/).filter((one) => one !== '')
    const faults = inputs.flatMap((one) => findFault(one, now))
    for (const fault of faults) io.stderr.write(`${style.yellow('?')} ${fault}\n`)
    const picked = new Set(inputs.map((one) => indexOf(one, now)))
    now = now.map((choice, at) => (picked.has(at) && canToggle(choice) ? { ...choice, on: !choice.on } : choice))
  }
}

const indexOf = (input: string, choices: readonly Choice[]): number =>
  /^\d+$/.test(input) ? Number(input) - 1 : choices.findIndex(({ offer }) => offer.name === input)

/** Why the input cannot be used. */
function findFault(input: string, choices: readonly Choice[]): readonly string[] {
  const choice = choices[indexOf(input, choices)]
  if (choice === undefined)
    return [`Unknown input ${JSON.stringify(oneLine(input))}. Type a number from 1 to ${choices.length}, Enter, or q`]
  if (choice.not !== undefined) return [`${choice.offer.name} cannot be chosen: ${choice.not}`]
  return choice.isThere ? [`${choice.offer.name} is already there. To remove it: ${removalOf(choice)}`] : []
}

function removalOf({ offer: { name, connection, shared } }: Choice): string {
  if (shared !== undefined) return 'hookline disconnect --project'
  return connection === undefined ? `hookline remove ${name}` : `hookline disconnect ${connection.agent.name}`
}
