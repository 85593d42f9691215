/** Reads the body of a POST: it must be declared as JSON, be an object, and be of limited size and depth. */
import { isObject } from '@hookline/core/protocol'
import type { Json } from '@hookline/web/wire'
import { badRequest, PanelFailure } from './failure.ts'

const MAX_BYTES = 2 ** 20
/** Code that reads the body later may recurse into it. */
const MAX_DEPTH = 200

export async function readBody(request: Request): Promise<Json> {
  // A form of another site can send text/plain without a preflight request, but not application/json.
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(request.headers.get('content-type') ?? ''))
    throw new PanelFailure(415, 'not-json', 'The content-type of the body must be application/json.')
  const text = await readText(request)
  if (isTooDeep(text)) throw badRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
  const value = parseJson(text)
  if (!isObject(value)) throw badRequest('The body is not a JSON object.')
  return value
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLong()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    // True: in Node, a body is async iterable. The DOM's type of it does not say so.
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > MAX_BYTES) throw tooLong()
      parts.push(part)
    }
  } catch (thrown) {
    // The client disconnected. This is not an error of the panel, so it is not printed in the terminal.
    throw thrown instanceof PanelFailure ? thrown : badRequest('The connection closed before the whole body arrived.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw badRequest('The body is not UTF-8 text.')
  }
}

const tooLong = (): PanelFailure => new PanelFailure(413, 'too-long', 'The body is longer than 1 MB.')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts brackets in the text, except those in strings, because parsing a very deep text could already fail. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [part] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/gs)) {
    if (part === '[' || part === '{') depth++
    else if (part === ']' || part === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
