/** The keys of hooks.json and hookline.json, one row each. The checks on these files and both published schemas derive from this table. */
import type { JsonObject, JsonSchema } from '../schema.ts'
import { type EventName, eventNames, eventRows } from './events/index.ts'
import { modelsSchema } from './models-setting.ts'
import { otelSchema } from './otel-setting.ts'

export const defaultTimeoutSeconds = 60
export const longestTimeoutSeconds = 600
export const defaultLoopLimit = 5
/** The limits of a prompt hook with `verify` (CONTRACT §8). */
export const verifyLimits = {
  rounds: { usual: 8, most: 32 },
  tokens: { usual: 200_000, most: 2_000_000 },
} as const

/** `both`: allowed in hooks.json too, because Cursor reads or ignores the key. `own`: allowed in hookline.json only. */
type ReadIn = 'both' | 'own'
export interface KeyRow {
  readonly schema: JsonSchema
  readonly doc: string
  readonly readIn: ReadIn
  /** Where an editor completes the key. A key that Cursor ignores with a bad result is read in hooks.json but not completed there. */
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
    'The arguments of `command`. With `args`, the command is a program that starts without a shell. Cursor ignores `args`, so use it in hookline.json.',
    'both',
    'own',
  ),
  prompt: key(
    { type: 'string', minLength: 1 },
    'For prompt hooks: the question. $ARGUMENTS is replaced by the input JSON.',
  ),
  model: key(text, 'For prompt hooks: the model, instead of the default one.'),
  verify: key(
    {
      type: 'object',
      properties: {
        read: {
          anyOf: [{ type: 'boolean' }, { type: 'array', items: text }],
          default: true,
          description:
            'Files of the workspace that the model may read: all, none, or those that match a pattern. Never secrets.',
        },
        commands: {
          type: 'array',
          items: { type: 'string', minLength: 1 },
          default: [],
          description:
            'Commands that only read, such as "git diff --stat". The model may run each of them once, and no other.',
        },
        rounds: {
          type: 'integer',
          minimum: 1,
          maximum: verifyLimits.rounds.most,
          default: verifyLimits.rounds.usual,
          description: 'How often the model is asked at most.',
        },
        tokens: {
          type: 'integer',
          minimum: 1,
          maximum: verifyLimits.tokens.most,
          default: verifyLimits.tokens.usual,
          description: 'No further question is asked once so many tokens were used, in and out.',
        },
        dollars: {
          type: 'number',
          exclusiveMinimum: 0,
          description: 'No further question is asked once so much was spent. The model needs prices.',
        },
      },
      additionalProperties: false,
    },
    'For prompt hooks: lets the model read files of the workspace and run named commands before it answers. A hook that comes to no verdict refuses at a gate.',
    'own',
  ),
  timeout: key(
    { type: 'number', exclusiveMinimum: 0, maximum: longestTimeoutSeconds, default: defaultTimeoutSeconds },
    'In seconds, fractions allowed. Default 60, maximum 600.',
  ),
  timeout_ms: key(
    { type: 'number', exclusiveMinimum: 0, maximum: longestTimeoutSeconds * 1000 },
    'In milliseconds. If `timeout` is set too, the shorter one applies.',
  ),
  matcher: key(text, 'A regular expression, unanchored, case-sensitive. "" and "*" match everything.'),
  failClosed: key({ type: 'boolean' }, 'Whether a failure of the hook denies. Default: as the event says.'),
  loop_limit: key(
    { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: defaultLoopLimit },
    'How many follow-ups the hook may cause. null means no limit.',
  ),
  name: key(text, 'The name of the hook, for people.'),
  description: key(text, 'What the hook does, for people.'),
  warm: key(
    { type: 'boolean', default: false },
    'true starts the next process of this command hook ahead of time. Only for a hook that does nothing before it reads its input.',
  ),
  environment: key(
    { enum: ['inherit', 'clean'] },
    'The variables that the hook inherits: all ("inherit", the default), or only those that programs need to run, without secrets ("clean", the default for hooks of a team).',
    'own',
  ),
  env: key(
    { type: 'array', items: text },
    'With "environment": "clean": variables that the hook inherits all the same, such as "NPM_TOKEN" or "AWS_*". For HTTP hooks: the variables that headers may contain.',
    'own',
  ),
  order: key(
    { type: 'integer', minimum: 0 },
    'Hooks with an order run after those without, one number after the other; equal numbers run at once. A rewrite is the input of the hooks with the next number, and after a denial they do not run.',
    'own',
  ),
  async: key(
    { type: 'boolean', default: false },
    'true runs the hook in the background: the event does not wait for it, and its answer is recorded and not used. Only for events that cannot refuse.',
    'own',
  ),
  sandbox: key(
    { enum: ['none', 'read-only', 'no-network', 'strict'] },
    'What the process of this command hook may not do: write files ("read-only"), open connections ("no-network"), or both and read secrets ("strict"). Without a sandbox on the machine the hook does not run, and a gate refuses.',
    'both',
    'own',
  ),
  checkedCopy: key(
    { type: 'boolean' },
    "true runs the scripts of this command hook from copies of the bytes that were trusted or signed. Default: false, and true for a team's hooks.",
  ),
  approvals: key(
    { type: 'boolean' },
    'Whether a person may let one refused call pass (hookline approve). Default: true, and false in the files of an organisation or team.',
    'both',
    'own',
  ),
  enabled: key({ type: 'boolean', default: true }, 'false switches this entry off.', 'own'),
  mode: key(
    { enum: ['enforce', 'monitor'], default: 'enforce' },
    '"monitor" runs the hook and records its decision without applying it.',
    'own',
  ),
  input: key(
    { type: 'string', default: 'cursor', examples: ['cursor', 'claude', 'codex', 'gemini', 'summary'] },
    'The format in which the hook reads its input and replies: "summary", or the name of the agent for which it was written. Its matcher is then tested as in that agent.',
    'own',
  ),
  module: key(text, 'For module hooks: the path of the TypeScript or JavaScript file.', 'own'),
  url: key(text, 'For HTTP hooks: the https:// address to which the event is posted.', 'own'),
  headers: key(
    { type: 'object', additionalProperties: text },
    'For HTTP hooks: headers of the request. $NAME in a value is replaced by a variable that `env` names.',
    'own',
  ),
  signWith: key(
    text,
    'For HTTP hooks: the variable with the key that signs the event, in the header Hookline-Signature.',
    'own',
  ),
  privateAddresses: key(
    { type: 'boolean', default: false },
    'For HTTP hooks: true allows addresses of this machine and of private networks, and http://.',
    'own',
  ),
  rule: key({ type: 'object' }, 'For rule hooks: what to match and what to decide.', 'own'),
} as const satisfies Record<string, KeyRow>
export type EntryKey = keyof typeof entryKeys
export const entryKeyRows: Readonly<Record<EntryKey, KeyRow>> = entryKeys
export const isEntryKey = (name: string): name is EntryKey => Object.hasOwn(entryKeys, name)

