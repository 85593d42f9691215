/** Hooks that an embedder passes to `createHooks`: entries as in hookline.json, or functions. */

import { describeSuggestion, suggestEvent } from '../agents/suggest.ts'
import { nodeOf } from '../config/jsonc.ts'
import { readDocument } from '../config/read-hooks.ts'
import { createReader, type ReadOptions, type SourceInfo } from '../config/reader.ts'
import { HooklineError } from '../errors.ts'
import type { Entry } from '../flow.ts'
import type { Loaded, Source } from '../ports.ts'
import { type EventInput, type EventName, eventNames, isEventName, type ReplyOf } from '../protocol/events/index.ts'
import type { InlineEntry } from '../protocol/hooks-file.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf } from '../schema.ts'
import type { SourceSetup } from './document.ts'

/** A function as a hook. If it throws, the hook failed, like a command that exits with code 1. */
export interface InlineCall<N extends EventName = EventName> {
  readonly name: string
  readonly description?: string
  readonly matcher?: string
  readonly failClosed?: boolean
  /** Seconds. */
  readonly timeout?: number
  readonly timeout_ms?: number
  readonly loop_limit?: number | null
  readonly enabled?: boolean
  readonly mode?: 'enforce' | 'monitor'
  run(input: EventInput<N>, signal: AbortSignal): ReplyOf<N> | undefined | Promise<ReplyOf<N> | undefined>
}
export type InlineHooks = {
  readonly [N in EventName]?: readonly (InlineCall<N> | (InlineEntry & { readonly run?: never }))[]
}

/** The working directory is the first root. Throws on misuse, because only the embedder can fix its own code. */
export function inline(hooks: InlineHooks, cwd: string, { reading }: SourceSetup): Source {
  const info: SourceInfo = { source: 'inline', own: true, cwd, trust: 'own' }
  // Every edition reads all keys of an embedder's entry. Entries of an event that the edition lacks are skipped later.
  const edition = {
    ...reading.edition,
    entryKeys: 'all',
    unknownEvent: 'skips-key',
    events: new Set(eventNames),
  } as const
  const rules: ReadOptions = { ...reading, edition }
  const misuse = findMisuse(hooks) ?? findUnusable(hooks, loadInline(hooks, info, { ...rules, strict: false }).entries)
  if (misuse !== undefined)
    throw new HooklineError('bad-option', `The option \`hooks\` of createHooks is invalid: ${misuse}.`)
  return { name: 'inline', load: () => loadInline(hooks, info, rules) }
}

function loadInline(hooks: InlineHooks, info: SourceInfo, reading: ReadOptions): Loaded {
  const written = Object.entries(hooks).map(([event, list]) => [event, (list ?? []).map(toEntry)])
  const loaded = readDocument(nodeOf({ version: 1, hooks: Object.fromEntries(written) }), createReader(info, reading))
  const items = listItems(hooks)
  return { ...loaded, entries: loaded.entries.map((entry, at) => withCall(entry, items[at]?.item)) }
}

const toEntry = (item: unknown): unknown =>
  isObject(item) && typeof item.run === 'function' ? { ...item, run: undefined, type: 'module' } : item

function withCall(entry: Entry, item: unknown): Entry {
  const run = isObject(item) ? item.run : undefined
  return typeof run === 'function' ? { ...entry, call: (input, signal) => run.call(item, input, signal) } : entry
}

/** All items, in the order in which they become entries. */
const listItems = (hooks: InlineHooks): readonly { readonly where: string; readonly item: unknown }[] =>
  Object.entries(hooks).flatMap(([event, list]) =>
    (list ?? []).map((item, at) => ({ where: `hooks.${event}[${at}]`, item })),
  )

function findMisuse(hooks: JsonObject): string | undefined {
  for (const [event, list] of Object.entries(hooks)) {
    if (!isEventName(event)) {
      const hint = describeSuggestion(event, suggestEvent(event))
      return `there is no event ${JSON.stringify(event)}${hint === '' ? '' : `; ${hint.replace(/^D(?=id you mean)/, 'd').replace(/\?$/, '')}`}`
    }
    if (list !== undefined && !Array.isArray(list)) return `hooks.${event} must be a list, not ${kindOf(list)}`
  }
  return undefined
}

function findUnusable(hooks: InlineHooks, entries: readonly Entry[]): string | undefined {
  const at = entries.findIndex((entry) => entry.held?.why === 'invalid')
  const found = listItems(hooks)[at]
  if (found === undefined) return undefined
  const { where, item } = found
  const named = isObject(item) && typeof item.name === 'string' ? ` (${JSON.stringify(item.name)})` : ''
  if (isObject(item) && item.run !== undefined && typeof item.run !== 'function')
    return `${where}${named}: \`run\` must be a function, and is ${kindOf(item.run)}`
  const runs = isObject(item) && ['run', 'command', 'prompt', 'module', 'rule'].some((key) => item[key] !== undefined)
  const fault = runs || !isObject(item) ? entries[at]?.held?.detail : 'it needs a function `run` or a `command`'
  return `${where}${named}: ${fault}`
}
