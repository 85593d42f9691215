/** What a run that did not fail decided, for people. */

interface Ended {
  /** The kind of its outcome. */
  readonly kind: string
  readonly verdict?: string | undefined
}

/** `replied deny`, `replied`, `no opinion` */
export function outcomeText({ kind, verdict }: Ended): string {
  if (kind === 'silent') return 'no opinion'
  return verdict === undefined ? kind : `${kind} ${verdict}`
}
