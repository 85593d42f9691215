/** The environments of callers. Calls of one session come with the same bytes, which are read once. */
import { createPartReader } from './frames.ts'
import { hasSameIdentity } from './identity.ts'

export interface Environment {
  /** The same object for the same bytes. */
  readonly env: Readonly<Record<string, string>>
  /** Whether its variables find the files that this daemon reads. */
  readonly isForThisDaemon: boolean
}

const MAX_KNOWN = 16

export function createEnvironments(own: Readonly<Record<string, string | undefined>>) {
  const identity = { ...own }
  let known: readonly { readonly bytes: Buffer; readonly environment: Environment }[] = []
  return {
    /** `bytes` is a list of variables. */
    read(bytes: Buffer): Environment {
      const found = known.find((one) => one.bytes.equals(bytes))
      if (found !== undefined) return found.environment
      const variables = Object.fromEntries(createPartReader(bytes).list().toReversed().flatMap(readVariable))
      const env = Object.freeze(process.platform === 'win32' ? withAnyCapitals(variables) : variables)
      const environment = { env, isForThisDaemon: hasSameIdentity(env, identity) }
      // A copy: the bytes are a part of a larger buffer.
      known = [{ bytes: Buffer.from(bytes), environment }, ...known.slice(0, MAX_KNOWN - 1)]
      return environment
    },
  }
}

/** The first of two variables of one name counts, as for Node. */
function readVariable(entry: string): readonly (readonly [string, string])[] {
  const at = entry.indexOf('=', 1)
  return at < 0 ? [] : [[entry.slice(0, at), entry.slice(at + 1)]]
}

/** As Node's own on Windows: `env.PATH` finds `Path`. */
export function withAnyCapitals(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = new Map(Object.keys(variables).map((name) => [name.toUpperCase(), name]))
  const find = (name: string | symbol) => (typeof name === 'string' ? (names.get(name.toUpperCase()) ?? name) : name)
  return new Proxy(variables, {
    get: (target, name) => Reflect.get(target, find(name)),
    has: (target, name) => Reflect.has(target, find(name)),
  })
}