/** Keys that one type of hook reads. On another type they have no effect. `verify`, `sandbox` and `env` have checks of their own. */
export const typeOfKey: Readonly<Partial<Record<EntryKey, NonNullable<InlineEntry['type']>>>> = {
  ...{ command: 'command', args: 'command', warm: 'command', checkedCopy: 'command' },
  ...{ prompt: 'prompt', model: 'prompt', module: 'module', rule: 'rule' },
  ...{ url: 'http', headers: 'http', signWith: 'http', privateAddresses: 'http' },
}

/** The type of an entry of hookline.json. Each key is a row above. */
export interface InlineEntry {
  readonly type?: 'command' | 'prompt' | 'module' | 'rule' | 'http'
  readonly command?: string
  /** With arguments, the command is a program that starts without a shell. */
  readonly args?: readonly string[]
  readonly prompt?: string
  readonly model?: string
  readonly verify?: {
    readonly read?: boolean | readonly string[]
    readonly commands?: readonly string[]
    readonly rounds?: number
    readonly tokens?: number
    readonly dollars?: number
  }
  /** Seconds. */
  readonly timeout?: number
  readonly timeout_ms?: number
  readonly matcher?: string
  readonly failClosed?: boolean
  readonly loop_limit?: number | null
  readonly name?: string
  readonly description?: string
  readonly warm?: boolean
  readonly environment?: 'inherit' | 'clean'
  readonly env?: readonly string[]
  readonly order?: number
  readonly async?: boolean
  readonly sandbox?: 'none' | 'read-only' | 'no-network' | 'strict'
  readonly checkedCopy?: boolean
  readonly approvals?: boolean
  readonly enabled?: boolean
  readonly mode?: 'enforce' | 'monitor'
  readonly input?: 'cursor' | 'summary'
  readonly module?: string
  readonly rule?: JsonObject
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signWith?: string
  readonly privateAddresses?: boolean
}

