/** Which of the offers it shall be: by default, by option, or by the person at the terminal. */
import { join } from 'node:path'
import { nearest } from '@hookline/core/node'
import { missingEvents } from '../connect/settings.ts'
import { askLine } from '../edit/carry-out.ts'
import { readText } from '../edit/change.ts'
import { readTarget, type Target } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Found } from './found.ts'
import { type Choice, eventsOf, type Offer } from './offers.ts'
import type { Proposal } from './proposals.ts'
import { choicesText } from './text.ts'

export interface Wishes {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}

export function choicesOf(
  offers: readonly Offer[],
  wishes: Wishes,
  target: Target,
  found: Pick<Found, 'entries'>,
  cwd: string,
): readonly Choice[] {
  const names = offers.map(({ name }) => name)
  for (const name of [...(wishes.with ?? []), ...(wishes.without ?? [])])
    if (!names.includes(name)) throw new UsageError(unknown(name, names))
  const hooks = offers.flatMap(({ proposal }) => (proposal?.on === true ? [proposal] : []))
  return offers.map((offer) => {
    const not = offer.proposal === undefined ? undefined : hindrance(offer.proposal, target, cwd)
    if (not !== undefined) return { offer, on: false, there: false, not }
    const there = isThere(offer, hooks, target, found, cwd)
    const on = wishes.with?.includes(offer.name) || (offer.on && wishes.without?.includes(offer.name) !== true)
    return { offer, on: on === true || there, there }
  })
}

function unknown(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  const meant = near === undefined ? `: here it is ${names.join(', ')}` : `; did you mean "${near}"?`
  return `nothing called ${JSON.stringify(oneLine(name))} is proposed${meant}`
}

/** A script of that name which is not ours stays, and nothing of ours runs it. */
function hindrance({ script, text }: Proposal, { base }: Target, cwd: string): string | undefined {
  const there = readText(join(base, '.cursor', 'hooks', script), cwd)
  return there === undefined || there === text ? undefined : `left alone: ${script} is there with other contents`
}

function isThere(
  { proposal, connecting }: Offer,
  hooks: readonly Proposal[],
  target: Target,
  { entries }: Pick<Found, 'entries'>,
  cwd: string,
): boolean {
  if (connecting !== undefined) return missingEvents(connecting.agent, eventsOf(hooks), entries).length === 0
  const text = readText(target.file, cwd)
  return text !== undefined && readTarget(text, target).entries.some(({ command }) => command === proposal?.command)
}

/** Numbers toggle, an empty line accepts; undefined when the person went away, or wants nothing. */
export async function choose(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  let now = choices
  for (;;) {
    io.stderr.write(choicesText(now, style))
    const answer = await askLine(io, 'A number switches one on or off, Enter goes on, q leaves: ')
    if (answer === '') return now
    if (answer === undefined || /^q(uit)?$/i.test(answer)) {
      io.stderr.write('Nothing was written.\n')
      return undefined
    }
    const words = answer.split(/[\s,]+/).filter((word) => word !== '')
    const faults = words.flatMap((word) => faultOf(word, now))
    for (const fault of faults) io.stderr.write(`${style.yellow('?')} ${fault}\n`)
    const picked = new Set(words.map((word) => placeOf(word, now)))
    now = now.map((choice, at) => (picked.has(at) && isFree(choice) ? { ...choice, on: !choice.on } : choice))
  }
}

const isFree = ({ not, there }: Choice): boolean => not === undefined && !there
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
