/** The order of the list of devices, as it is in the address: a column, with a minus before it for the other direction. Pure. */
export const sortColumns = [
  { column: 'name', label: 'Device', orders: ['Name, A to Z', 'Name, Z to A'] },
  { column: 'coverage', label: 'Coverage', orders: ['Worst coverage first', 'Best coverage first'] },
  { column: 'revision', label: 'Hooks', orders: ['Oldest hooks first', 'Newest hooks first'] },
  { column: 'last-sync', label: 'Last sync', orders: ['Longest without a sync first', 'Last synced first'] },
  { column: 'enrolled', label: 'Enrolled', orders: ['Oldest first', 'Newest first'] },
] as const
export type SortColumn = (typeof sortColumns)[number]['column']

/** The order of the list if the address has none. */
export const usualSort = '-enrolled'

/** For a select: every column in both directions. The usual order is the first. */
export const sortOptions = sortColumns
  .flatMap(({ column, orders: [up, down] }) => [
    { value: `-${column}`, label: down },
    { value: column, label: up },
  ])
  .toSorted((a, b) => Number(b.value === usualSort) - Number(a.value === usualSort))

/** An address can have any text. One that is not an order means the usual one. */
export const readSort = (text: string): string => (sortOptions.some(({ value }) => value === text) ? text : usualSort)

export const ariaSort = (sort: string, column: SortColumn): 'ascending' | 'descending' | undefined =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined

/** The order after a click on the column. */
export const toggleSort = (sort: string, column: SortColumn): string => (sort === column ? `-${column}` : column)