export interface SettingRow {
  readonly schema: JsonSchema
  readonly doc: string
  /** A project file cannot set it, or cannot set these keys of it (CONTRACT §4). */
  readonly forbiddenInProject: boolean | readonly string[]
  /** Only an organisation or a team can set it. */
  readonly isManaged?: true
  /** A team can set it too (CONTRACT §9). Endpoints, keys and lasting exceptions belong to the person at the machine and to the organisation. */
  readonly byTeam?: true
  /** It switches hooks of other files off, so a directory that only adds hooks cannot set it. */
  readonly weakens?: true
  /** What a value counts as that is not known: the strictest one. Absent: it is as if the setting were absent. */
  readonly otherwise?: string
}
const setting = (
  schema: JsonSchema,
  doc: string,
  forbiddenInProject: SettingRow['forbiddenInProject'] = false,
): SettingRow => ({ schema, doc, forbiddenInProject })

const teamSetting = (...row: Parameters<typeof setting>): SettingRow => ({ ...setting(...row), byTeam: true })

const managedSetting = (doc: string): SettingRow => ({
  ...teamSetting({ type: 'boolean', default: false }, doc, true),
  isManaged: true,
})

/** The settings of a hookline.json: every key except `version` and `hooks`. */
export const settingRows: Readonly<Record<string, SettingRow>> = {
  packs: teamSetting(
    { type: 'object', additionalProperties: { type: 'object', properties: { mode: entryKeys.mode.schema } } },
    'The packs (ready-made hooks) to use, by name, each with its mode and parameters.',
  ),
  log: teamSetting(
    {
      type: 'object',
      properties: {
        capture: { enum: ['lean', 'full'] },
        maxMb: { type: 'number', exclusiveMinimum: 0 },
        audit: {
          type: 'boolean',
          description:
            'true makes the log an audit log: every event leaves a record, and each record has the hash of the one before.',
        },
        failClosed: {
          type: 'boolean',
          description: 'true refuses what cannot be written to the audit log, where the event can be refused.',
        },
      },
      additionalProperties: false,
    },
    'What the log on disk keeps, and whether it is an audit log.',
    ['audit', 'failClosed'],
  ),
  budget: teamSetting(
    {
      type: 'object',
      properties: Object.fromEntries(
        ['all', ...eventNames].map((name): [string, JsonSchema] => [name, { type: 'number', exclusiveMinimum: 0 }]),
      ),
      additionalProperties: false,
    },
    'The milliseconds that an event has in all, by its name, or `all` for every event. A hook without an answer by then has timed out, and refuses at a gate unless it says `failClosed: false`. Only for hooks of sources that are trusted no more than this file.',
    true,
  ),
  loops: teamSetting(
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
    'When automatic follow-ups end, in hosts that enforce such limits. A project can only lower them.',
  ),
  enabled: teamSetting(entryKeys.enabled.schema, 'false switches off all hooks of this file.'),
  mode: teamSetting(entryKeys.mode.schema, '"monitor" applies to all hooks of this file.'),
  warm: teamSetting(entryKeys.warm.schema, 'true applies `warm` to all command hooks of this file.'),
  environment: teamSetting(entryKeys.environment.schema, '"clean" applies to all hooks of this file.'),
  environmentForAll: {
    ...teamSetting(
      { enum: ['clean'] },
      '"clean" gives a clean environment to the hooks of this source and of all that are trusted less, except those of a source that is trusted as much and say "inherit".',
      true,
    ),
    otherwise: 'clean',
  },
  sandbox: teamSetting(entryKeys.sandbox.schema, 'The sandbox of all command hooks of this file.'),
  sandboxForAll: {
    ...teamSetting(
      { enum: ['read-only', 'no-network', 'strict'] },
      'The sandbox of the command hooks of this source and of all that are trusted less, except those of a source that is trusted as much and say "none". With another sandbox of the entry, the stricter one counts.',
      true,
    ),
    otherwise: 'strict',
  },
  monitor: teamSetting(
    { type: 'array', items: text },
    'Names of sources, events, packs or hooks, or ids of hooks: these run and are recorded, and their decisions are not applied. Only of this source and of those that are trusted less.',
    true,
  ),
  managedOnly: {
    ...managedSetting(
      'true admits only the hooks of the organisation and its teams, and those of the program that embeds Hookline.',
    ),
    weakens: true,
  },
  breakGlass: managedSetting(
    'true lets a person turn off a hook of this file for at most 60 minutes, with a reason that is recorded.',
  ),
  canary: {
    ...teamSetting(
      { enum: ['off', 'hourly', 'daily', 'weekly'], default: 'off' },
      'How often a machine of a team proves its hooks, as `hookline doctor --prove` does, and reports the result. The hooks really run. Your file counts before that of a team, and that of the organisation before both. Never in CI.',
      true,
    ),
    weakens: true,
  },
  checkedCopy: teamSetting(
    entryKeys.checkedCopy.schema,
    'true applies `checkedCopy` to all command hooks of this file.',
  ),
  exceptions: setting(
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          call: {
            type: 'string',
            minLength: 1,
            description: 'The hash of the call: its tool, arguments and workspace.',
          },
          covers: {
            type: 'array',
            items: { type: 'string' },
            description: 'The rules, or ids of hooks, that do not count for this call.',
          },
          shows: { type: 'string', description: 'The call in short, for people.' },
          workspaces: { type: 'array', items: { type: 'string' }, description: 'Where it was made, for people.' },
          reason: { type: 'string' },
          at: { type: 'string' },
        },
        required: ['call', 'covers'],
        additionalProperties: false,
      },
    },
    'Calls that pass although hooks refuse them. hookline approve --always writes them.',
    true,
  ),
  models: setting(modelsSchema, 'The default model of prompt hooks, the endpoints, and the budget.', true),
  otel: {
    ...setting(
      otelSchema,
      'Where logs, metrics and traces of your hooks go (OpenTelemetry). They have names, ids and times, and no command, prompt, path or output.',
      true,
    ),
    weakens: true,
  },
  claude: {
    ...teamSetting({ type: 'boolean', default: true }, 'false ignores the Claude Code files.', true),
    weakens: true,
  },
}

