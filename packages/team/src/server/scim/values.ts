/** Reads values of SCIM messages. Attribute names ignore case (RFC 7643, section 2.1). */
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { isEmail } from '../accounts/email.ts'
import { foldEmail } from '../store/accounts.ts'
import { invalid } from './error.ts'

export function readField(value: JsonObject, name: string): unknown {
  const key = Object.keys(value).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : value[key]
}

export function readMessage(value: unknown): JsonObject {
  if (!isObject(value)) throw invalid('the body must be a JSON object', 'invalidSyntax')
  return value
}

export function readText(value: unknown, name: string, most = 500): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid(`${name} must be a string`)
  if (value.length > most || /\p{Cc}/u.test(value)) throw invalid(`${name} is too long or contains control characters`)
  return value
}

/** Some identity providers send "True" and "False". */
export function readBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalid(`${name} must be true or false`)
}

export function readUserName(value: unknown, domains: readonly string[]): string {
  const email = foldEmail(readText(value, 'userName', 254))
  if (!isEmail(email)) throw invalid('userName must be an e-mail address')
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw invalid('the domain of userName is not one of the domains of the identity provider')
  return email
}

/** `[{ "value": "<id>" }, …]` */
export function readIds(value: unknown): readonly string[] {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  if (list.length > 10_000) throw invalid('members has more than 10000 entries')
  return list.map((item: unknown) =>
    readText(isObject(item) ? readField(item, 'value') : undefined, 'members.value', 64),
  )
}
