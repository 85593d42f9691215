/** The wire: the keys of hooks.json and hookline.json as rows. The reader's checks and both published schemas derive from here. */
import type { JsonObject, JsonSchema } from '../schema.ts'
import { type EventName, eventNames, eventRows } from './events/index.ts'
import { modelsSchema } from './models-setting.ts'

export const defaultTimeoutSeconds = 60
export const longestTimeoutSeconds = 600
export const defaultLoopLimit = 5

/** `both`: Cursor reads it or merely ignores it, so it may stand in hooks.json; `own`: hookline.json only. */
type ReadIn = 'both' | 'own'
export interface KeyRow {
  readonly schema: JsonSchema
  readonly doc: string
  readonly readIn: ReadIn
  /** Where an editor offers it: a key that Cursor ignores at a cost is read in hooks.json and not offered there. */
  readonly offeredIn: ReadIn
}

const key = (schema: JsonSchema, doc: string, readIn: ReadIn = 'both', offeredIn = readIn): KeyRow => ({
  schema,
  doc,
  readIn,
  offeredIn,
})
const text = { type: 'string' } as const

const entryKeys = {
  type: key({ enum: ['command', 'prompt'], default: 'command' }, 'What the hook is: a command (default) or a prompt.'),
  command: key({ type: 'string', minLength: 1 }, 'Shell text, or the path of a script.'),
  args: key(
    { type: 'array', items: text },
    'The arguments of `command`, which is then a program that is started without a shell. Cursor ignores them: write them in hookline.json.',
    'both',
    'own',
  ),
  prompt: key({ type: 'string', minLength: 1 }, 'For prompt hooks: the question; $ARGUMENTS becomes the input JSON.'),
  model: key(text, 'For prompt hooks: the model, instead of the default one.'),
  timeout: key(
    { type: 'number', exclusiveMinimum: 0, maximum: longestTimeoutSeconds, default: defaultTimeoutSeconds },
    'In seconds, may be fractional; 60 when absent, at most 600.',
  ),
  timeout_ms: key(
    { type: 'number', exclusiveMinimum: 0, maximum: longestTimeoutSeconds * 1000 },
    'In milliseconds; beside `timeout` the shorter holds.',
  ),
  matcher: key(text, 'A regular expression, unanchored, case-sensitive. "" and "*" match everything.'),
  failClosed: key({ type: 'boolean' }, "Whether a failure of the hook refuses; absent: the event's own default."),
  loop_limit: key(
    { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: defaultLoopLimit },
    'How many follow-ups the hook may cause; null for no limit.',
  ),
  name: key(text, 'What a person calls the hook.'),
  description: key(text, 'For the reader.'),
  warm: key({}, 'Keep a process of this hook started.'),
  enabled: key({ type: 'boolean', default: true }, 'false switches this entry off.', 'own'),
  mode: key({ enum: ['enforce', 'monitor'], default: 'enforce' }, '"monitor" runs and records, without effect.', 'own'),
  input: key({ enum: ['cursor', 'summary'], default: 'cursor' }, 'The shape in which the hook reads its input.', 'own'),
  module: key(text, 'For module hooks: the path of the TypeScript or JavaScript file.', 'own'),
  rule: key({ type: 'object' }, 'For rule hooks: what to match and what to answer.', 'own'),
} as const satisfies Record<string, KeyRow>
export type EntryKey = keyof typeof entryKeys
export const entryKeyRows: Readonly<Record<EntryKey, KeyRow>> = entryKeys
export const isEntryKey = (name: string): name is EntryKey => Object.hasOwn(entryKeys, name)

/** An entry of hookline.json as a TypeScript author writes it. Each key is a row above. */
export interface InlineEntry {
  readonly type?: 'command' | 'prompt' | 'module' | 'rule'
  readonly command?: string
  /** Arguments: the command is then a program that is started without a shell. */
  readonly args?: readonly string[]
  readonly prompt?: string
  readonly model?: string
  /** Seconds. */
  readonly timeout?: number
  readonly timeout_ms?: number
  readonly matcher?: string
  readonly failClosed?: boolean
  readonly loop_limit?: number | null
  readonly name?: string
  readonly description?: string
  readonly warm?: unknown
  readonly enabled?: boolean
  readonly mode?: 'enforce' | 'monitor'
  readonly input?: 'cursor' | 'summary'
  readonly module?: string
  readonly rule?: JsonObject
}

export interface SettingRow {
  readonly schema: JsonSchema
  readonly doc: string
  /** A project's file cannot set it (CONTRACT §4). */
  readonly forbiddenInProject: boolean
}
const setting = (schema: JsonSchema, doc: string, forbiddenInProject = false): SettingRow => ({
  schema,
  doc,
  forbiddenInProject,
})

