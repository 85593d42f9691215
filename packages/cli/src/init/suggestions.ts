/** Suggests ready-made packs with parameters that fit the workspace. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import type { Stack } from './stack.ts'

export interface Suggestion {
  readonly pack: Pack
  readonly does: string
  /** The events it runs for, shortened. */
  readonly when: string
  readonly on: boolean
  /** The parameters to write. The others keep their defaults. */
  readonly parameters: JsonObject
  /** Why its canaries cannot prove it. */
  readonly unproved?: string
}

interface SuggestionRow {
  readonly name: string
  readonly when: string
  readonly on: boolean
  /** Returns undefined if the pack is of no use here. */
  does(stack: Stack): string | undefined
  parameters?(stack: Stack): JsonObject
  readonly unproved?: string
}

const rows: readonly SuggestionRow[] = [
  {
    name: 'format-on-edit',
    when: 'afterFileEdit',
    on: true,
    does: ({ formatters }) =>
      formatters.length === 0 ? undefined : `runs ${formatters.join(', ')} on the changed file`,
  },
  {
    name: 'shell-guard',
    when: 'beforeShellExecution',
    on: true,
    does: () => 'blocks rm of home, force push, curl | sh',
  },
  {
    name: 'protect-files',
    when: 'read + edit + shell',
    on: true,
    does: () => 'protects .env*, *.pem, keys, lockfiles',
  },
  // Without it an agent could turn off the packs above.
  { name: 'config-guard', when: 'edit + shell', on: true, does: () => 'protects hook files and hookline itself' },
  {
    name: 'verify-on-stop',
    when: 'stop',
    on: false,
    does: ({ tests }) => (tests === undefined ? undefined : `runs ${tests}, at most twice`),
    parameters: ({ tests }) => ({ commands: [tests] }),
    unproved: 'it runs your tests. To try it: hookline trigger stop',
  },
  { name: 'notify', when: 'stop', on: false, does: () => 'notifies you when the agent is done' },
]

export const suggestionsFor = (stack: Stack, known: readonly Pack[] = packs): readonly Suggestion[] =>
  rows.flatMap(({ name, when, on, unproved, ...row }) => {
    const pack = known.find((one) => one.name === name)
    const does = row.does(stack)
    if (pack === undefined || does === undefined) return []
    const parameters = row.parameters?.(stack) ?? {}
    return [{ pack, does, when, on, parameters, ...(unproved === undefined ? {} : { unproved }) }]
  })

/** All parameters, with defaults for those that are not written. */
export const allParameters = ({ pack, parameters }: Pick<Suggestion, 'pack' | 'parameters'>): JsonObject => ({
  ...Object.fromEntries(Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default])),
  ...parameters,
})
