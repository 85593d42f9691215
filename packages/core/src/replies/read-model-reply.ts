/** Reads what a model answered to a prompt hook (CONTRACT §8): ok only in the exact form, a no wherever it can be read. */

import type { JsonObject } from '../schema.ts'
import { kindOf } from '../schema.ts'
import { type ReplyReading, readReply } from './read-reply.ts'
import { buriesDenial } from './read-verdict.ts'

/** An object holds nothing but `ok` and, where it is text, `reason`: a model rewrites nothing and allows nothing. */
export function readModelReply(answered: string): ReplyReading {
  const text = answered.trim()
  if (text === '') return unreadable('answered nothing')
  const whole = readReply(text, false)
  if (whole.kind === 'object' && whole.noise === '') return readExact(whole.value)
  const within = readReply(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), false)
  const found = [whole, within].find((one) => one.kind === 'object' && isNo(one.value))
  if (found?.kind === 'object') return { ...denial(found.value), noise: text }
  return unreadable('answered text that is not {"ok": true or false, "reason": "…"}')
}

function readExact(value: JsonObject): ReplyReading {
  if (isNo(value)) return denial(value)
  if (typeof value.ok !== 'boolean')
    return unreadable(value.ok === undefined ? 'answered an object without ok' : `answered ok with ${kindOf(value.ok)}`)
  if (value.reason != null && typeof value.reason !== 'string')
    return unreadable(`answered a reason that is ${kindOf(value.reason)}`)
  return { kind: 'object', value: { ok: true }, noise: '' }
}

const isNo = (value: JsonObject) => value.ok === false || buriesDenial(value)

const denial = ({ reason }: JsonObject) => ({
  kind: 'object' as const,
  value: { ok: false, ...(typeof reason === 'string' ? { reason } : {}) },
  noise: '',
})

const unreadable = (message: string): ReplyReading => ({ kind: 'unreadable', code: 'bad-reply', message })
