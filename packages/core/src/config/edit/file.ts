/** Edits a hooks.json, a hookline.json or an agent's settings, and keeps comments, order and layout. */

import { findNodeAtOffset, getNodePath, type JSONPath, type Node } from 'jsonc-parser'
import type { JsonObject } from '../../schema.ts'
import { type At, canonical } from '../jsonc.ts'
import { withMembers, withoutPack, withPack } from './packs.ts'
import {
  block,
  type Document,
  type EditedFile,
  fault,
  memberOf,
  type ParsedFile,
  parseFile,
  positionOf,
  verifyEdit,
} from './parsed.ts'
import { append, formatValue, type Layout, prepend, removeMember, skipTrivia } from './text.ts'
import { withVariable } from './variable.ts'

export type { EditedFile }

export type HooksChange =
  /** Appends an entry to the event's list, unless the list has an equal one. `event` is the name that the file's agent uses. `bare`: the file is the map of events itself. */
  | { readonly kind: 'add'; readonly event: string; readonly entry: JsonObject; readonly bare?: true }
  /** Removes the entry that begins at this position: an entry of a hooks.json, or a hook in a group, with the group if it was its only one. */
  | { readonly kind: 'remove'; readonly at: At }
  /** Sets these keys in the object that begins at this position: an entry of a hooks.json, or a hook in a group. */
  | { readonly kind: 'set'; readonly at: At; readonly values: JsonObject }
  /** Sets these parameters of a pack and keeps its others. For hookline.json. */
  | { readonly kind: 'pack'; readonly name: string; readonly parameters: JsonObject }
  | { readonly kind: 'remove-pack'; readonly name: string }
  /** Sets a variable in the `env` of an agent's settings, or removes it. */
  | { readonly kind: 'variable'; readonly name: string; readonly value: string | undefined }
  /** Appends to the list `exceptions`. For the user's hookline.json. */
  | { readonly kind: 'exception'; readonly exception: JsonObject }
  /** Adds `$schema` if the file has none. */
  | { readonly kind: 'schema'; readonly href: string }

const empty = '{\n  "version": 1,\n  "hooks": {}\n}\n'

/**
 * Applies the changes to the text of a file, or to a new file if there is no text.
 *
 * @example editHooksFile(text, [{ kind: 'add', event: 'stop', entry: { command: './x.sh' } }])
 */
export function editHooksFile(text: string | undefined, changes: readonly HooksChange[]): EditedFile {
  let edited: EditedFile = { kind: 'text', text: text ?? empty }
  for (const step of stepsOf(changes)) {
    const found = parseFile(edited.text)
    if (!('root' in found)) return found
    edited = applyChange(edited.text, found, step)
    if (edited.kind === 'fault') return edited
  }
  return edited
}

type Added = HooksChange & { readonly kind: 'add' }
/** Entries that follow each other in one list are one step, because each step reads the whole text again. */
type Step = Exclude<HooksChange, Added> | (Omit<Added, 'entry'> & { readonly entries: readonly JsonObject[] })

function stepsOf(changes: readonly HooksChange[]): readonly Step[] {
  const steps: Step[] = []
  for (const change of changes) {
    const last = steps.at(-1)
    if (change.kind !== 'add') steps.push(change)
    else if (last?.kind === 'add' && last.event === change.event && last.bare === change.bare)
      steps[steps.length - 1] = { ...last, entries: [...last.entries, change.entry] }
    else {
      const { entry, ...rest } = change
      steps.push({ ...rest, entries: [entry] })
    }
  }
  return steps
}

function applyChange(text: string, parsed: ParsedFile, change: Step): EditedFile {
  switch (change.kind) {
    case 'add':
      return addEntries(text, parsed, change)
    case 'remove':
      return removeEntry(text, parsed, change.at)
    case 'set':
      return withValues(text, parsed, change)
    case 'pack':
      return withPack(text, parsed, change.name, change.parameters)
    case 'remove-pack':
      return withoutPack(text, parsed, change.name)
    case 'variable':
      return withVariable(text, parsed, change.name, change.value)
    case 'exception':
      return withException(text, parsed, change.exception)
    case 'schema':
      return withSchema(text, parsed, change.href)
  }
}

