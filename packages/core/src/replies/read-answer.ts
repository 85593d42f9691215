/** Reads what a model answered to a prompt hook (CONTRACT §8): ok only in the exact form, a no wherever it can be read. */

import type { JsonObject } from '../schema.ts'
import { kindOf } from '../schema.ts'
import { type Reading, readReply } from './read-reply.ts'
import { buriesNo } from './read-verdict.ts'

/** An object holds nothing but `ok` and, where it is text, `reason`: a model rewrites nothing and allows nothing. */
export function readAnswer(answered: string): Reading {
  const text = answered.trim()
  if (text === '') return bad('answered nothing')
  const whole = readReply(text, false)
  if (whole.kind === 'object' && whole.noise === '') return exact(whole.value)
  const within = readReply(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), false)
  const found = [whole, within].find((one) => one.kind === 'object' && isNo(one.value))
  if (found?.kind === 'object') return { ...no(found.value), noise: text }
  return bad('answered text that is not {"ok": true or false, "reason": "…"}')
}

function exact(value: JsonObject): Reading {
  if (isNo(value)) return no(value)
  if (typeof value.ok !== 'boolean')
    return bad(value.ok === undefined ? 'answered an object without ok' : `answered ok with ${kindOf(value.ok)}`)
  if (value.reason != null && typeof value.reason !== 'string')
    return bad(`answered a reason that is ${kindOf(value.reason)}`)
  return { kind: 'object', value: { ok: true }, noise: '' }
}

const isNo = (value: JsonObject) => value.ok === false || buriesNo(value)

const no = ({ reason }: JsonObject) => ({
  kind: 'object' as const,
  value: { ok: false, ...(typeof reason === 'string' ? { reason } : {}) },
  noise: '',
})

const bad = (message: string): Reading => ({ kind: 'unreadable', code: 'bad-reply', message })
