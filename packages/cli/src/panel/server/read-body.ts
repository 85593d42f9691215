/** The body of a POST: a JSON object that says it is one, and not too long. */
import type { Json } from '@hookline/web/wire'
import { isObject } from '../../log/words.ts'
import { badRequest, PanelFailure } from './failure.ts'

const MOST_BYTES = 2 ** 20
/** Every reader after this one may walk it level by level. */
const MOST_DEEP = 200

export async function readBody(request: Request): Promise<Json> {
  // A form of another site can send text/plain without asking first; it cannot send this.
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(request.headers.get('content-type') ?? ''))
    throw new PanelFailure(415, 'not-json', 'The body must be application/json.')
  const text = await textOf(request)
  if (isDeep(text)) throw badRequest(`The body is nested deeper than ${MOST_DEEP} levels.`)
  const value = parsed(text)
  if (!isObject(value)) throw badRequest('The body is not one JSON object.')
  return value
}

async function textOf(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) throw tooLong()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > MOST_BYTES) throw tooLong()
      parts.push(part)
    }
  } catch (thrown) {
    // Whoever sent it went away: nobody is left to answer, and nothing of ours is wrong.
    throw thrown instanceof PanelFailure ? thrown : badRequest('The body ended before it was whole.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw badRequest('The body is not UTF-8 text.')
  }
}

const tooLong = (): PanelFailure => new PanelFailure(413, 'too-long', 'The body is longer than 1 MB.')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of the text itself; brackets in strings do not count. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const [part] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/gs)) {
    if (part === '[' || part === '{') depth++
    else if (part === ']' || part === '}') depth--
    if (depth > MOST_DEEP) return true
  }
  return false
}