function addEntries(
  text: string,
  { root, value, layout }: ParsedFile,
  change: Step & { readonly kind: 'add' },
): EditedFile {
  const { event, bare = false } = change
  const events: JsonObject = (bare ? value : value.hooks) ?? {}
  const hooks = bare ? root : memberOf(root, 'hooks')
  const there = hooks === undefined ? undefined : memberOf(hooks, event)
  if (there !== undefined && there.type !== 'array')
    return fault(positionOf(text, there.offset), `${event} is not a list of entries`, `Write "${event}": [ … ].`)
  const list = listOf(events[event])
  const entries = newOnes(change.entries, list)
  if (entries.length === 0) return { kind: 'text', text }
  const added = { ...events, [event]: [...list, ...entries] }
  const want: Document = bare ? added : { ...value, hooks: added }
  const depth = bare ? 0 : 1
  const format = (wide = false): string => formatItems(entries, depth + 2, layout, wide)
  if (there !== undefined) {
    const last = there.children?.at(-1)
    const wide = last !== undefined && text.slice(last.offset, last.offset + last.length).includes('\n')
    return verifyEdit(append(text, there, depth + 1, format(wide), layout), want)
  }
  const items = block('[', format(), ']', depth + 1, layout)
  const member = `${JSON.stringify(event)}: ${items}`
  if (hooks !== undefined) return verifyEdit(append(text, hooks, depth, member, layout), want)
  return verifyEdit(append(text, root, 0, `"hooks": ${block('{', member, '}', 1, layout)}`, layout), want)
}

