/**
 * Enforces the daily budget for model calls, across all processes of the user. There is one file per day (UTC), and every
 * process only appends to it: a line before each call, and a line with its cost afterwards. So no call is lost, and if two
 * calls compete for the last one in the budget, the one callId line comes first gets it.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, readdirSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget } from '../../models/settings.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'

const KEPT_DAYS = 31
/** If a day's file is larger, its budget counts as unknown and calls are refused. */
const MAX_BYTES = 16 * 2 ** 20

export interface BudgetLedger {
  /** Reserves a call in today's budget, or returns a message why it is refused. */
  begin(budget: Budget): { readonly id: string } | { readonly refused: string }
  /** Records the cost of the call. */
  end(id: string, usd: number | undefined): void
}

export function createBudgetLedger(directory: string, today: () => Date = () => new Date()): BudgetLedger {
  const todaysFile = () => join(directory, `${today().toISOString().slice(0, 10)}.log`)
  return {
    begin(budget) {
      const id = randomBytes(8).toString('hex')
      try {
        makeDirectory(directory)
        const file = todaysFile()
        append(file, `call ${id}\n`)
        const text = readRegularText(file, MAX_BYTES)
        if (text === undefined) throw new Error(`cannot read ${file}`)
        const spent = sumUp(text, id)
        if (spent.before === 0) deleteOld(directory, today())
        const refused = findExcess(budget, spent)
        if (refused === undefined) return { id }
        append(file, `back ${id}\n`)
        return { refused }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { refused: `cannot record the daily model budget in ${directory}: ${reason}` }
      }
    },
    end(id, usd) {
      if (usd === undefined) return
      try {
        append(todaysFile(), `cost ${id} ${usd}\n`)
      } catch {
        // The call itself is counted already. The next call reports that the file cannot be written.
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
  /** Calls recorded before this one. */
  readonly before: number
  readonly usd: number
}

function findExcess({ callsPerDay, usdPerDay }: Budget, { before, usd }: Spent): string | undefined {
  if (callsPerDay !== undefined && before >= callsPerDay)
    return `the daily model budget is used up: ${before} of ${callsPerDay} calls (models.budget.callsPerDay; resets at 00:00 UTC)`
  if (usdPerDay !== undefined && usd >= usdPerDay)
    return `the daily model budget is used up: ${dollars(usd)} of ${dollars(usdPerDay)} (models.budget.usdPerDay; resets at 00:00 UTC)`
  return undefined
}
const dollars = (usd: number) => `$${Number(usd.toFixed(4))}`

function sumUp(text: string, id: string): Spent {
  const calls = new Set<string>()
  let usd = 0
  let before: number | undefined
  for (const line of text.split('\n')) {
    const [action, callId = '', amount] = line.split(' ')
    if (action === 'call' && callId === id) before = calls.size
    else if (action === 'call') calls.add(callId)
    else if (action === 'back') calls.delete(callId)
    else if (action === 'cost' && Number.isFinite(Number(amount))) usd += Number(amount)
  }
  return { before: before ?? calls.size, usd }
}

function deleteOld(directory: string, now: Date): void {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000).toISOString().slice(0, 10)
  for (const name of readdirSync(directory))
    if (/^\d{4}-\d\d-\d\d\.log$/.test(name) && name.slice(0, 10) < oldest) unlinkSync(join(directory, name))
}
