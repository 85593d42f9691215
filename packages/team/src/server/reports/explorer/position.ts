import { Refusal } from '../../refusal.ts'

/** Where a page ended. Decisions are sorted by time, then device, then number, all descending. */
export interface Position {
  readonly at: number
  /** Without it, all decisions at this time are still to come after the page. */
  readonly last?: { readonly device: string; readonly sequence: number }
}

export const formatPosition = ({ at, last }: Position): string =>
  last === undefined ? String(at) : `${at}.${last.device}.${last.sequence}`

/** Empty text means the first page. */
export function parsePosition(text: string): Position | undefined {
  if (text === '') return undefined
  const [, at, device, sequence] = /^(\d{1,15})(?:\.([a-z2-7]{1,32})\.(\d{1,16}))?$/.exec(text) ?? []
  if (at === undefined) throw new Refusal('invalid', 'before must be the `next` of a page of this list')
  return device === undefined ? { at: Number(at) } : { at: Number(at), last: { device, sequence: Number(sequence) } }
}
