/** The options of `createHooks`, and their validation. */

import { isSourceName } from '../agents/sources.ts'
import { nearest } from '../agents/suggest.ts'
import { dialects } from '../dialects/index.ts'
import { isEdition } from '../editions.ts'
import { HooklineError } from '../errors.ts'
import type { BackgroundWork, Edition, SourceName } from '../flow.ts'
import type { Ask, Sink, Source, TrustOption } from '../ports.ts'
import type { CommonInput } from '../protocol/common.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf } from '../schema.ts'
import { shortLine } from '../short-line.ts'
import { type Capture, type Purpose, purposes } from '../sinks/log-record.ts'
import type { InlineHooks } from '../sources/inline.ts'
import { expectedOptions } from './expected-options.ts'
import type { ModelsOption } from './models/prompt.ts'

export interface CreateOptions {
  readonly workspaceRoots: readonly string[]
  /** A home directory to use instead of the user's own. No user file outside it is then read or written. */
  readonly home?: string
  /** Default: the stored trust decides (`hookline trust add`). */
  readonly trust?: TrustOption
  readonly edition?: Edition
  /** Without it, an ask is refused. `'host'`: the host asks the user itself and gets `kind: 'ask'`. */
  readonly onAsk?: Ask | 'host'
  /** Sources in addition to the standard ones, or with `{ only }` instead of them. */
  readonly sources?: readonly Source[] | { readonly only: readonly Source[] }
  readonly sinks?: readonly Sink[]
  /** The durable log. Default: no log. Fields that are left out come from the hookline.json files. */
  readonly log?: false | LogOption
  /** Sources whose hooks the calling agent runs itself: their entries in hooks.json and settings files are skipped. */
  readonly hostOwned?: readonly SourceName[]
  /** The agent that gets the replies, by the name of its dialect. What it cannot do (ask, rewrite) is refused, and the log record says so. */
  readonly agent?: string
  /**
   * Default false. If true, a refusal has a code with which a person can let exactly that call pass once (`hookline approve`),
   * and the exceptions in the user's settings count. Show `userMessage` to the person only: the code is in it.
   */
  readonly approvals?: boolean
  /** Default false. If true, the hooks of this machine's teams are refreshed at once and every 30 minutes until `close`. */
  readonly team?: boolean
  readonly experiments?: readonly string[]
  readonly user?: { readonly email: string | null }
  /** The embedder's own hooks: entries as in hookline.json, or functions. */
  readonly hooks?: InlineHooks
  /** Common input fields that `fire` fills in. */
  readonly defaults?: Partial<CommonInput>
  readonly plugins?: readonly string[]
  /** A further enterprise directory, in addition to the system's. */
  readonly enterpriseDir?: string
  readonly eventTimeoutMs?: number
  /**
   * Called with the hooks of an event that have `async`, in a host that ends before they do: it hands them to another process,
   * which passes them to `untyped.resume` of an engine with the same options. False: that is not possible, so they are skipped
   * (`busy`). Default: they run in this process, and `close` waits for them.
   */
  readonly background?: (work: BackgroundWork) => boolean | Promise<boolean>
  readonly maxProcesses?: number
  /**
   * Whether a small helper process starts the command hooks, so that the event loop does not wait in proportion to the
   * memory of this process. Default: once this process uses more than 256 MB. Only on Linux, and never in one-shot mode.
   */
  readonly helperProcess?: boolean
  /** How many processes of hooks with `warm` wait for their next event at most. 0: none. Default: 8. */
  readonly maxParked?: number
  /** How prompt hooks ask a model. Default: the endpoint in the user's or a managed hookline.json, through `@hookline/models`. */
  readonly models?: ModelsOption
  /** Default true, in one-shot mode false: files are watched, and a save takes effect. */
  readonly watch?: boolean
  /** The decision at a gate if Hookline itself fails. Without it, `fire` rejects. */
  readonly onEngineError?: 'allow' | 'deny'
  /** The workspace is remote: hooks get `CURSOR_CODE_REMOTE`. */
  readonly remote?: boolean
  /** Rejects a hooks file that has any error. */
  readonly strict?: boolean
  /**
   * The events that will be fired, for hosts that start a process per event. If no hook listens to them, nothing more is
   * read, `entries` and `problems` are empty, and `has` and `explain` throw for another event. Firing another event reads all.
   */
  readonly events?: readonly EventName[]
  /**
   * `'one-shot'` for hosts that start a process per event (`hookline run`): sessions are kept on disk, matchers are compiled
   * when the event needs them, no process is prepared in advance, module hooks run in a process of their own because stdout
   * carries the reply, and files are not watched. Default: `'resident'`.
   */
  readonly mode?: Mode
  /** The environment that hooks inherit. Default: that of this process at the time of the event. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

export type Mode = 'resident' | 'one-shot'

export interface LogOption {
  /** `'full'` also keeps the fields that event rows mark as private. */
  readonly capture?: Capture
  readonly maxMb?: number
  /** Default: `log` in the user's state directory. */
  readonly directory?: string
  /** The name of the program that fires the events; it is in every record. */
  readonly host?: string
  /** True: an audit log, with a record of every event. False ends none: the hookline.json files decide. */
  readonly audit?: boolean
  /** The events are invented, and why: stands in every record. */
  readonly purpose?: Purpose
  /** The id of the call that reports the events: stands in every record, so that an event whose answer was lost is recorded once. */
  readonly call?: string
}

