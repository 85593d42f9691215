/** Which of the offers it shall be: by default, by option, or by the person at the terminal. */
import { type Entry, nearest } from '@hookline/core/node'
import { askLine } from '../confirm.ts'
import { missingEvents, type Wanted } from '../connect/settings.ts'
import { labelOf } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { nameOf } from '../log/words.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import { type Choice, isFree, type Offer } from './offers.ts'
import { hasKeys, pick } from './pick.ts'
import { wantedBy } from './plan.ts'
import { type Suggestion, wantedOf } from './suggestions.ts'
import { choicesText, widthOf } from './text.ts'

export interface Wishes {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}

/** What stands here already: the packs of the file that is written, and the entries of every source. */
export interface Standing {
  readonly packs: readonly string[]
  readonly entries: readonly Entry[]
  readonly cwd: string
}

export function choicesOf(offers: readonly Offer[], wishes: Wishes, here: Standing): readonly Choice[] {
  const names = offers.map(({ name }) => name)
  for (const name of [...(wishes.with ?? []), ...(wishes.without ?? [])])
    if (!names.includes(name)) throw new UsageError(unknown(name, names))
  const wanted = wantedOf(offers.flatMap(({ suggestion }) => (suggestion?.on === true ? [suggestion] : [])))
  return offers.map((offer) => {
    const not = offer.suggestion === undefined ? undefined : hindrance(offer.suggestion, here)
    if (not !== undefined) return { offer, on: false, there: false, not }
    const there = isThere(offer, wanted, here)
    const on = wishes.with?.includes(offer.name) || (offer.on && wishes.without?.includes(offer.name) !== true)
    return { offer, on: on === true || there, there }
  })
}

function unknown(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  const meant = near === undefined ? `: here it is ${names.join(', ')}` : `; did you mean "${near}"?`
  return `nothing called ${JSON.stringify(oneLine(name))} is suggested${meant}`
}

/** A hook of that name which is no pack does the same, by all appearances: both would speak. */
function hindrance({ pack }: Suggestion, { entries }: Standing): string | undefined {
  const same = entries.find(
    (entry) =>
      entry.pack === undefined &&
      entry.origin.source === 'project' &&
      (entry.name === pack.name || nameOf(entry.label).replace(/\.\w+$/, '') === pack.name),
  )
  return same === undefined ? undefined : `left out: ${labelOf(same)} has that name here`
}

function isThere({ name, connecting }: Offer, wanted: readonly Wanted[], { packs, entries }: Standing): boolean {
  if (connecting === undefined) return packs.includes(name)
  const all = wantedBy(connecting, wanted, entries)
  return all.length > 0 && missingEvents(connecting.agent, all, entries).length === 0
}

/** Undefined when the person went away, or wants nothing. */
export async function choose(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  const chosen = await (hasKeys(io) ? pick(choices, style, io) : chooseByNumber(choices, style, io))
  if (chosen === undefined) io.stderr.write('Nothing was written.\n')
  return chosen
}

/** Numbers toggle, an empty line accepts. */
async function chooseByNumber(
  choices: readonly Choice[],
  style: Style,
  io: Io,
): Promise<readonly Choice[] | undefined> {
  let now = choices
  for (;;) {
    io.stderr.write(choicesText(now, style, widthOf(io.stderr)))
    const answer = await askLine(io, 'A number switches one on or off, Enter goes on, q leaves: ')
    if (answer === '') return now
    if (answer === undefined || /^q(uit)?$/i.test(answer)) return undefined
    const words = answer.split(/[\s,]+/).filter((word) => word !== '')
    const faults = words.flatMap((word) => faultOf(word, now))
    for (const fault of faults) io.stderr.write(`${style.yellow('?')} ${fault}\n`)
    const picked = new Set(words.map((word) => placeOf(word, now)))
    now = now.map((choice, at) => (picked.has(at) && isFree(choice) ? { ...choice, on: !choice.on } : choice))
  }
}

const placeOf = (word: string, choices: readonly Choice[]): number =>
  /^\d+$/.test(word) ? Number(word) - 1 : choices.findIndex(({ offer }) => offer.name === word)

/** What was meant by it cannot be done, and why. */
function faultOf(word: string, choices: readonly Choice[]): readonly string[] {
  const choice = choices[placeOf(word, choices)]
  if (choice === undefined)
    return [`${JSON.stringify(oneLine(word))} is not understood: a number from 1 to ${choices.length}, Enter, or q`]
  if (choice.not !== undefined) return [`${choice.offer.name} cannot be chosen: ${choice.not}`]
  return choice.there ? [`${choice.offer.name} is there already; to take it out: hookline remove`] : []
}
