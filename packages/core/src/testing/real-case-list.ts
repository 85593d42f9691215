/** The cases that run with a real process for every hook. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Case } from './case.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const byFile = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((file) => (JSON.parse(readFileSync(folder + file, 'utf8')) as Case[]).filter((one) => one.real === true))

export const realCases: readonly Case[] = byFile.flat()

/** Whether to try all of them in each of the other ways too: in a sandbox, and in a parked process. */
export const triesEvery = process.env.HOOKLINE_SERIES === 'full'

/** The first of each file and every third after it, or all. `real-cases.test.ts` always runs all, in the usual way. */
export const sampledCases: readonly Case[] = byFile.flatMap((cases) =>
  cases.filter((_, at) => triesEvery || at % 3 === 0),
)
