/** Reads a model's reply to a prompt hook (CONTRACT §8): ok counts only in the exact form, a denial wherever it can be found. */

import type { JsonObject } from '../schema.ts'
import { kindOf } from '../schema.ts'
import { type ReplyReading, readReply } from './read-reply.ts'
import { buriesDenial } from './read-verdict.ts'

/** Keeps only `ok` and a textual `reason`: a model cannot rewrite anything, and does not override other hooks. */
export function readModelReply(printed: string): ReplyReading {
  const text = printed.trim()
  if (text === '') return unreadable('replied with nothing')
  const whole = readReply(text, false)
  if (whole.kind === 'object' && whole.noise === '') return readExact(whole.value)
  const within = readReply(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), false)
  const found = [whole, within].find((one) => one.kind === 'object' && isModelDenial(one.value))
  if (found?.kind === 'object') return { ...denial(found.value), noise: text }
  return unreadable('replied with text that is not {"ok": true or false, "reason": "…"}')
}

function readExact(value: JsonObject): ReplyReading {
  if (isModelDenial(value)) return denial(value)
  if (typeof value.ok !== 'boolean')
    return unreadable(
      value.ok === undefined ? 'replied with an object without ok' : `replied with an ok that is ${kindOf(value.ok)}`,
    )
  if (value.reason != null && typeof value.reason !== 'string')
    return unreadable(`replied with a reason that is ${kindOf(value.reason)}`)
  return { kind: 'object', value: { ok: true }, noise: '' }
}

const isModelDenial = (value: JsonObject) => value.ok === false || buriesDenial(value)

const denial = ({ reason }: JsonObject) => ({
  kind: 'object' as const,
  value: { ok: false, ...(typeof reason === 'string' ? { reason } : {}) },
  noise: '',
})

const unreadable = (message: string): ReplyReading => ({ kind: 'unreadable', code: 'bad-reply', message })
