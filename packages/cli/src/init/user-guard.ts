/** config-guard among a person's own packs: without it, an agent could change the hooks that `init --user` writes. */
import type { Target } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { ownTarget, packSetup, packsIn } from '../packs/own-target.ts'
import type { InitValues } from './project.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

const guard = 'config-guard'
const noStack = { languages: [], formatters: [] }

export interface UserGuard {
  readonly target: Target & { readonly root: string }
  /** Empty where the person leaves it out. */
  readonly chosen: readonly Suggestion[]
  /** What is not in the file yet. */
  readonly added: readonly Suggestion[]
}

export async function userGuard(values: InitValues, home: string, io: Io): Promise<UserGuard> {
  if (values.with !== undefined) throw new UsageError('--with means nothing to "init --user"')
  const unknown = values.without?.find((name) => name !== guard)
  if (unknown !== undefined)
    throw new UsageError(`"init --user" can leave out ${guard}, and not ${JSON.stringify(unknown)}`)
  const target = { ...ownTarget({ user: true }, home), root: home }
  const isThere = Object.hasOwn(packsIn(target, await packSetup(), io), guard)
  const isWanted = values.without === undefined || isThere
  const chosen = suggestionsFor(noStack).filter(({ pack }) => isWanted && pack.name === guard)
  return { target, chosen, added: isThere ? [] : chosen }
}