/** What stands beside `version` and `hooks` in a hookline.json. */
export const settingRows: Readonly<Record<string, SettingRow>> = {
  packs: setting(
    { type: 'object', additionalProperties: { type: 'object', properties: { mode: entryKeys.mode.schema } } },
    'Ready-made hooks by name, each with its mode and parameters.',
  ),
  log: setting(
    {
      type: 'object',
      properties: { capture: { enum: ['lean', 'full'] }, maxMb: { type: 'number', exclusiveMinimum: 0 } },
    },
    'How much the durable log keeps.',
  ),
  loops: setting(
    {
      type: 'object',
      properties: {
        rounds: { type: 'integer', exclusiveMinimum: 0, default: 25 },
        tokens: { type: 'number', exclusiveMinimum: 0 },
        usd: { type: 'number', exclusiveMinimum: 0 },
        minutes: { type: 'number', exclusiveMinimum: 0 },
        idleRounds: { type: 'integer', exclusiveMinimum: 0, default: 2 },
      },
      additionalProperties: false,
    },
    'When automatic follow-ups end, in hosts that keep such limits; a project can only lower them.',
  ),
  enabled: setting(entryKeys.enabled.schema, 'false switches off the entries of this file.'),
  mode: setting(entryKeys.mode.schema, '"monitor" for all entries of this file.'),
  models: setting(modelsSchema, 'The default model of prompt hooks, the endpoints, and what they may cost.', true),
  claude: setting({ type: 'boolean', default: true }, 'false leaves the Claude Code files out.', true),
}

/** Settings that earlier schemas listed and nothing ever read, each with what to use instead. A file that has one stays valid. */
export const removedSettings: Readonly<Record<string, string>> = {
  endpoints: 'Set the endpoints of prompt hooks in `models.providers`.',
  trust: 'Trust a workspace with `hookline trust add`.',
  edition: 'Choose an edition with `--edition`, or with the option `edition` of `createHooks`.',
  experiments: 'Switch on an experiment with `--experiment`, or with the option `experiments` of `createHooks`.',
}

/** Whether the name belongs to a setting of hookline.json, of this version or an earlier one. */
export const isSetting = (name: string): boolean =>
  Object.hasOwn(settingRows, name) || Object.hasOwn(removedSettings, name)

/** The events that the dialect `summary` has a shape for (CONTRACT §12). */
export const summaryEvents: ReadonlySet<EventName> = new Set<EventName>([
  'beforeSubmitPrompt',
  'beforeMCPExecution',
  'afterMCPExecution',
  'afterFileEdit',
  'afterAgentResponse',
  'stop',
])

/** The JSON Schema (2020-12) of hooks.json, for editors. */
export const hooksFileSchema = (): JsonSchema => fileSchema('hooks.json', 'both')

/** The same for hookline.json: entries of all four types, the settings, and the parameters of the packs that are handed over. */
export function hooklineFileSchema(packs: readonly SchemaPack[] = []): JsonSchema {
  const rows = packs.length === 0 ? settingRows : { ...settingRows, packs: packsRow(packs) }
  return fileSchema('hookline.json', 'own', rows)
}

/** What a pack says of itself to an editor. */
export interface SchemaPack {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, { readonly schema: JsonSchema; readonly doc: string }>>
}

/** An editor completes the names and refuses others: a pack or parameter that is misspelt has no effect. */
function packsRow(packs: readonly SchemaPack[]): { readonly schema: JsonSchema; readonly doc: string } {
  const { mode, enabled } = entryKeys
  const properties = packs.map(({ name, description, parameters }): [string, JsonSchema] => [
    name,
    {
      description,
      type: 'object',
      properties: described({ ...parameters, mode, enabled }),
      additionalProperties: false,
      default: {},
    },
  ])
  const schema = { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
  return { schema, doc: settingRows.packs?.doc ?? '' }
}

type Rows = Parameters<typeof described>[0]
function fileSchema(name: 'hooks.json' | 'hookline.json', reads: ReadIn, settings: Rows = settingRows): JsonSchema {
  const own = reads === 'own'
  // Cursor refuses a hooks.json with an event that none of its versions has.
  const offered = eventNames.filter((event) => own || eventRows[event].since !== 'hookline')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      version: { description: 'The version of this format: 1.', type: 'integer', minimum: 1, default: 1 },
      hooks: {
        description: 'The hooks, by event.',
        type: 'object',
        properties: Object.fromEntries(offered.map((event) => [event, listSchema(event)])),
        additionalProperties: false,
      },
      ...(own ? described(settings) : {}),
    },
    required: own ? [] : ['version', 'hooks'],
    $defs: { entry: entrySchema(own) },
  }
}

const listSchema = (event: EventName): JsonSchema => ({
  description: eventRows[event].doc,
  type: 'array',
  items: { $ref: '#/$defs/entry' },
})

function entrySchema(own: boolean): JsonSchema {
  const rows = Object.entries(entryKeyRows).filter(([, row]) => own || row.offeredIn === 'both')
  const properties = described(Object.fromEntries(rows))
  if (own) properties.type = { ...properties.type, enum: ['command', 'prompt', 'module', 'rule'] }
  return { type: 'object', properties, ...needs(own) }
}

const needs = (own: boolean): JsonSchema => {
  const when = (type: string): JsonSchema => ({ properties: { type: { const: type } }, required: ['type', type] })
  const command = { properties: { type: { const: 'command' } }, required: ['command'] }
  return { anyOf: [command, when('prompt'), ...(own ? [when('module'), when('rule')] : [])] }
}

const described = (rows: Readonly<Record<string, { readonly schema: JsonSchema; readonly doc: string }>>) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]): [string, JsonSchema] => [name, { description: row.doc, ...row.schema }]),
  )
