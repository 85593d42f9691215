/** Adds, changes or removes a pack in the text of a hookline.json, and leaves the rest unchanged. */

import type { Node } from 'jsonc-parser'
import { isObject, type JsonObject } from '../../schema.ts'
import { canonical, start } from '../jsonc.ts'
import { block, type EditedFile, fault, memberOf, type ParsedFile, verifyEdit } from './parsed.ts'
import { append, formatValue, type Layout, removeMember } from './text.ts'

/** Replaces existing parameters in place and appends new ones. */
export function withPack(
  text: string,
  { root, value, layout }: ParsedFile,
  name: string,
  parameters: JsonObject,
): EditedFile {
  const before = value.packs?.[name]
  const want = { ...value, packs: { ...value.packs, [name]: { ...before, ...parameters } } }
  if (canonical(want) === canonical(value)) return { kind: 'text', text }
  const packs = memberOf(root, 'packs')
  const pack = packs === undefined ? undefined : memberOf(packs, name)
  if (pack !== undefined) return verifyEdit(withMembers(text, pack, parameters, layout, 2), want)
  const member = `${JSON.stringify(name)}: ${formatValue(parameters, 2, layout)}`
  if (packs !== undefined) return verifyEdit(append(text, packs, 1, member, layout), want)
  return verifyEdit(append(text, root, 0, `"packs": ${block('{', member, '}', 1, layout)}`, layout), want)
}

/** Replaces existing members in place and appends new ones. `depth` is the nesting depth of the object. */
export function withMembers(text: string, pack: Node, parameters: JsonObject, layout: Layout, depth: number): string {
  const end = pack.offset + pack.length
  // The object is empty, without even a comment, so it stays on one line.
  if (/^\{\s*\}$/.test(text.slice(pack.offset, end)))
    return text.slice(0, pack.offset) + formatValue(parameters, depth, layout) + text.slice(end)
  const there = Object.keys(parameters)
    .map((key) => ({ key, node: memberOf(pack, key) }))
    .toSorted((a, b) => (b.node?.offset ?? 0) - (a.node?.offset ?? 0))
  // Edits run from the end, so that earlier offsets stay valid. New members come after all others.
  const added = Object.entries(parameters).filter(([key]) =>
    there.some((one) => one.key === key && one.node === undefined),
  )
  let edited = text
  const members = added.map(([key, value]) => `${JSON.stringify(key)}: ${formatValue(value, depth + 1, layout)}`)
  if (members.length > 0) edited = append(edited, pack, depth, members.join(', '), layout)
  for (const { key, node } of there)
    if (node !== undefined) edited = replaceValue(edited, node, parameters[key], layout, depth + 1)
  return edited
}

/** Members of an object are replaced one by one, so that its comments stay, unless one of them has to go. */
function replaceValue(text: string, node: Node, value: unknown, layout: Layout, depth: number): string {
  const keys = node.type === 'object' ? (node.children ?? []).map((property) => property.children?.[0]?.value) : []
  if (isObject(value) && keys.length > 0 && keys.every((key) => Object.hasOwn(value, key)))
    return withMembers(text, node, value, layout, depth)
  return text.slice(0, node.offset) + formatValue(value, depth, layout) + text.slice(node.offset + node.length)
}

/** Removing the last pack removes `packs` too. */
export function withoutPack(text: string, { root, value }: ParsedFile, name: string): EditedFile {
  const packs = memberOf(root, 'packs')
  const index = packs?.children?.findIndex((property) => property.children?.[0]?.value === name) ?? -1
  if (packs === undefined || index < 0)
    return fault(start, `the pack ${name} is not in this file`, 'Run `hookline list` to see the packs in use.')
  const { [name]: _, ...rest } = value.packs ?? {}
  const { packs: __, ...others } = value
  if (Object.keys(rest).length > 0) return verifyEdit(removeMember(text, packs, index), { ...others, packs: rest })
  const position = root.children?.findIndex((property) => property.children?.[0]?.value === 'packs') ?? -1
  return verifyEdit(removeMember(text, root, position), others)
}
