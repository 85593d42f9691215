/** What an embedder may say to `createHooks`, and the check of it. */

import { isSourceName } from '../agents/sources.ts'
import { nearest } from '../agents/suggest.ts'
import { dialects } from '../dialects/index.ts'
import { editions, isEdition } from '../editions.ts'
import { HooklineError } from '../errors.ts'
import type { Edition, SourceName } from '../flow.ts'
import type { Ask, Sink, Source, TrustOption } from '../ports.ts'
import type { CommonInput } from '../protocol/common.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf } from '../schema.ts'
import type { Capture } from '../sinks/log-record.ts'
import type { InlineHooks } from '../sources/inline.ts'
import type { ModelsOption } from './models/prompt.ts'

export interface CreateOptions {
  readonly workspaceRoots: readonly string[]
  /** Instead of the person's own; nothing outside it is then read or written for them. */
  readonly home?: string
  /** Without it the stored trust decides (`hookline trust add`). */
  readonly trust?: TrustOption
  readonly edition?: Edition
  /** Absent: an ask is refused. `'host'`: the host asks by itself and gets `kind: 'ask'`. */
  readonly onAsk?: Ask | 'host'
  /** Beside the standard ones; `{ only }` instead of them. */
  readonly sources?: readonly Source[] | { readonly only: readonly Source[] }
  readonly sinks?: readonly Sink[]
  /** The durable log. Default: none is written. What is left out here, the hookline.json files say. */
  readonly log?: false | LogOption
  /** Sources that the agent around this process runs by itself: their hooks.json and settings entries are held. */
  readonly hostOwned?: readonly SourceName[]
  /** The agent that gets the answers, by its dialect's name: what it cannot do (ask, rewrite) is refused, and the record says so. */
  readonly agent?: string
  /** Default false. True: the hooks of this machine's teams are refreshed at once and every 30 minutes, while this engine lives. */
  readonly team?: boolean
  readonly experiments?: readonly string[]
  readonly user?: { readonly email: string | null }
  /** Hooks of the embedder's own: entries as in hookline.json, or functions. */
  readonly hooks?: InlineHooks
  /** Of the common fields: what `fire` fills in. */
  readonly defaults?: Partial<CommonInput>
  readonly plugins?: readonly string[]
  /** A further enterprise directory; never instead of the system's. */
  readonly enterpriseDir?: string
  readonly eventTimeoutMs?: number
  readonly maxProcesses?: number
  /** How prompt hooks ask. Default: the endpoint that the user's or a managed hookline.json names, through `@hookline/models`. */
  readonly models?: ModelsOption
  /** Default true, in one-shot mode false: files are watched, and a save takes effect. */
  readonly watch?: boolean
  /** What a bug of ours means at a gate. No silent default: without it `fire` rejects. */
  readonly onEngineError?: 'allow' | 'deny'
  /** The workspace is a remote one: hooks see `CURSOR_CODE_REMOTE`. */
  readonly remote?: boolean
  /** Any error rejects its file. */
  readonly strict?: boolean
  /**
   * Those that will be fired, for hosts that start a process per event: when nobody listens to them nothing more is read,
   * `entries` and `problems` are empty, and `has` and `explain` throw for another event. Firing another one reads all.
   */
  readonly events?: readonly EventName[]
  /**
   * `'one-shot'` for hosts that start a process per event (`hookline run`): sessions are kept on disk, matchers are compiled
   * when the event needs them, no process is prepared in advance, module hooks run in a process of their own because stdout
   * carries the answer, and files are not watched. Default: `'resident'`.
   */
  readonly mode?: Mode
  /** What hooks inherit; default: the environment of this process at the time of the event. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

export type Mode = 'resident' | 'one-shot'

export interface LogOption {
  /** `'full'` keeps the fields that rows call private. */
  readonly capture?: Capture
  readonly maxMb?: number
  /** Default: `log` in the state directory of the person. */
  readonly directory?: string
  /** Who the events come from: stands in every record. */
  readonly host?: string
}

/** What each option may be, checked once: a typo in one must not become a silent default. */
const allowed: Readonly<Record<keyof CreateOptions, (value: never) => boolean>> = {
  workspaceRoots: (value) => isTexts(value),
  home: (value) => typeof value === 'string' && value !== '',
  trust: (value) => value === 'all' || value === 'none' || typeof value === 'function',
  edition: (value) => typeof value === 'string' && isEdition(value),
  events: (value) => isTexts(value) && (value as readonly string[]).every(isEventName),
  onAsk: (value) => value === 'host' || typeof value === 'function',
  onEngineError: (value) => value === 'allow' || value === 'deny',
  mode: (value) => value === 'resident' || value === 'one-shot',
  hooks: (value) => isObject(value),
  defaults: (value) => isObject(value),
  plugins: (value) => isTexts(value),
  experiments: (value) => isTexts(value),
  enterpriseDir: (value) => typeof value === 'string',
  eventTimeoutMs: (value) => typeof value === 'number' && value > 0,
  maxProcesses: (value) => Number.isInteger(value) && value > 0,
  models: (value) => isModelsOption(value),
  log: (value) => value === false || isLogOption(value),
  sources: (value) => isListOf(value, isSource) || isListOf(partOf(value, 'only'), isSource),
  sinks: (value) => isListOf(value, (sink) => typeof sink.write === 'function'),
  hostOwned: (value) => isTexts(value) && (value as string[]).every(isSourceName),
  agent: (value) => typeof value === 'string' && dialects[value]?.agent !== undefined,
  user: (value) => partOf(value, 'email') === null || typeof partOf(value, 'email') === 'string',
  watch: (value) => typeof value === 'boolean',
  team: (value) => typeof value === 'boolean',
  remote: (value) => typeof value === 'boolean',
  strict: (value) => typeof value === 'boolean',
  env: (value) => isObject(value),
}
const isModelsOption = (value: unknown) =>
  isObject(value) &&
  (value.ask === undefined || typeof value.ask === 'function') &&
  (value.cache === undefined || typeof value.cache === 'boolean')
const isLogOption = (value: unknown) =>
  isObject(value) &&
  [undefined, 'lean', 'full'].includes(value.capture as undefined) &&
  (value.maxMb === undefined || (typeof value.maxMb === 'number' && value.maxMb > 0)) &&
  [value.directory, value.host].every((text) => text === undefined || (typeof text === 'string' && text !== ''))
const partOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
type Part = JsonObject
const isListOf = (value: unknown, is: (part: Part) => boolean) =>
  Array.isArray(value) && value.every((part) => isObject(part) && is(part))
const isSource = ({ name, load }: Part) => typeof name === 'string' && typeof load === 'function'
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')

export function checkOptions(options: CreateOptions): void {
  if (!isObject(options) || options.workspaceRoots === undefined) {
    throw new HooklineError(
      'bad-option',
      'createHooks needs { workspaceRoots }: a list of directories, which may be empty.',
    )
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(allowed, name)) throw new HooklineError('bad-option', unknownOption(name))
    if (value === undefined || allowed[name as keyof CreateOptions](value as never)) continue
    const hint = name === 'edition' ? ` The editions are: ${Object.keys(editions).join(', ')}.` : ''
    throw new HooklineError('bad-option', `The option ${name} of createHooks cannot be ${kindOf(value)}.${hint}`)
  }
}

function unknownOption(name: string): string {
  const near = nearest(name, Object.keys(allowed))
  return `createHooks has no option ${JSON.stringify(name)}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
