/** Helpers to define a pack: parameters with their types, rules, hooks and canaries. */
import { eventRows } from '@hookline/core/protocol'
import {
  defineHook,
  type EventInput,
  type EventName,
  type Handler,
  type Pack,
  type PackCanary,
  type PackHook,
  type Parameter,
  type RuleLevel,
  ruleLevels,
} from '@hookline/core/sdk'

export { ofRule, promptCanary, readCanary, shellCanary, toolCanary, writeCanary } from './lib/canaries.ts'

import { finish, type Levels, type Permission, type Unfinished } from './lib/reasons.ts'

export const choice = <const T extends string>(values: readonly T[], initial: T, doc: string) =>
  ({ schema: { enum: values, default: initial }, doc }) as const satisfies Parameter
export const flag = (usual: boolean, doc: string) =>
  ({ schema: { type: 'boolean', default: usual }, doc }) as const satisfies Parameter
export const strings = (usual: readonly string[], doc: string) =>
  ({
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, default: usual },
    doc,
  }) as const satisfies Parameter
export const text = (usual: string, doc: string) =>
  ({ schema: { type: 'string', default: usual }, doc }) as const satisfies Parameter
export const amount = (usual: number, doc: string) =>
  ({ schema: { type: 'number', exclusiveMinimum: 0, default: usual }, doc }) as const satisfies Parameter

type Rows = Readonly<Record<string, Parameter>>
export type Values<R extends Rows> = {
  readonly [K in keyof R]: R[K]['schema'] extends { readonly enum: readonly (infer V)[] }
    ? V
    : R[K]['schema'] extends { readonly default: infer D }
      ? D extends readonly string[]
        ? readonly string[]
        : D extends boolean
          ? boolean
          : D extends number
            ? number
            : string
      : never
}

/** What a rule does if its level is not set: a level, or words for people if it depends on what the rule finds. */
type UsualLevel = Permission | 'deny or ask' | 'redact'

/** A rule of a pack, as data. The list of rules, the schema, the completion and the docs derive from it. */
export interface RuleRow<S = never> {
  readonly catches: string
  readonly level: UsualLevel | ((settings: S) => UsualLevel)
  readonly example: PackCanary
  /** The parameters that the example needs in addition to the defaults. */
  readonly given?: Partial<S>
}

export interface PackRow<R extends Rows> {
  readonly name: string
  readonly description: string
  readonly about: string
  readonly parameters: R
  readonly replaced?: Pack['replaced']
  readonly audits?: true
  readonly judges?: true
  /** By id. Absent if the pack refuses nothing. A function, because `run` seldom needs them. */
  rules?(): Readonly<Record<string, RuleRow<Values<R>>>>
  hooks(parameters: Values<R>, levels: Levels): readonly PackHook[]
  canaries(parameters: Values<R>): readonly PackCanary[]
}

type RuleRows = ReturnType<NonNullable<PackRow<Rows>['rules']>>
type SetLevels = Readonly<Record<string, RuleLevel>>

/** The caller checks the values against the schemas of the parameters, so they have the types that the hooks expect. */
export function definePack<const R extends Rows>(row: PackRow<R>): Pack {
  // The two differ only in the type of the values.
  return row.rules === undefined ? (row as unknown as Pack) : withRules(row as unknown as RuledRow)
}

type RuledRow = PackRow<Rows> & { rules(): RuleRows }

interface Given {
  readonly rules?: SetLevels
  readonly [parameter: string]: unknown
}

function withRules(row: RuledRow): Pack {
  const { replaced: _, ...rest } = row
  return {
    ...rest,
    parameters: { ...row.parameters, rules: rulesParameter(row) },
    rules: () =>
      Object.entries(row.rules()).map(([id, { catches, example, given, level }]) => ({
        id,
        catches,
        example: { ...example, rule: id },
        ...(given === undefined ? {} : { given }),
        levelWith: (parameters: Given) =>
          // The schema of this row has read the parameters.
          parameters.rules?.[id] ?? (typeof level === 'function' ? level(parameters as never) : level),
      })),
    hooks: (parameters) => hooksWith(row, parameters),
    canaries: (parameters) => canariesWith(row, parameters),
  }
}

