/** The gates that refuse everything, because the hooks that guard them changed or cannot be used. */
import type { Entry } from '@hookline/core/node'
import type { RootTrust } from './root-trust.ts'
import { quoted } from './text/entry-text.ts'
import { oneLine } from './text/plain.ts'

export interface ClosedGates {
  readonly why: string
  /** The command that opens them again. */
  readonly next: string
  readonly events: readonly string[]
  /** The changed files, if that is the reason and they are known. */
  readonly changed?: readonly string[]
}

/** Whether the entry closes its gate now. */
export const isClosedGate = ({ broken, held }: Entry): boolean => broken !== undefined && held === undefined

/** Gates with the same reason are one group. */
export function findClosedGates(entries: readonly Entry[], roots: readonly RootTrust[]): readonly ClosedGates[] {
  const closed = entries.filter(isClosedGate)
  const firsts = closed.filter((one, at) => closed.findIndex((other) => isSameReason(one, other)) === at)
  return firsts.map((first) => {
    const { trust, origin, broken } = first
    const changed = roots.find(({ root }) => trust === 'changed' && root === origin.root)?.changed
    return {
      why: oneLine(broken?.message ?? ''),
      next: openCommand(first),
      events: [...new Set(closed.filter((one) => isSameReason(one, first)).map(({ event }) => event))],
      ...(changed === undefined ? {} : { changed }),
    }
  })
}

const isSameReason = (one: Entry, other: Entry): boolean => one.broken?.message === other.broken?.message

/** The reader of a file knows the command, unless the file itself has to be corrected. */
const openCommand = ({ broken, origin }: Entry): string =>
  broken?.fix?.replace(/^.*run: /, '') ?? `hookline check ${quoted(oneLine(origin.file ?? '.'))}`
