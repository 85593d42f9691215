/** Reads the keys of an HTTP hook (CONTRACT §5). */
import { isObject } from '../../schema.ts'
import type { Draft } from '../entry.ts'
import { type At, type Member, plain } from '../jsonc.ts'
import { describeNode } from '../read-values.ts'
import type { Reader } from '../reader.ts'

export interface HttpMembers {
  readonly url?: Member | undefined
  readonly headers?: Member | undefined
  /** Variables that headers may contain: `env` in a hookline.json. */
  readonly variables?: Member | undefined
  readonly signWith?: Member | undefined
  /** Where the hook may be sent beside public addresses. */
  readonly reach: NonNullable<Draft['reach']> | undefined
}

/** Headers that belong to the connection, or to Hookline. */
const ownHeaders =
  /^(host|connection|content-length|content-type|expect|keep-alive|te|trailer|transfer-encoding|upgrade|hookline-.*|proxy-.*)$/i
const headerName = /^[!#$%&'*+\-.^_`|~\w]+$/
const variableName = /^[A-Za-z_]\w*$/

export function readHttp(members: HttpMembers, reader: Reader, at: At): Partial<Draft> {
  const { reach } = members
  const url = readUrl(members, reader, at)
  const headers = readHeaders(members.headers, reader)
  const names = readNames(members.variables, reader)
  const signWith = readSignWith(members.signWith, reader)
  const fault = url.fault ?? headers.fault ?? names.fault ?? signWith.fault
  const env = [...(names.env ?? []), ...(signWith.signWith === undefined ? [] : [signWith.signWith])]
  return {
    type: 'http',
    ...url,
    ...headers,
    ...signWith,
    ...(reach === undefined ? {} : { reach }),
    ...(env.length === 0 ? {} : { env }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function readUrl({ url: member, reach }: HttpMembers, reader: Reader, at: At): Pick<Draft, 'url' | 'fault'> {
  const value = member === undefined ? undefined : plain(member.value)
  const why = member === undefined ? '`url` is missing' : whyNotUrl(value, reach)
  if (why === undefined) return { url: String(value) }
  reader.report(
    member === undefined ? 'missing-url' : 'bad-url',
    member?.value.at ?? at,
    why,
    'Write "url": "https://…", without a user name or password.',
  )
  return { fault: why }
}

/** The event goes there, so it must be encrypted on its way unless it stays in a private network. */
function whyNotUrl(value: unknown, reach: HttpMembers['reach']): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) return '`url` is not a URL'
  if (url.username !== '' || url.password !== '') return '`url` contains a user name or a password'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && reach !== undefined)) return undefined
  return url.protocol === 'http:'
    ? '`url` must begin with https:// unless `privateAddresses` is true'
    : '`url` must begin with https://'
}

function readHeaders(member: Member | undefined, reader: Reader): Pick<Draft, 'headers' | 'fault'> {
  if (member === undefined) return {}
  const value = plain(member.value)
  const entries = isObject(value) ? Object.entries(value) : undefined
  const wrong = entries?.find(
    ([name, text]) => typeof text !== 'string' || !headerName.test(name) || ownHeaders.test(name),
  )
  if (entries !== undefined && wrong === undefined)
    // Every value is a text, because `wrong` is undefined.
    return { headers: Object.fromEntries(entries) as Record<string, string> }
  const fault =
    wrong === undefined
      ? `\`headers\` is ${describeNode(member.value)}`
      : `\`headers\` cannot have ${JSON.stringify(wrong[0])}`
  reader.report('wrong-type', member.value.at, fault, 'Write "headers": { "Authorization": "Bearer $TOKEN" }.')
  return { fault }
}

function readNames(member: Member | undefined, reader: Reader): Pick<Draft, 'env' | 'fault'> {
  if (member === undefined) return {}
  const value = plain(member.value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' && variableName.test(one)))
    return { env: value }
  const fault = `\`${member.key}\` must be a list of names of variables`
  reader.report('wrong-type', member.value.at, fault, `Write "${member.key}": ["TOKEN"].`)
  return { fault }
}

function readSignWith(member: Member | undefined, reader: Reader): Pick<Draft, 'signWith' | 'fault'> {
  if (member === undefined) return {}
  const value = plain(member.value)
  if (typeof value === 'string' && variableName.test(value)) return { signWith: value }
  const fault = `\`signWith\` is ${describeNode(member.value)}; it must be the name of a variable`
  reader.report('wrong-type', member.value.at, fault, 'Write "signWith": "HOOK_SECRET".')
  return { fault }
}