/** A check for each option: a typo must not turn into a default without a message. */
const allowed: Readonly<Record<keyof CreateOptions, (value: never) => boolean>> = {
  workspaceRoots: (value) => isStringList(value),
  home: (value) => typeof value === 'string' && value !== '',
  trust: (value) => value === 'all' || value === 'none' || typeof value === 'function',
  edition: (value) => typeof value === 'string' && isEdition(value),
  events: (value) => isStringList(value, isEventName),
  onAsk: (value) => value === 'host' || typeof value === 'function',
  onEngineError: (value) => value === 'allow' || value === 'deny',
  mode: (value) => value === 'resident' || value === 'one-shot',
  hooks: (value) => isObject(value),
  defaults: (value) => isObject(value),
  plugins: (value) => isStringList(value),
  experiments: (value) => isStringList(value),
  enterpriseDir: (value) => typeof value === 'string',
  background: (value) => typeof value === 'function',
  eventTimeoutMs: (value) => typeof value === 'number' && value > 0,
  maxProcesses: (value) => Number.isInteger(value) && value > 0,
  helperProcess: (value) => typeof value === 'boolean',
  maxParked: (value) => Number.isInteger(value) && value >= 0,
  models: (value) => isModelsOption(value),
  log: (value) => value === false || isLogOption(value),
  sources: (value) => isListOf(value, isSource) || isListOf(partOf(value, 'only'), isSource),
  sinks: (value) => isListOf(value, (sink) => typeof sink.write === 'function'),
  hostOwned: (value) => isStringList(value, isSourceName),
  agent: (value) => typeof value === 'string' && dialects[value]?.agent !== undefined,
  user: (value) => partOf(value, 'email') === null || typeof partOf(value, 'email') === 'string',
  watch: (value) => typeof value === 'boolean',
  approvals: (value) => typeof value === 'boolean',
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
  (value.capture === undefined || value.capture === 'lean' || value.capture === 'full') &&
  (value.maxMb === undefined || (typeof value.maxMb === 'number' && value.maxMb > 0)) &&
  (value.audit === undefined || typeof value.audit === 'boolean') &&
  // The cast only allows `includes` to test a value of any type.
  (value.purpose === undefined || purposes.includes(value.purpose as Purpose)) &&
  [value.directory, value.host, value.call].every(
    (text) => text === undefined || (typeof text === 'string' && text !== ''),
  )
const partOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
type Part = JsonObject
const isListOf = (value: unknown, is: (part: Part) => boolean) =>
  Array.isArray(value) && value.every((part) => isObject(part) && is(part))
const isSource = ({ name, load }: Part) => typeof name === 'string' && typeof load === 'function'
const isStringList = (value: unknown, is: (text: string) => boolean = () => true) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '' && is(one))

export function checkOptions(options: CreateOptions): void {
  if (!isObject(options) || options.workspaceRoots === undefined) {
    throw new HooklineError(
      'bad-option',
      'createHooks needs { workspaceRoots }: a list of directories, which may be empty.',
    )
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(allowed, name)) throw new HooklineError('bad-option', unknownOption(name))
    // The check above makes `name` a key of the table, and each check accepts any value.
    if (value === undefined || allowed[name as keyof CreateOptions](value as never)) continue
    // As above.
    const expected = expectedOptions[name as keyof CreateOptions]
    throw new HooklineError(
      'bad-option',
      `The option ${name} of createHooks must be ${expected}, and is ${shortValue(value)}.`,
    )
  }
}

/** Of a list or an object also what is inside, because the fault is there. */
const shortValue = (value: unknown): string =>
  Array.isArray(value)
    ? shortLine(`a list of ${value.map(kindOf).join(', ') || 'nothing'}`)
    : isObject(value)
      ? shortLine(`an object with ${Object.keys(value).join(', ') || 'nothing'}`)
      : kindOf(value)

function unknownOption(name: string): string {
  const near = nearest(name, Object.keys(allowed))
  return `createHooks has no option ${JSON.stringify(name)}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