const rulesParameter = (row: RuledRow): Parameter => ({
  schema: {
    type: 'object',
    get properties() {
      const rules = Object.entries(row.rules())
      return Object.fromEntries(rules.map(([id, { catches }]) => [id, { description: catches, enum: ruleLevels }]))
    },
    additionalProperties: false,
    default: {},
  },
  doc: 'What single rules do: deny, ask, allow, or monitor (only record). The command hookline rules lists them.',
})

/** The rules with the level `monitor` are judged by hooks of their own, which are only recorded. */
function hooksWith(row: PackRow<Rows>, parameters: Given): readonly PackHook[] {
  const set = parameters.rules ?? {}
  const monitored = new Set(Object.keys(set).filter((id) => set[id] === 'monitor'))
  // The schema of this row has read the parameters, and a level other than `monitor` is a permission.
  const enforcing = row.hooks(parameters as never, {
    of: (rule, usual) => (monitored.has(rule) ? 'allow' : ((set[rule] as Permission | undefined) ?? usual)),
    turnsOn: (rule) => set[rule] === 'deny' || set[rule] === 'ask',
  })
  if (monitored.size === 0) return enforcing
  // As above.
  const recording = row.hooks(parameters as never, {
    of: (rule, usual) => (!monitored.has(rule) ? 'allow' : usual === 'allow' ? 'deny' : usual),
    turnsOn: (rule) => monitored.has(rule),
  })
  return [
    ...enforcing,
    ...recording
      .filter(({ rules }) => rules === undefined || rules.some((id) => monitored.has(id)))
      .map((hook): PackHook => ({ ...hook, name: `${hook.name}-monitor`, monitor: true })),
  ]
}

/** The canaries, with the decisions that the levels lead to, and the examples of the rules whose level is set. */
function canariesWith(row: RuledRow, parameters: Given): readonly PackCanary[] {
  const set = parameters.rules ?? {}
  const rules = row.rules()
  // The schema of this row has read the parameters.
  const canaries = row.canaries(parameters as never)
  const asSet = canaries.flatMap((one): readonly PackCanary[] => {
    const level = one.rule === undefined ? undefined : set[one.rule]
    // A command that one rule allows may still be found by another.
    return level === undefined ? [one] : level === 'allow' ? [] : [atLevel(one, level)]
  })
  const isUsual = Object.entries(row.parameters).every(
    ([key, { schema }]) => JSON.stringify(parameters[key]) === JSON.stringify(schema.default),
  )
  const examples = Object.entries(set).flatMap(([id, level]): readonly PackCanary[] => {
    const example = rules[id]?.given === undefined && isUsual ? rules[id]?.example : undefined
    if (example === undefined || asSet.some(({ says }) => says === example.says)) return []
    return [{ ...atLevel(example, level), rule: id }]
  })
  return [...asSet, ...examples]
}

/** The canary, with the decision that this level of its rule leads to. In monitor mode, the decision is the recorded one. */
function atLevel(canary: PackCanary, level: RuleLevel): PackCanary {
  if (level === 'monitor') return canary.wants === 'allow' ? { ...canary, wants: 'deny' } : canary
  return { ...canary, wants: level === 'ask' && !canAskAt(canary.event) ? 'deny' : level }
}

function canAskAt(event: EventName): boolean {
  const { gate } = eventRows[event]
  return gate.kind === 'permission' && gate.ask === 'asks'
}

type Options = NonNullable<Parameters<typeof defineHook>[2]> & {
  readonly name: string
  readonly rewrites?: boolean
  readonly needsCaller?: boolean
  readonly rules?: readonly string[]
}
type PackHandler<N extends EventName> = (
  ...given: Parameters<Handler<N>>
) => ReturnType<Handler<N>> | Unfinished | undefined | Promise<Awaited<ReturnType<Handler<N>>> | Unfinished>

/** A hook of a pack. Its full name is `<pack>/<name>`. */
export function packHook<N extends EventName>(
  event: N,
  options: Options & { remarks?(input: EventInput<N>): readonly string[] },
  handler: PackHandler<N>,
): PackHook {
  const canAsk = canAskAt(event)
  // A finished answer is still one that the event allows.
  const finished = (async (input, context) =>
    finish(await handler(input, context), context.source, canAsk)) as Handler<N>
  // The name and the functions of the options complete the hook.
  return { ...defineHook(event, finished, options), ...options } as PackHook
}
