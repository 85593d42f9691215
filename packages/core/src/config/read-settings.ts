/** What stands in a hookline.json beside its hooks: kept for those who use it, refused where a project may not say it. */

import { describeSuggestion, suggest } from '../agents/suggest.ts'
import type { Settings } from '../flow.ts'
import { removedSettings, type SettingRow, settingRows } from '../protocol/hooks-file.ts'
import { checkValue } from './check-value.ts'
import { type Member, type ObjectNode, plain } from './jsonc.ts'
import { describeNode } from './read-values.ts'
import { fileOf, type Reader } from './reader.ts'

const formKeys = ['version', 'hooks', '$schema']

/** Undefined for a hooks.json, which has none. */
export function readSettings(node: ObjectNode, reader: Reader): Settings | undefined {
  const { place } = reader
  const values: Record<string, unknown> = {}
  for (const member of node.members) {
    if (formKeys.includes(member.key)) continue
    const row = place.own && Object.hasOwn(settingRows, member.key) ? settingRows[member.key] : undefined
    if (place.own && Object.hasOwn(removedSettings, member.key)) reportRemoved(member, reader)
    else if (row === undefined) unknownSetting(member, reader)
    else if (isAllowed(member, row, reader)) values[member.key] = plain(member.value)
  }
  if (!place.own) return undefined
  return {
    source: place.source,
    file: fileOf(place),
    ...(place.root === undefined ? {} : { root: place.root }),
    values,
  }
}

function isAllowed(member: Member, row: SettingRow, reader: Reader): boolean {
  const { key, keyAt, value } = member
  if (row.forbiddenInProject && reader.place.source === 'project') {
    reader.report(
      'forbidden-setting',
      keyAt,
      `a project's hookline.json cannot set \`${key}\``,
      "Set it in the user's or a managed hookline.json.",
    )
    return false
  }
  // `enabled` and `mode` are checked where they take effect.
  const want = key === 'enabled' || key === 'mode' ? undefined : row.schema.type
  if (want === undefined) return true
  if (want === kind(value)) {
    // Whose schema names all its keys is checked by it here; the parts of others where they take effect.
    if (row.schema.additionalProperties === false) checkValue(value, row.schema, key, reader)
    return true
  }
  reader.report(
    'wrong-type',
    value.at,
    `\`${key}\` is ${describeNode(value)}; it must be ${want === 'object' ? 'an' : 'a'} ${want}`,
    row.doc,
  )
  return false
}

const kind = (node: Member['value']): string =>
  node.kind === 'list' ? 'array' : node.kind === 'object' ? 'object' : node.value === null ? 'null' : typeof node.value

function reportRemoved({ key, keyAt }: Member, reader: Reader): void {
  const message = `\`${key}\` in hookline.json does nothing and can be deleted`
  reader.report('removed-setting', keyAt, message, removedSettings[key] ?? 'Delete it.')
}

function unknownSetting({ key, keyAt }: Member, reader: Reader): void {
  const ours = reader.place.own ? [...formKeys, ...Object.keys(settingRows)] : formKeys
  const words = describeSuggestion(key, suggest(key, new Map(), ours))
  if (!reader.place.own && Object.hasOwn(settingRows, key))
    reader.report('own-key', keyAt, `\`${key}\` is read in hookline.json only`, 'Move it to hookline.json.')
  else
    reader.report('unknown-key', keyAt, `\`${key}\` is not a key of this file; it has no effect`, words || 'Remove it.')
}
