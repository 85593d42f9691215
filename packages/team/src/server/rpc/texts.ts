/** Every text of every request, looked at in one place: none is longer than anybody means it to be, and none has a NUL. */
import type { DescField, DescMessage } from '@bufbuild/protobuf'
import type { Interceptor } from '@connectrpc/connect'
import { Refusal } from '../refusal.ts'

/** In characters, by the name of the field; for one that is not here `usual`. */
const longest: Readonly<Record<string, number>> = {
  hook_step: 200,
  script_name: 1000,
  operating_systems: 100,
  matcher: 10_000,
  script_content: 2 * 1024 * 1024,
  // What stopped an update, from a machine: it is cut when it is stored.
  refused: 60_000,
  // Of a trial: the event.
  input: 1024 * 1024,
}
const usual = 2000
const mostListed: Readonly<Record<string, number>> = { operating_systems: 16 }

export const refuseTexts: Interceptor = (next) => (request) => {
  if (!request.stream) look(request.message as unknown as Fields, request.method.input)
  return next(request)
}

type Fields = Readonly<Record<string, unknown>>

function look(message: Fields, { fields }: DescMessage): void {
  for (const field of fields) {
    const value = message[field.localName]
    const all = Array.isArray(value) ? value : [value]
    const most = mostListed[field.name] ?? Number.POSITIVE_INFINITY
    if (all.length > most) throw new Refusal('invalid', `${field.name} has more than ${most} entries`)
    for (const one of all) {
      if (typeof one === 'string') lookAtText(one, field)
      else if (field.message !== undefined && one !== undefined) look(one as Fields, field.message)
    }
  }
}

function lookAtText(text: string, { name }: DescField): void {
  const most = longest[name] ?? usual
  if (text.length > most) throw new Refusal('invalid', `${name} has more than ${most} characters`)
  // PostgreSQL cannot store it; the other could, and nobody means it.
  if (text.includes('\0')) throw new Refusal('invalid', `${name} has a NUL character`)
}
