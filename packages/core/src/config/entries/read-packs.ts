/** Reads `packs: { "<name>": { mode, …parameters } }` into entries, one per hook of a pack. One bad pack does not affect the others. */

import { describeSuggestion, suggest } from '../../agents/suggest.ts'
import type { Entry } from '../../flow.ts'
import type { EventInput, EventName } from '../../protocol/events/index.ts'
import { isObject, type JsonSchema } from '../../schema.ts'
import type { LoadedPacks, Pack, PackHook, PackRegistry, PackRule, Parameters } from '../../sdk/pack.ts'
import { checkValue } from '../check-value.ts'
import { brokenEntry, closedGates, closesGate, makeEntry } from '../entry.ts'
import { type At, type Member, memberOf, type Node, type ObjectNode, plain, repeatedMembers } from '../jsonc.ts'
import { describeNode } from '../read-values.ts'
import { createReader, isManaged, type Reader } from '../reader.ts'
import { type FileDefaults, readFlag, readMode } from './read-entry.ts'

/** The keys of every pack besides its parameters. */
const commonKeys = ['mode', 'enabled', 'approvals']

export function readPacks(member: Member, reader: Reader, defaults: FileDefaults): readonly Entry[] {
  const { value, keyAt } = member
  // `readSettings` reports the wrong type.
  if (value.kind !== 'object')
    return closeGates(value.at, `\`packs\` is ${describeNode(value)}, not an object`, undefined, reader)
  const registry = reader.reading.packs
  const found = registry?.current()
  if (registry === undefined || found === undefined || value.members.length === 0) return []
  if (found.kind === 'missing') {
    reader.report('packs-missing', keyAt, found.message, found.hint)
    const guards = value.members.filter((one) => isEnforced(one) && !packsWithoutGate.has(one.key))
    if (guards.length === 0 && !isManaged(reader.info)) return []
    return gatesOf(undefined, reader).map((gate) => closedGate(gate, keyAt, found.message, reader, found.hint))
  }
  for (const { key, keyAt: at } of repeatedMembers(value))
    reader.report('duplicate-key', at, `the pack ${key} occurs twice; both are used`, 'Keep one of them.')
  return value.members.flatMap((one) => readPack(one, found, registry, reader, defaults))
}

/** The events of the packs that a file uses, found without reading their parameters. */
export function eventsOfPacks(node: Node, reader: Reader): readonly EventName[] {
  const found = reader.reading.packs?.current()
  if (node.kind !== 'object' || found?.kind !== 'packs') return []
  const used = new Set(node.members.filter(isEnforced).map(({ key }) => key))
  return found.packs.filter(({ name }) => used.has(name)).flatMap((pack) => hooksOf(pack, {}).map(({ event }) => event))
}

function readPack(
  { key, keyAt, value }: Member,
  { packs }: Extract<LoadedPacks, { kind: 'packs' }>,
  registry: PackRegistry,
  reader: Reader,
  defaults: FileDefaults,
): readonly Entry[] {
  const pack = packs.find(({ name }) => name === key)
  if (pack === undefined) return reportUnknownPack(key, keyAt, packs, reader)
  if (value.kind !== 'object') {
    const fault = `the pack ${key} is ${describeNode(value)}; its parameters must be an object`
    reader.report('bad-parameter', value.at, fault, `Write "${key}": {}.`)
    return closeOwnGates(value.at, fault, pack, reader)
  }
  if (pack.replaced !== undefined) reportReplaced(pack.name, pack.replaced, keyAt, value, reader)
  const packReader = createReader(reader.info, reader.reading)
  const parameters = readParameters(pack, value, packReader)
  const hooks = makeHooks(pack, parameters, keyAt, packReader)
  for (const { code, line, column, message, hint } of packReader.problems)
    reader.report(code, { line, column }, message, hint)
  const [first] = packReader.problems
  // The defaults may guard less than the organisation wanted, so a problem in a managed file closes the gates.
  if (first !== undefined && isManaged(reader.info))
    return closeGates(first, first.message, hooks ?? hooksOf(pack, {}), reader)
  if (hooks === undefined && first !== undefined)
    return isEnforced({ key, keyAt, value }) ? closeOwnGates(first, first.message, pack, reader) : []
  const enabled = readFlag(memberOf(value, 'enabled'), reader) ?? defaults.enabled
  const monitor = readMode(memberOf(value, 'mode'), reader) ?? defaults.monitor
  const approvals = readFlag(memberOf(value, 'approvals'), reader)
  const written = { at: keyAt, written: plain(value), parameters, enabled, monitor, approvals }
  return (hooks ?? []).map((hook) => packEntry(pack, hook, written, registry, reader))
}

