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
      const env = Object.freeze(Object.fromEntries(createPartReader(bytes).list().toReversed().flatMap(readVariable)))
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
