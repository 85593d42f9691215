/** The row the keyboard is on: `j` and `k` move it, with the story of the row where one is open. */
import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { usePageKeys } from '../../../kit/keys.ts'
import type { Row } from '../../../wire/panel.ts'
import { setPaused, useRows } from '../../rows.ts'
import type { RowListHandle } from './row-list.tsx'

interface CursorOptions {
  readonly shown: readonly Row[]
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
    // Enter then opens the row, wherever the focus was before: on a filter, for example.
    if (opened === undefined) list.current?.focus()
    else open(row.id)
  }

  /** From the search to what it found: the first row, unless the keyboard is on one of those found. */
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

  /** The row stays the one the keyboard is on. */
  function closeOn(id: string): void {
    setOwn(id)
    close()
  }
  return { cursor, toRows }
}

/** Enter works on the rows alone; the arrows also on the filters above them, where they have no meaning of their own. */
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