function reportReplaced(
  name: string,
  { hint, unread }: NonNullable<Pack['replaced']>,
  at: At,
  value: ObjectNode,
  reader: Reader,
): void {
  const given = value.members.filter(({ key }) => Object.hasOwn(unread, key))
  const names = given.map(({ key }) => `\`${key}\``).join(', ')
  const lost = given.length === 0 ? '' : `; ${names} ${given.length === 1 ? 'is' : 'are'} no longer read`
  const instead = given.map(({ key }) => ` ${unread[key]}`).join('')
  reader.report('replaced-pack', at, `the pack ${name} is now an option of Hookline${lost}`, `${hint}${instead}`)
}

function reportUnknownPack(key: string, at: At, packs: readonly Pack[], reader: Reader): readonly Entry[] {
  const names = packs.map(({ name }) => name)
  const found = suggest(key, new Map(), names)
  const fault = `there is no pack "${key}", so it has no effect`
  reader.report('unknown-pack', at, fault, describeSuggestion(key, found) || `The packs are ${names.join(', ')}.`)
  const meant = packs.find(({ name }) => name === found?.ours)
  return closeGates(at, fault, meant === undefined ? undefined : hooksOf(meant, {}), reader)
}

/** Closes the gates that a managed pack would have guarded or, if they are not known, all gates (CONTRACT §4). */
const closeGates = (at: At, fault: string, hooks: readonly PackHook[] | undefined, reader: Reader): readonly Entry[] =>
  isManaged(reader.info) ? gatesOf(hooks, reader).map((gate) => closedGate(gate, at, fault, reader)) : []

/** Closes the gates of a pack that cannot be used, in a file of any source: those where its failure would refuse. */
function closeOwnGates(at: At, fault: string, pack: Pack, reader: Reader): readonly Entry[] {
  const hooks = hooksOf(pack, {})
  const guarding = isManaged(reader.info) ? hooks : hooks.filter(({ failClosed }) => failClosed === true)
  return gatesOf(guarding, reader).map((gate) => closedGate(gate, at, fault, reader))
}

const gatesOf = (hooks: readonly PackHook[] | undefined, { reading }: Reader): readonly EventName[] =>
  hooks === undefined
    ? closedGates(reading.edition)
    : [...new Set(hooks.map(({ event }) => event))].filter((event) => closesGate(event, reading.edition))

function closedGate(
  gate: EventName,
  { line, column }: At,
  fault: string,
  { info, reading }: Reader,
  fix?: string,
): Entry {
  const entry = brokenEntry(gate, { line, column }, fault, info, reading)
  return fix === undefined || entry.broken === undefined ? entry : { ...entry, broken: { ...entry.broken, fix } }
}

/** Packs that never refuse an act, so a gate need not close where their package is missing. The tests of packs compare this list. */
const packsWithoutGate: ReadonlySet<string> = new Set([
  ...['format-on-edit', 'notify', 'session-context', 'session-init', 'audit', 'track-stop', 'verify-on-stop'],
])

/** Whether a pack is neither switched off nor only monitored. */
function isEnforced({ value }: Member): boolean {
  const written = plain(value)
  const { enabled, mode } = isObject(written) ? written : {}
  return enabled !== false && mode !== 'monitor'
}

const defaultsOf = (pack: Pack): Parameters =>
  Object.fromEntries(Object.entries(pack.parameters).map(([name, { schema }]) => [name, schema.default]))

/** The hooks with defaults for missing parameters. The tests of a pack ensure that its defaults are valid. */
const hooksOf = (pack: Pack, given: Parameters): readonly PackHook[] => pack.hooks({ ...defaultsOf(pack), ...given })

/** Reports invalid parameters and uses their defaults instead. */
function readParameters(pack: Pack, node: ObjectNode, reader: Reader): Parameters {
  const given: Record<string, unknown> = {}
  for (const { key, keyAt } of repeatedMembers(node))
    reader.report('bad-parameter', keyAt, `\`${pack.name}.${key}\` occurs twice`, 'Keep one of them.')
  for (const { key, keyAt, value } of node.members) {
    if (commonKeys.includes(key)) continue
    const row = Object.hasOwn(pack.parameters, key) ? pack.parameters[key] : undefined
    if (row === undefined) {
      const names = [...Object.keys(pack.parameters), ...commonKeys]
      const suggestion = describeSuggestion(key, suggest(key, new Map(), names))
      const hint = suggestion || `Its parameters are ${names.join(', ')}.`
      reader.report('bad-parameter', keyAt, `the pack ${pack.name} has no parameter \`${key}\``, hint)
      continue
    }
    if (row.forbiddenInProject === true && reader.info.source === 'project') {
      const message = `a project's hookline.json cannot set \`${pack.name}.${key}\``
      const hint = `Set it in your own file: hookline add ${pack.name} --user --set ${key}=…`
      reader.report('forbidden-setting', keyAt, message, hint)
      continue
    }
    const own = createReader(reader.info, reader.reading)
    checkValue(value, { description: row.doc, ...row.schema }, `${pack.name}.${key}`, own)
    for (const { line, column, message, hint } of own.problems)
      reader.report('bad-parameter', { line, column }, message, hint)
    if (own.problems.length === 0) given[key] = plain(value)
    else if (value.kind === 'object') given[key] = validMembers(value, row.schema, reader)
  }
  return { ...defaultsOf(pack), ...given }
}