/** The entries that are neither in the list nor repeated. */
function newOnes(entries: readonly JsonObject[], list: readonly unknown[]): readonly JsonObject[] {
  const seen = new Set(list.map(canonical))
  return entries.filter((entry) => {
    const text = canonical(entry)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/** An entry on several lines makes those after it wide too, as in a list that is already there. */
function formatItems(entries: readonly JsonObject[], depth: number, layout: Layout, wide: boolean): string {
  let isWide = wide
  const items = entries.map((entry) => {
    const item = formatValue(entry, depth, layout, isWide)
    isWide = item.includes('\n')
    return item
  })
  return items.join(`,${layout.eol}${layout.indent.repeat(depth)}`)
}

function withException(text: string, { root, value, layout }: ParsedFile, exception: JsonObject): EditedFile {
  const there = memberOf(root, 'exceptions')
  const list = listOf(value.exceptions)
  const want = { ...value, exceptions: [...list, exception] }
  const item = formatValue(exception, 2, layout)
  if (there?.type === 'array') return verifyEdit(append(text, there, 1, item, layout), want)
  return verifyEdit(append(text, root, 0, `"exceptions": ${block('[', item, ']', 1, layout)}`, layout), want)
}

function removeEntry(text: string, { root, value }: ParsedFile, at: At): EditedFile {
  const offset = offsetOf(text, at)
  const hooks = memberOf(root, 'hooks')
  const nested =
    hooks === undefined
      ? undefined
      : removeFrom(
          text,
          { node: hooks, events: value.hooks ?? {}, whole: (events) => ({ ...value, hooks: events }) },
          offset,
        )
  // In some files the map of events is the whole file.
  const found = nested ?? removeFrom(text, { node: root, events: value, whole: (events) => events }, offset)
  return found ?? fault(at, 'no entry begins at this position', 'The file has changed in the meantime. Try again.')
}

/** The lists of entries by event, and the document that they are part of. */
interface EventMap {
  readonly node: Node
  readonly events: JsonObject
  readonly whole: (events: JsonObject) => Document
}

/** Undefined if no entry of these lists begins here. */
function removeFrom(text: string, map: EventMap, offset: number): EditedFile | undefined {
  const { node, events, whole } = map
  for (const property of node.children ?? []) {
    const [name, list] = property.children ?? []
    if (list?.type !== 'array') continue
    const event = String(name?.value)
    const inGroup = removeFromGroup(text, map, event, list, offset)
    if (inGroup !== undefined) return inGroup
    const index = list.children?.findIndex((item) => item.offset === offset || isOnlyHook(item, offset)) ?? -1
    if (index < 0) continue
    const rest = listOf(events[event]).filter((_, position) => position !== index)
    const isWhole = rest.length === 0 && isBare(text, property)
    const cutText = isWhole
      ? removeMember(text, node, node.children?.indexOf(property) ?? -1)
      : removeMember(text, list, index)
    const { [event]: _, ...others } = events
    return verifyEdit(cutText, whole(isWhole ? others : { ...others, [event]: rest }))
  }
  return undefined
}

/** Whether the group holds no other hook than the one that begins here. */
function isOnlyHook(group: Node, offset: number): boolean {
  const hooks = group.type === 'object' ? (memberOf(group, 'hooks')?.children ?? []) : []
  return hooks.length === 1 && hooks[0]?.offset === offset
}

/** Undefined unless the hook is one of several in its group. */
function removeFromGroup(
  text: string,
  { events, whole }: EventMap,
  event: string,
  list: Node,
  offset: number,
): EditedFile | undefined {
  for (const [at, group] of (list.children ?? []).entries()) {
    const hooks = group.type === 'object' ? memberOf(group, 'hooks') : undefined
    const index = hooks?.children?.findIndex((hook) => hook.offset === offset) ?? -1
    if (hooks === undefined || index < 0 || hooks.children?.length === 1) continue
    const groups = listOf(events[event]).map((one, position) => {
      // The parsed text has a group with a list of hooks here.
      const group = one as JsonObject
      return position === at ? { ...group, hooks: listOf(group.hooks).filter((_, hook) => hook !== index) } : one
    })
    return verifyEdit(removeMember(text, hooks, index), whole({ ...events, [event]: groups }))
  }
  return undefined
}

function withValues(
  text: string,
  { root, value, layout }: ParsedFile,
  change: HooksChange & { kind: 'set' },
): EditedFile {
  const offset = offsetOf(text, change.at)
  const node = findNodeAtOffset(root, offset)
  if (node?.type !== 'object' || node.offset !== offset)
    return fault(change.at, 'no entry begins at this position', 'The file has changed in the meantime. Try again.')
  const path = getNodePath(node)
  // `setAt` only adds keys inside the document, so it stays a document.
  const want = setAt(value, path, change.values) as Document
  return verifyEdit(withMembers(text, node, change.values, layout, path.length), want)
}

/** The same value with these keys set in the object at the path. The path comes from the parsed text, so it exists. */
function setAt(value: unknown, [key, ...rest]: JSONPath, values: JsonObject): unknown {
  // The caller has found an object at the end of the path.
  if (key === undefined) return { ...(value as object), ...values }
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? setAt(item, rest, values) : item))
  // A path continues only through lists and objects.
  const object = value as JsonObject
  return { ...object, [key]: setAt(object[key], rest, values) }
}

/** Whether the list contains only the one entry and no comment that would be lost. */
function isBare(text: string, { children: [name, list] = [] }: Node): boolean {
  const only = list?.children?.[0]
  if (name === undefined || list === undefined || only === undefined) return false
  const around = [
    text.slice(name.offset + name.length, only.offset),
    text.slice(only.offset + only.length, list.offset + list.length),
  ]
  return /^:\[,?\]$/.test(around.join('').replace(/\s/g, ''))
}

function withSchema(text: string, { root, value, layout }: ParsedFile, href: string): EditedFile {
  if (value.$schema !== undefined) return { kind: 'text', text }
  return verifyEdit(prepend(text, root, 0, `"$schema": ${JSON.stringify(href)}`, layout), { ...value, $schema: href })
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
function offsetOf(text: string, { line, column }: At): number {
  let offset = 0
  for (let at = 1; at < line; at++) offset = text.indexOf('\n', offset) + 1
  return skipTrivia(text, offset + column - 1)
}
