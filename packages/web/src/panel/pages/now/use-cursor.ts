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

export function useCursor({ shown, opened, list, search, open, close }: CursorOptions): string | undefined {
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
    if (opened !== undefined) open(row.id)
  }

  usePageKeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['/', () => search.current?.select()],
    ['p', () => setPaused(!paused)],
    ['Escape', () => (opened === undefined ? setOwn(undefined) : closeOn(opened))],
  ])
  useGridKeys(move, () => (cursor === undefined ? undefined : open(cursor)))

  /** The row stays the one the keyboard is on. */
  function closeOn(id: string): void {
    setOwn(id)
    close()
  }
  return cursor
}

/** Enter and the arrows have a meaning of their own on buttons and in texts: they are ours on the rows alone. */
function useGridKeys(move: (by: 1 | -1) => void, enter: () => void): void {
  const onRows = (does: () => void) => (event: KeyboardEvent) => {
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.getAttribute('role') !== 'grid') return
    event.preventDefault()
    does()
  }
  useHotkeys([
    ['Enter', onRows(enter), { preventDefault: false }],
    ['ArrowDown', onRows(() => move(1)), { preventDefault: false }],
    ['ArrowUp', onRows(() => move(-1)), { preventDefault: false }],
  ])
}
