/** Translates the reply of a hook in an agent's own words to Claude Code's, which `decode` reads. */
import type { Raw } from '../../flow.ts'
import { readReply } from '../../replies/read-reply.ts'
import type { JsonObject } from '../../schema.ts'

/** Log lines before the reply stay. What is not a whole object stays as it is. */
export const withOwnWords =
  (translate: (reply: JsonObject) => JsonObject) =>
  (raw: Raw): Raw => {
    const reading = readReply(raw.stdout, raw.badEncoding === true)
    if (reading.kind !== 'object' || isOpen(reading.noise)) return raw
    const text = JSON.stringify({ ...reading.value, ...translate(reading.value) })
    return { ...raw, stdout: reading.noise === '' ? text : `${reading.noise}\n${text}` }
  }

/** Whether the text has a brace that is never closed: what follows is then a part of a broken reply, not the reply. */
const isOpen = (noise: string): boolean => noise.split('{').length > noise.split('}').length
