/** Validates every string of every request: it must not be too long and must not contain a NUL character. */

import type { DescField, DescMessage } from '@bufbuild/protobuf'
import type { Interceptor } from '@connectrpc/connect'
import type { JsonObject } from '@hookline/core/protocol'
import { Refusal } from '../refusal.ts'

/** In characters, by field name. Other fields have `defaultMaxLength`. */
const maxLengths: Readonly<Record<string, number>> = {
  hook_step: 200,
  script_name: 1000,
  operating_systems: 100,
  matcher: 10_000,
  script_content: 2 * 1024 * 1024,
  config: 1024 * 1024,
  // The reason for a refused update, from a machine. It is shortened when it is stored.
  refused: 60_000,
  // What a browser sends for a security key.
  response: 20_000,
  assertion: 20_000,
  // The event of a trial.
  input: 1024 * 1024,
}
const defaultMaxLength = 2000
const maxEntries: Readonly<Record<string, number>> = { operating_systems: 16, scopes: 50, mail_to: 50 }

export const validateStrings: Interceptor = (next) => (request) => {
  // The properties of a message are its fields.
  if (!request.stream) validateMessage(request.message as unknown as Fields, request.method.input)
  return next(request)
}

type Fields = JsonObject

function validateMessage(message: Fields, { fields }: DescMessage): void {
  for (const field of fields) {
    const value = message[field.localName]
    const items = Array.isArray(value) ? value : [value]
    const most = maxEntries[field.name] ?? Number.POSITIVE_INFINITY
    if (items.length > most) throw new Refusal('invalid', `${field.name} has more than ${most} entries`)
    for (const item of items) {
      if (typeof item === 'string') validateString(item, field)
      // The value of a message field is a message.
      else if (field.message !== undefined && item !== undefined) validateMessage(item as Fields, field.message)
    }
  }
}

function validateString(text: string, { name }: DescField): void {
  const most = maxLengths[name] ?? defaultMaxLength
  if (text.length > most) throw new Refusal('invalid', `${name} has more than ${most} characters`)
  // PostgreSQL cannot store a NUL character.
  if (text.includes('\0')) throw new Refusal('invalid', `${name} contains a NUL character`)
}
