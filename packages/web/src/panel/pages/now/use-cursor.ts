/** The selected row. `j` and `k` move the selection, and the open story follows it. */
import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { usePageKeys } from '../../../kit/keys/keys.ts'
import type { LogRow } from '../../../wire/panel.ts'
import { setPaused, useRows } from '../../rows.ts'
import type { RowListHandle } from './row-list.tsx'

interface CursorOptions {
  readonly shown: readonly LogRow[]
  readonly opened: string | undefined
  readonly list: RefObject<RowListHandle | null>
  readonly search: RefObject<HTMLInputElement | null>
  readonly open: (id: string) => void
  readonly close: () => void
}

export function useCursor({ shown, opened, list, search, open, close }: CursorOptions) {
  const { paused } = useRows()
  const [own, setOwn] = useState<string>()
  const cursor = opened ?? own

  function move(by: 1 | -1): void {
    const at = shown.findIndex(({ id }) => id === cursor)
    const next = at < 0 ? (list.current?.first() ?? 0) : Math.max(0, Math.min(shown.length - 1, at + by))
    const row = shown[next]
    if (row === undefined) return
    setOwn(row.id)
    list.current?.reveal(next)
    // Focus the list, so that Enter opens the row even if a filter had the focus.
    if (opened === undefined) list.current?.focus()
    else open(row.id)
  }

  /** Moves from the search to the rows, and selects the first one unless a matching row is selected. */
  function toRows(): void {
    list.current?.focus()
    if (!shown.some(({ id }) => id === cursor)) setOwn(shown[list.current?.first() ?? 0]?.id)
  }

  usePageKeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['/', () => search.current?.select()],
    ['p', () => setPaused(!paused)],
    ['Escape', () => (opened === undefined ? setOwn(undefined) : closeOn(opened))],
  ])
  useGridKeys(move, () => (shown.some(({ id }) => id === cursor) ? open(cursor ?? '') : undefined))

  /** The row stays selected. */
  function closeOn(id: string): void {
    setOwn(id)
    close()
  }
  return { cursor, toRows }
}

/** Enter works only on the rows. The arrow keys also work on the filters, which do not use them. */
function useGridKeys(move: (by: 1 | -1) => void, enter: () => void): void {
  const isOnRows = (element: Element | null) =>
    element === null || element === document.body || element.getAttribute('role') === 'grid'
  const isOnFilters = (element: Element | null) =>
    element?.closest('.filters') != null && !(element instanceof HTMLInputElement && element.type !== 'checkbox')
  const when = (isHere: (element: Element | null) => boolean, act: () => void) => (event: KeyboardEvent) => {
    if (!isHere(document.activeElement)) return
    event.preventDefault()
    act()
  }
  const isNear = (element: Element | null) => isOnRows(element) || isOnFilters(element)
  useHotkeys(
    [
      ['Enter', when(isOnRows, enter), { preventDefault: false }],
      ['ArrowDown', when(isNear, () => move(1)), { preventDefault: false }],
      ['ArrowUp', when(isNear, () => move(-1)), { preventDefault: false }],
    ],
    [],
  )
}
