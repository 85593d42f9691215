/** What `hookline init` suggests: ready-made packs, with parameters that fit the workspace. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import type { Wanted } from '../connect/settings.ts'
import type { Stack } from './stack.ts'

export interface Suggestion {
  readonly pack: Pack
  readonly does: string
  /** When it runs, in a few words. */
  readonly when: string
  readonly on: boolean
  /** What is written for it; the rest is its defaults. */
  readonly parameters: JsonObject
  /** What its canaries cannot show. */
  readonly unproved?: string
}

interface Row {
  readonly name: string
  readonly when: string
  readonly on: boolean
  /** Undefined: it has nothing to do here. */
  does(stack: Stack): string | undefined
  parameters?(stack: Stack): JsonObject
  readonly unproved?: string
}

const rows: readonly Row[] = [
  {
    name: 'format-on-edit',
    when: 'afterFileEdit',
    on: true,
    does: ({ formatters }) =>
      formatters.length === 0 ? undefined : `${formatters.join(', ')} on the changed file only`,
  },
  {
    name: 'shell-guard',
    when: 'beforeShellExecution',
    on: true,
    does: () => 'rm of home, force push, curl | sh',
  },
  { name: 'protect-files', when: 'read + edit + shell', on: true, does: () => '.env*, *.pem, keys, lockfiles' },
  // Without it an agent could switch off the packs above.
  { name: 'config-guard', when: 'edit + shell', on: true, does: () => 'these guards: hook files, hookline itself' },
  {
    name: 'verify-on-stop',
    when: 'stop',
    on: false,
    does: ({ tests }) => (tests === undefined ? undefined : `${tests}, 2 tries at most`),
    parameters: ({ tests }) => ({ commands: [tests] }),
    unproved: 'it runs your tests; see it with: hookline trigger stop',
  },
  { name: 'notify', when: 'stop', on: false, does: () => 'desktop when the agent is done' },
]

export const suggestionsFor = (stack: Stack, known: readonly Pack[] = packs): readonly Suggestion[] =>
  rows.flatMap(({ name, when, on, unproved, ...row }) => {
    const pack = known.find((one) => one.name === name)
    const does = row.does(stack)
    if (pack === undefined || does === undefined) return []
    const parameters = row.parameters?.(stack) ?? {}
    return [{ pack, does, when, on, parameters, ...(unproved === undefined ? {} : { unproved }) }]
  })

/** With every parameter set. */
export const settled = ({ pack, parameters }: Pick<Suggestion, 'pack' | 'parameters'>): JsonObject => ({
  ...Object.fromEntries(Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default])),
  ...parameters,
})

/** What its hooks will listen to, once it is written. */
export const wantedOf = (suggestions: readonly Suggestion[]): readonly Wanted[] =>
  suggestions.flatMap((one) =>
    one.pack
      .hooks(settled(one))
      .map(({ event, timeout = 0, rewrites = false }) => ({ event, timeoutMs: timeout * 1000, own: true, rewrites })),
  )