/** Whether the file of a team may have the setting. */
export const isTeamSetting = (name: string): boolean =>
  Object.hasOwn(settingRows, name) && settingRows[name]?.byTeam === true

/** Settings that earlier schemas listed although nothing read them, each with its replacement. A file that has one stays valid. */
export const removedSettings: Readonly<Record<string, string>> = {
  endpoints: 'Set the endpoints of prompt hooks in `models.providers`.',
  trust: 'Trust a workspace with `hookline trust add`.',
  edition: 'Choose an edition with `--edition`, or with the option `edition` of `createHooks`.',
  experiments: 'Switch on an experiment with `--experiment`, or with the option `experiments` of `createHooks`.',
}

/** Whether this version of hookline.json or an earlier one has a setting of this name. */
export const isSetting = (name: string): boolean =>
  Object.hasOwn(settingRows, name) || Object.hasOwn(removedSettings, name)

/** The events that the dialect `summary` can describe (CONTRACT §12). */
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

/** The JSON Schema of hookline.json: entries of all four types, the settings, and the parameters of the given packs. */
export function hooklineFileSchema(packs: readonly SchemaPack[] = []): JsonSchema {
  const rows = packs.length === 0 ? settingRows : { ...settingRows, packs: packsRow(packs) }
  return fileSchema('hookline.json', 'own', rows)
}

/** The part of a pack that the schema needs. */
export interface SchemaPack {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, { readonly schema: JsonSchema; readonly doc: string }>>
}

/** Lists the names so that an editor completes them and marks a misspelled pack or parameter, which would have no effect. */
function packsRow(packs: readonly SchemaPack[]): { readonly schema: JsonSchema; readonly doc: string } {
  const { mode, enabled, approvals } = entryKeys
  const properties = packs.map(({ name, description, parameters }): [string, JsonSchema] => [
    name,
    {
      description,
      type: 'object',
      properties: described({ ...parameters, mode, enabled, approvals }),
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
  // Cursor rejects a hooks.json with an event that it does not know.
  const offered = eventNames.filter((event) => own || eventRows[event].since !== 'hookline')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      version: { description: 'The version of the format, which is 1.', type: 'integer', minimum: 1, default: 1 },
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
  if (own) properties.type = { ...properties.type, enum: ['command', 'prompt', 'module', 'rule', 'http'] }
  return { type: 'object', properties, ...needs(own) }
}

const needs = (own: boolean): JsonSchema => {
  const when = (type: string, key = type): JsonSchema => ({
    properties: { type: { const: type } },
    required: ['type', key],
  })
  const command = { properties: { type: { const: 'command' } }, required: ['command'] }
  return { anyOf: [command, when('prompt'), ...(own ? [when('module'), when('rule'), when('http', 'url')] : [])] }
}

const described = (rows: Readonly<Record<string, { readonly schema: JsonSchema; readonly doc: string }>>) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]): [string, JsonSchema] => [name, { description: row.doc, ...row.schema }]),
  )
