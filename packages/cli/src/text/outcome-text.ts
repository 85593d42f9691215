/** What a run that did not fail decided, for people. */
import { oneLine } from './plain.ts'
import { withShortTimes } from './when.ts'

interface Ended {
  /** The kind of its outcome. */
  readonly kind: string
  readonly verdict?: string | undefined
}

/** The reason of a decision. A pause or an exception in it ends at a time of the person's own clock. */
export const becauseText = ({ message }: { readonly message: string }): string => withShortTimes(oneLine(message))

/** `replied deny`, `replied`, `no opinion` */
export function outcomeText({ kind, verdict }: Ended): string {
  if (kind === 'silent') return 'no opinion'
  return verdict === undefined ? kind : `${kind} ${verdict}`
}
