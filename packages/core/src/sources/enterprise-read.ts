/** How a managed file is read: one that says something, and nothing about hooks, is a mistake and no empty file. */
import { memberOf, parseJsonc } from '../config/jsonc.ts'
import { readHooks, unusableFile } from '../config/read-hooks.ts'
import { createReader } from '../config/reader.ts'
import { isSetting } from '../protocol/hooks-file.ts'
import type { ReadText } from './document.ts'

export const readManaged: ReadText = (text, place, reading) => {
  const stray = strayMember(text, place.own)
  const read = readHooks(text, place, reading)
  if (stray === undefined || read.broken === true) return read
  const reader = createReader(place, reading)
  const message = `there is no \`hooks\`, but \`${stray.key}\``
  reader.report('not-an-object', stray.keyAt, message, 'Put the events into "hooks": { … }.')
  return unusableFile(reader, stray.keyAt, message)
}

function strayMember(text: string, own: boolean) {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault' || parsed.node.kind !== 'object' || memberOf(parsed.node, 'hooks') !== undefined)
    return undefined
  return parsed.node.members.find(({ key }) => !isHarmless(key) && !(own && isSetting(key)))
}

/** Words about the file itself. */
const isHarmless = (key: string): boolean =>
  key.startsWith('$') || ['version', 'name', 'description', '__proto__'].includes(key)
