/** Reads the expected decisions of a pack from `cases.ts` in its folder. */
import { existsSync } from 'node:fs'
import type { JsonObject } from '@hookline/core/protocol'
import type { PackCanary } from '@hookline/core/sdk'
import { packs } from '../packs.ts'

export interface PackCases {
  /** The parameters as in the settings file. */
  readonly parameters?: JsonObject
  /** At least as many events are allowed as refused or asked about. */
  readonly cases: readonly PackCanary[]
}

const tables = new Map(await Promise.all(packs.map(async ({ name }) => [name, await readCases(name)] as const)))

/** Empty for a pack that refuses nothing, which is tested with real programs. */
export const casesOf = (pack: string): readonly PackCases[] => tables.get(pack) ?? []

async function readCases(pack: string): Promise<readonly PackCases[]> {
  if (!existsSync(new URL(`../${pack}/cases.ts`, import.meta.url))) return []
  const { cases }: { cases: readonly PackCases[] } = await import(`../${pack}/cases.ts`)
  return cases
}
