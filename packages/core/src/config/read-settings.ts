/** Reads the settings of a hookline.json: every key except its hooks. Rejects those that a project may not set. */

import { describeSuggestion, suggest } from '../agents/suggest.ts'
import type { Settings } from '../flow.ts'
import { isTeamSetting, removedSettings, type SettingRow, settingRows } from '../protocol/hooks-file.ts'
import { checkValue } from './check-value.ts'
import { type At, type Member, type ObjectNode, plain } from './jsonc.ts'
import { describeNode } from './read-values.ts'
import { fileOf, isManaged, type Reader, severityOfUnknown } from './reader.ts'

const formatKeys = ['version', 'hooks', '$schema']

/** Returns undefined for a hooks.json, which has no settings. */
export function readSettings(node: ObjectNode, reader: Reader): Settings | undefined {
  const { info } = reader
  const values: Record<string, unknown> = {}
  for (const member of node.members) {
    if (formatKeys.includes(member.key)) continue
    const row = info.own && Object.hasOwn(settingRows, member.key) ? settingRows[member.key] : undefined
    if (info.own && Object.hasOwn(removedSettings, member.key)) reportRemoved(member, reader)
    else if (row === undefined) reportUnknownSetting(member, reader)
    else if (isAllowed(member, row, reader)) {
      const value = hasType(member, row, reader) ? plain(member.value) : row.otherwise
      if (value !== undefined) values[member.key] = value
    }
  }
  if (!info.own) return undefined
  return {
    source: info.source,
    file: fileOf(info),
    ...(info.root === undefined ? {} : { root: info.root }),
    ...(info.onlyAdds === true ? { onlyAdds: true } : {}),
    values,
  }
}

/** Settings that are checked when they are applied to the entries. */
const appliedKeys: ReadonlySet<string> = new Set(['enabled', 'mode', 'warm', 'environment', 'sandbox', 'checkedCopy'])

function isAllowed(member: Member, row: SettingRow, reader: Reader): boolean {
  const { key } = member
  if (reader.info.source === 'project') {
    for (const { name, at } of findForbidden(member, row))
      reader.report(
        'forbidden-setting',
        at,
        `a project's hookline.json cannot set \`${name}\``,
        'Set it in the hookline.json of the user or in a managed one.',
      )
    if (row.forbiddenInProject === true) return false
  }
  if (reader.info.source === 'team' && !isTeamSetting(key)) {
    const message = `a team cannot set \`${key}\`, so it has no effect`
    reader.report(
      'forbidden-setting',
      member.keyAt,
      message,
      'Set it in the hookline.json of the user or the organisation.',
    )
    return false
  }
  if (row.isManaged === true && !isManaged(reader.info)) {
    const message = `only an organisation or a team can set \`${key}\``
    reader.report('forbidden-setting', member.keyAt, message, 'Set it in a managed hookline.json.')
    return false
  }
  if (row.weakens === true && reader.info.onlyAdds === true) {
    const message = `\`${key}\` has no effect here, because HOOKLINE_ENTERPRISE_DIR only adds hooks`
    reader.report('forbidden-setting', member.keyAt, message, 'Set it in the hookline.json of the system.')
    return false
  }
  return true
}

function hasType({ key, value }: Member, row: SettingRow, reader: Reader): boolean {
  if (appliedKeys.has(key)) return true
  if (row.schema.enum !== undefined) return checkValue(value, row.schema, key, reader)
  const want = row.schema.type
  if (want === undefined) return true
  if (want === kind(value)) {
    // A schema that lists all keys is checked here. Parts of other settings are checked when they are applied.
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

function findForbidden(
  { key, keyAt, value }: Member,
  { forbiddenInProject }: SettingRow,
): readonly { readonly name: string; readonly at: At }[] {
  if (forbiddenInProject === true) return [{ name: key, at: keyAt }]
  if (forbiddenInProject === false || value.kind !== 'object') return []
  return value.members
    .filter((part) => forbiddenInProject.includes(part.key))
    .map((part) => ({ name: `${key}.${part.key}`, at: part.keyAt }))
}

function reportRemoved({ key, keyAt }: Member, reader: Reader): void {
  const message = `\`${key}\` in hookline.json has no effect and can be deleted`
  reader.report('removed-setting', keyAt, message, removedSettings[key] ?? 'Delete it.')
}

function reportUnknownSetting({ key, keyAt }: Member, reader: Reader): void {
  const knownKeys = reader.info.own ? [...formatKeys, ...Object.keys(settingRows)] : formatKeys
  const suggestion = describeSuggestion(key, suggest(key, new Map(), knownKeys))
  if (!reader.info.own && Object.hasOwn(settingRows, key))
    reader.report('own-key', keyAt, `Hookline reads \`${key}\` only in hookline.json`, 'Move it to hookline.json.')
  else
    reader.report(
      'unknown-key',
      keyAt,
      `\`${key}\` is not a key of this file, so it has no effect`,
      suggestion || 'Remove it.',
      severityOfUnknown(suggestion),
    )
}
