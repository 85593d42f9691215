import { isObject, type JsonObject } from '@hookline/core/protocol'

export type Payload = { readonly value: JsonObject } | { readonly unreadable: string }

/** Far above what any agent sends, far below what exhausts a stack when the event is written for a hook. */
const DEEPEST = 512

export function readPayload(text: string | undefined): Payload {
  if (text === undefined) return { unreadable: 'stdin could not be read as UTF-8 text' }
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare === '') return { unreadable: 'stdin is empty' }
  if (isDeeper(bare, DEEPEST)) return { unreadable: `it is nested deeper than ${DEEPEST} levels` }
  try {
    const value: unknown = JSON.parse(bare)
    // The condition checks that it is an object.
    if (isObject(value)) return { value }
    return { unreadable: 'it is not a JSON object' }
  } catch {
    // The parser's message would quote the payload.
    return { unreadable: 'it is not JSON' }
  }
}

function isDeeper(text: string, most: number): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === 0x5c) at++
      else if (code === 0x22) inText = false
    } else if (code === 0x22) inText = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > most) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}
