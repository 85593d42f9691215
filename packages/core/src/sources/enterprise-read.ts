/** Reads a managed file. A file with content but without hooks is a mistake, not an empty file. */
import { memberOf, parseJsonc } from '../config/jsonc.ts'
import { readHooks, unusableFile } from '../config/read-hooks.ts'
import { createReader } from '../config/reader.ts'
import { isSetting } from '../protocol/hooks-file.ts'
import type { ReadText } from './document.ts'

export const readManaged: ReadText = (text, info, reading) => {
  const stray = strayMember(text, info.own)
  const read = readHooks(text, info, reading)
  if (stray === undefined || read.broken === true) return read
  const reader = createReader(info, reading)
  const message = `the file has \`${stray.key}\` but no \`hooks\``
  reader.report('not-an-object', stray.keyAt, message, 'Put the events into "hooks": { … }.')
  return unusableFile(reader, stray.keyAt, message)
}

function strayMember(text: string, own: boolean) {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault' || parsed.node.kind !== 'object' || memberOf(parsed.node, 'hooks') !== undefined)
    return undefined
  return parsed.node.members.find(({ key }) => !isHarmless(key) && !(own && isSetting(key)))
}

/** Keys that describe the file itself. */
const isHarmless = (key: string): boolean =>
  key.startsWith('$') || ['version', 'name', 'description', '__proto__'].includes(key)