/** A mistake in one member does not switch the others off. */
function validMembers(node: ObjectNode, { properties }: JsonSchema, reader: Reader): Parameters {
  const kept = node.members.filter(({ key, value }) => {
    const row = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
    const own = createReader(reader.info, reader.reading)
    if (isObject(row)) checkValue(value, row, key, own)
    return isObject(row) && own.problems.length === 0
  })
  return Object.fromEntries(kept.map(({ key, value }) => [key, plain(value)]))
}

function makeHooks(pack: Pack, parameters: Parameters, at: At, reader: Reader): readonly PackHook[] | undefined {
  try {
    return pack.hooks(parameters)
  } catch (error) {
    const message = `the pack ${pack.name}: ${error instanceof Error ? error.message : String(error)}`
    reader.report('bad-parameter', at, message, `Run \`hookline packs ${pack.name}\` to see its parameters.`)
    return undefined
  }
}

interface PackSettings {
  readonly at: At
  readonly written: unknown
  readonly parameters: Parameters
  readonly enabled: boolean
  readonly monitor: boolean
  readonly approvals: boolean | undefined
}

function packEntry(pack: Pack, hook: PackHook, written: PackSettings, registry: PackRegistry, reader: Reader): Entry {
  const { event, matcher, failClosed, timeout, loopLimit } = hook
  const entry = makeEntry(
    {
      event,
      at: written.at,
      // `readPack` passes only an object node as `written`.
      written: { pack: pack.name, hook: hook.name, ...(written.written as object) },
      type: 'module',
      name: `${pack.name}/${hook.name}`,
      monitor: written.monitor || hook.monitor === true,
      ...(written.approvals === undefined ? {} : { approvals: written.approvals }),
      ...(matcher === undefined ? {} : { matcher }),
      ...(failClosed === undefined ? {} : { failClosed }),
      ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
      ...(loopLimit === undefined ? {} : { loopLimit }),
      ...(written.enabled ? {} : { held: { why: 'disabled', detail: '"enabled": false in hookline.json' } }),
    },
    reader,
  )
  const toCall = (one: PackHook): Pick<Entry, 'call' | 'remarks'> => ({
    call: (input: EventInput<EventName>, signal: AbortSignal) =>
      // A hook takes the input of its own event, and the engine calls an entry only for that event.
      (one.answer ?? one.run)(input as never, {
        ...registry.machine,
        signal,
        roots: rootsOf(input),
        cwd: entry.cwd,
        source: reader.info.source,
      }),
    ...(one.remarks === undefined ? {} : { remarks: (input: never) => one.remarks?.(input) ?? [] }),
  })
  return {
    ...entry,
    pack: pack.name,
    ...toCall(hook),
    ...(pack.audits === true ? { audits: true } : {}),
    ...(hook.pure === true ? { pure: true } : {}),
    ...(pack.judges === true && hook.pure === true && hook.rewrites !== true ? { judges: true } : {}),
    ...(hook.rewrites === true ? { rewrites: true } : {}),
    ...(hook.needsCaller === true ? { needsCaller: true } : {}),
    ...(pack.rules === undefined ? {} : ruleFunctions(pack, pack.rules, hook, written.parameters, toCall)),
  }
}

function ruleFunctions(
  pack: Pack,
  rules: () => readonly PackRule[],
  { name }: PackHook,
  parameters: Parameters,
  toCall: (hook: PackHook) => Pick<Entry, 'call' | 'remarks'>,
): Pick<Entry, 'packRules' | 'withoutRules'> {
  const set = isObject(parameters.rules) ? parameters.rules : {}
  return {
    packRules: () =>
      rules().map((rule) => ({
        id: rule.id,
        level: rule.levelWith(parameters),
        isSet: Object.hasOwn(set, rule.id),
      })),
    withoutRules: (ids) => {
      const off = Object.fromEntries(ids.map((id) => [id, 'allow']))
      const hook = pack.hooks({ ...parameters, rules: { ...set, ...off } }).find((one) => one.name === name)
      // The only rule of a hook in monitor mode is off, so the hook has no opinion.
      return hook === undefined ? { call: () => undefined } : toCall(hook)
    },
  }
}

const rootsOf = (input: object): readonly string[] =>
  'workspace_roots' in input && Array.isArray(input.workspace_roots) ? input.workspace_roots : []
