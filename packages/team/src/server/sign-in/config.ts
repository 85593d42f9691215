/** Reads and checks the file with the identity providers. A wrong value is an error with its path, never ignored. */
import { readFileSync } from 'node:fs'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { StartError } from '../start-error.ts'
import { isTeamId, type Role } from '../store/index.ts'

export interface ProviderConfig {
  /** Part of the redirect URI. */
  readonly id: string
  /** The label of the button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The team whose members this provider manages. */
  readonly team: string
  /** The domains of the e-mail addresses that this provider may vouch for. */
  readonly domains: readonly string[]
  readonly groupsClaim: string
  readonly roles: Readonly<Record<Role, readonly string[]>>
  readonly scopes: readonly string[]
  readonly sessionMs: number
  readonly checkMs: number
  /** True if the provider asks everyone for a second factor, and does not report it in `amr`. */
  readonly asksSecondFactor: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns no providers without a file. */
export function readSignInFile(file: string | undefined, env: Environment): readonly ProviderConfig[] {
  if (file === undefined || file === '') return []
  try {
    return readProviders(parseFile(file), env)
  } catch (thrown) {
    throw thrown instanceof ConfigError ? new StartError(`${file}: ${thrown.message}`) : thrown
  }
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (thrown) {
    throw new ConfigError(
      thrown instanceof SyntaxError
        ? `is not JSON: ${thrown.message}`
        : 'cannot be read. Check its name and its permissions',
    )
  }
}

class ConfigError extends Error {}

function readProviders(value: unknown, env: Environment): readonly ProviderConfig[] {
  const { providers } = readObject(value, 'the file', ['providers'])
  if (!Array.isArray(providers)) throw new ConfigError('"providers" must be a list')
  const read = providers.map((provider: unknown, at) => readProvider(provider, `providers[${at}]`, env))
  const twice = read.find(({ id }, at) => read.findIndex((other) => other.id === id) !== at)
  if (twice !== undefined) throw new ConfigError(`two providers have the id "${twice.id}"`)
  return read
}

const keys = [
  ...['id', 'name', 'issuer', 'clientId', 'clientSecretFile', 'clientSecretEnv', 'team', 'domains'],
  ...['groupsClaim', 'roles', 'scopes', 'sessionHours', 'checkMinutes', 'asksSecondFactor'],
]

function readProvider(value: unknown, path: string, env: Environment): ProviderConfig {
  const fields = readObject(value, path, keys)
  const text = (name: string, pattern: RegExp, rule: string, otherwise?: string): string => {
    const given = fields[name] ?? otherwise
    if (typeof given === 'string' && pattern.test(given)) return given
    throw new ConfigError(`${path}.${name} must be ${rule}, got ${JSON.stringify(given)}`)
  }
  const number = (name: string, most: number, otherwise: number): number => {
    const given = fields[name] ?? otherwise
    if (typeof given === 'number' && given >= 1 && given <= most) return given
    throw new ConfigError(`${path}.${name} must be a number from 1 to ${most}, got ${JSON.stringify(given)}`)
  }
  const team = text('team', /^/, 'the id of a team')
  if (!isTeamId(team))
    throw new ConfigError(`${path}.team must be the id of a team (hl_…), got ${JSON.stringify(team)}`)
  const scopes = readStrings(fields.scopes ?? ['openid', 'email', 'profile'], `${path}.scopes`)
  if (!scopes.includes('openid')) throw new ConfigError(`${path}.scopes must contain "openid"`)
  return {
    id: text('id', /^[a-z0-9-]{1,40}$/, '1 to 40 lower-case letters, digits or "-"'),
    name: text('name', /^[^\p{C}]{1,60}$/u, 'a label with 1 to 60 characters'),
    issuer: readIssuer(fields.issuer, `${path}.issuer`),
    clientId: text('clientId', /^\S{1,300}$/, 'the client id that the provider gave you'),
    clientSecret: readSecret(fields, path, env),
    team,
    domains: readDomains(fields.domains, `${path}.domains`),
    groupsClaim: text('groupsClaim', /^\S{1,200}$/, 'the name of a claim', 'groups'),
    roles: readRoles(fields.roles, `${path}.roles`),
    scopes,
    sessionMs: number('sessionHours', 168, 12) * 3_600_000,
    checkMs: number('checkMinutes', 1440, 15) * 60_000,
    asksSecondFactor: readFlag(fields.asksSecondFactor, `${path}.asksSecondFactor`),
  }
}

function readFlag(value: unknown, path: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new ConfigError(`${path} must be true or false`)
}

function readObject(value: unknown, path: string, known: readonly string[]): JsonObject {
  if (!isObject(value)) throw new ConfigError(`${path} must be an object`)
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw new ConfigError(`${path} has an unknown key "${unknown}". Known keys: ${known.join(', ')}`)
  return value
}

function readStrings(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== ''))
    // The line above has checked every item.
    return value as string[]
  throw new ConfigError(`${path} must be a list of strings with at least one entry`)
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Only https, except for a provider on this machine: over http anyone on the way could sign in as anyone. */
function readIssuer(value: unknown, path: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || typeof value !== 'string')
    throw new ConfigError(`${path} must be the address of the provider`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new ConfigError(`${path} must begin with https://, got ${JSON.stringify(value)}`)
  if (url.search !== '' || url.hash !== '' || url.username !== '')
    throw new ConfigError(`${path} must be an address without "?", "#" and "@", got ${JSON.stringify(value)}`)
  return value
}

function readDomains(value: unknown, path: string): readonly string[] {
  const domains = readStrings(value, path)
  const wrong = domains.find((domain) => !/^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain))
  if (wrong !== undefined) throw new ConfigError(`${path}: ${JSON.stringify(wrong)} is not a domain in lower case`)
  return domains
}

function readRoles(value: unknown, path: string): ProviderConfig['roles'] {
  const fields = readObject(value, path, ['owner', 'author', 'viewer'])
  if (Object.keys(fields).length === 0) throw new ConfigError(`${path} must name groups for at least one role`)
  const groups = (role: Role) => (fields[role] === undefined ? [] : readStrings(fields[role], `${path}.${role}`))
  return { owner: groups('owner'), author: groups('author'), viewer: groups('viewer') }
}

/** A secret is never in the file itself, so that the file can be in a repository. */
function readSecret(fields: JsonObject, path: string, env: Environment): string | undefined {
  const { clientSecretFile, clientSecretEnv } = fields
  if (clientSecretFile === undefined && clientSecretEnv === undefined) return undefined
  if (clientSecretFile !== undefined && clientSecretEnv !== undefined)
    throw new ConfigError(`${path} has both clientSecretFile and clientSecretEnv. Use one of them`)
  const [name, secret] =
    clientSecretEnv === undefined
      ? (['clientSecretFile', readSecretFile(clientSecretFile)] as const)
      : (['clientSecretEnv', typeof clientSecretEnv === 'string' ? env[clientSecretEnv] : undefined] as const)
  if (secret !== undefined && secret.trim() !== '') return secret.trim()
  throw new ConfigError(`${path}.${name}: ${JSON.stringify(fields[name])} has no secret`)
}

function readSecretFile(file: unknown): string | undefined {
  try {
    return typeof file === 'string' ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
