/** Plans what the settings of another guard become: rules, packs and their parameters, in the hookline.json of their level. */
import { type ConvertedPack, ruleEntryOf, type SettingsConversion } from '@hookline/core/importers'
import type { Entry, HooksChange } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { packs as allPacks } from '@hookline/packs'
import { ownSchema, packSetup, packsIn, readOwn } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import type { Io } from '../io.ts'
import { type Add, type FormatPlan, planEdit } from './plan.ts'
import type { GuardFormat } from './settings-files.ts'

export interface SettingsPlan extends FormatPlan {
  /** The packs that are added or changed, with the parameters that are written. */
  readonly packs: Readonly<Record<string, JsonObject>>
}

/** `elsewhere`: packs that are in force without this file. `exceptions` are written into it. */
export async function planSettings(
  format: GuardFormat,
  { rules, packs }: SettingsConversion,
  target: Target,
  elsewhere: ReadonlySet<string>,
  exceptions: readonly JsonObject[],
  io: Io,
): Promise<SettingsPlan> {
  const setup = await packSetup()
  const there = packsIn(target, setup, io)
  const changed = Object.fromEntries(
    Object.entries(packs).flatMap(([name, wanted]) => {
      const before = Object.hasOwn(there, name) ? there[name] : undefined
      const parameters = parametersFor(name, wanted, before ?? {})
      const isDue = Object.keys(parameters).length > 0 || (before === undefined && !elsewhere.has(name))
      return isDue ? [[name, parameters]] : []
    }),
  )
  const adds = rules.map((rule): Add => ({ kind: 'add', event: 'beforeShellExecution', entry: ruleEntryOf(rule) }))
  const more: readonly HooksChange[] = [
    ...Object.entries(changed).map(([name, parameters]): HooksChange => ({ kind: 'pack', name, parameters })),
    ...exceptions.map((exception): HooksChange => ({ kind: 'exception', exception })),
  ]
  const earlier = ({ type, name }: Entry) => type === 'rule' && name?.startsWith(`${format}-`) === true
  const plan = planEdit(
    { target, adds, earlier, read: (text) => readOwn(text, target, setup), schema: ownSchema(), more },
    io,
  )
  return { ...plan, packs: changed }
}

/** Only what differs from the file. All values here are the strictest of their parameter. */
function parametersFor(name: string, { set, add, denies }: ConvertedPack, before: JsonObject): JsonObject {
  const pack = allPacks.find((one) => one.name === name)
  const lists = Object.entries(add).flatMap(([key, items]) => {
    const known = before[key] ?? pack?.parameters[key]?.schema.default
    const list = Array.isArray(known) ? known : []
    const all = [...new Set([...list, ...items])]
    return all.length === list.length ? [] : [[key, all]]
  })
  const rules = isObject(before.rules) ? before.rules : {}
  const refused = denies.filter((rule) => rules[rule] !== 'deny')
  return {
    ...Object.fromEntries(Object.entries(set).filter(([key, value]) => before[key] !== value)),
    ...Object.fromEntries(lists),
    ...(refused.length === 0
      ? {}
      : { rules: { ...rules, ...Object.fromEntries(refused.map((rule) => [rule, 'deny'])) } }),
  }
}
