/**
 * What asking models may cost in a day, over all processes of the person. A file a day (UTC) to which every process only
 * appends: a line before each call, a line with its cost after it. So no call is lost, and of two that come at once the
 * one whose line stands first has the last place.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, readdirSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget } from '../../models/settings.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'

const KEPT_DAYS = 31
/** A day with more calls than this file can hold has no budget left that could be known. */
const MOST_BYTES = 16 * 2 ** 20

export interface Spending {
  /** Takes a place in today's budget, or says in words why there is none. */
  begin(budget: Budget): { readonly id: string } | { readonly refused: string }
  /** What the call came to. */
  end(id: string, usd: number | undefined): void
}

export function createSpending(directory: string, today: () => Date = () => new Date()): Spending {
  const fileOf = () => join(directory, `${today().toISOString().slice(0, 10)}.log`)
  return {
    begin(budget) {
      const id = randomBytes(8).toString('hex')
      try {
        makeDirectory(directory)
        const file = fileOf()
        append(file, `call ${id}\n`)
        const text = readRegularText(file, MOST_BYTES)
        if (text === undefined) throw new Error(`${file} cannot be read`)
        const spent = sums(text, id)
        if (spent.before === 0) sweep(directory, today())
        const refused = over(budget, spent)
        if (refused === undefined) return { id }
        append(file, `back ${id}\n`)
        return { refused }
      } catch (error) {
        return { refused: `the day's budget cannot be kept in ${directory}: ${(error as Error).message}` }
      }
    },
    end(id, usd) {
      if (usd === undefined) return
      try {
        append(fileOf(), `cost ${id} ${usd}\n`)
      } catch {
        // The call is counted all the same; the next one says that the file cannot be written.
      }
    },
  }
}

function append(file: string, line: string): void {
  const descriptor = openToAppend(file)
  try {
    writeSync(descriptor, line)
  } finally {
    closeSync(descriptor)
  }
}

interface Spent {
  /** Calls that stand before this one. */
  readonly before: number
  readonly usd: number
}

function over({ callsPerDay, usdPerDay }: Budget, { before, usd }: Spent): string | undefined {
  if (callsPerDay !== undefined && before >= callsPerDay)
    return `the day's budget for models is used up: ${before} of ${callsPerDay} calls (models.budget.callsPerDay; a new day begins at 00:00 UTC)`
  if (usdPerDay !== undefined && usd >= usdPerDay)
    return `the day's budget for models is used up: ${dollars(usd)} of ${dollars(usdPerDay)} (models.budget.usdPerDay; a new day begins at 00:00 UTC)`
  return undefined
}
const dollars = (usd: number) => `$${Number(usd.toFixed(4))}`

function sums(text: string, id: string): Spent {
  const calls = new Set<string>()
  let usd = 0
  let before: number | undefined
  for (const line of text.split('\n')) {
    const [word, whose = '', amount] = line.split(' ')
    if (word === 'call' && whose === id) before = calls.size
    else if (word === 'call') calls.add(whose)
    else if (word === 'back') calls.delete(whose)
    else if (word === 'cost' && Number.isFinite(Number(amount))) usd += Number(amount)
  }
  return { before: before ?? calls.size, usd }
}

function sweep(directory: string, now: Date): void {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000).toISOString().slice(0, 10)
  for (const name of readdirSync(directory))
    if (/^\d{4}-\d\d-\d\d\.log$/.test(name) && name.slice(0, 10) < oldest) unlinkSync(join(directory, name))
}
