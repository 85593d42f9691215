/** What a pack answers, as the table in `cases.ts` of its folder. */
import { existsSync } from 'node:fs'
import type { JsonObject } from '@hookline/core/protocol'
import type { PackCanary } from '@hookline/core/sdk'
import { packs } from '../packs.ts'

export interface PackCases {
  /** As the settings file writes them. */
  readonly parameters?: JsonObject
  /** At least as many events pass as are held up. */
  readonly cases: readonly PackCanary[]
}

const tables = new Map(await Promise.all(packs.map(async ({ name }) => [name, await readCases(name)] as const)))

/** None for a pack that holds nothing up: it is tested with real programs in its folder. */
export const casesOf = (pack: string): readonly PackCases[] => tables.get(pack) ?? []

async function readCases(pack: string): Promise<readonly PackCases[]> {
  if (!existsSync(new URL(`../${pack}/cases.ts`, import.meta.url))) return []
  const { cases }: { cases: readonly PackCases[] } = await import(`../${pack}/cases.ts`)
  return cases
}
