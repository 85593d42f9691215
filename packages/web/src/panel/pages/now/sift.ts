/** Which rows are shown, and how many there are of each kind. Pure, and quick enough for every key pressed. */
import { ms } from '../../../kit/text.ts'
import type { Row } from '../../../wire/panel.ts'

export const SLOW_MS = 200

const isOverHalf = ({ ms: took, budgetMs }: Row): boolean => budgetMs !== undefined && took > budgetMs / 2
const isSlow = (row: Row): boolean => row.ms > SLOW_MS || isOverHalf(row)

/** Why a row counts as slow, in words; absent: it does not. */
export function slowness(row: Row): string | undefined {
  if (!isSlow(row)) return undefined
  return isOverHalf(row) ? `over half of its ${ms(row.budgetMs ?? 0)}` : `over ${SLOW_MS} ms`
}

export const kinds = {
  denied: (row: Row) => row.denied,
  asked: (row: Row) => row.asked,
  failed: (row: Row) => row.failures > 0,
  slow: isSlow,
} as const
export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as readonly Kind[]

export interface Filters {
  /** Any of them; none: all rows. */
  readonly kinds: readonly Kind[]
  readonly agent?: string | undefined
  /** A hook's id, or its name where a row shows no more. */
  readonly hook?: string | undefined
  readonly session?: string | undefined
  /** Only rows of this workspace. */
  readonly root?: string | undefined
  readonly text: string
}
export const noFilters: Filters = { kinds: [], text: '' }

export const isFiltering = ({ kinds, agent, hook, session, root, text }: Filters): boolean =>
  kinds.length > 0 || [agent, hook, session, root].some((one) => one !== undefined) || text.trim() !== ''

export interface Sifted {
  readonly shown: readonly Row[]
  /** Of the rows that the other filters let through. */
  readonly counts: Readonly<Record<Kind, number>>
}

export function sift(rows: readonly Row[], filters: Filters): Sifted {
  const counts = { denied: 0, asked: 0, failed: 0, slow: 0 }
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter((row) => {
    if (!isOf(row, filters) || !words.every((word) => haystack(row).includes(word))) return false
    let wanted = filters.kinds.length === 0
    for (const kind of kindNames)
      if (kinds[kind](row)) {
        counts[kind] += 1
        wanted ||= filters.kinds.includes(kind)
      }
    return wanted
  })
  return { shown, counts }
}

const isOf = (row: Row, { agent, hook, session, root }: Filters): boolean =>
  (root === undefined || row.root === root) &&
  (agent === undefined || row.agent === agent) &&
  (session === undefined || row.session === session) &&
  (hook === undefined || row.who === hook || row.hookIds.includes(hook))

/** The name of the workspace of a row, where it is not the one of the panel. */
export const elsewhere = (row: Row, root: string | undefined): string | undefined =>
  row.root === undefined || root === undefined || row.root === root ? undefined : folderOf(row.root)

const folderOf = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path

const haystacks = new WeakMap<Row, string>()

function haystack(row: Row): string {
  const known = haystacks.get(row)
  if (known !== undefined) return known
  const { agent, event, subject, word, who, source, id, hookIds, root = '' } = row
  // Of an id its end alone, by which `hookline log` names a record: the rest is time.
  const made = [agent, event, subject, word, who, source, folderOf(root), id.slice(-8), ...hookIds]
    .join(' ')
    .toLowerCase()
  haystacks.set(row, made)
  return made
}
