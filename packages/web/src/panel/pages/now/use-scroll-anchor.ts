/** Keeps the visible rows in position while new rows arrive at the top. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { LogRow } from '../../../wire/panel.ts'
import type { Filters } from '../../filter-query.ts'

interface ScrollAnchorOptions {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly shown: readonly LogRow[]
  readonly filters: Filters
  readonly height: number
  remeasure(): void
}

interface Anchor {
  readonly id: string
  readonly offset: number
}

export function useScrollAnchor({ grid, shown, filters, height, remeasure }: ScrollAnchorOptions) {
  const anchor = useRef<Anchor>(undefined)
  /** The newest row when the user scrolled away from the top. */
  const [left, setLeft] = useState<string>()

  // New filters show another list, from its top.
  useLayoutEffect(() => {
    anchor.current = undefined
    setLeft(undefined)
    if (grid.current !== null) grid.current.scrollTop = 0
  }, [filters])

  useLayoutEffect(remeasure, [height])

  useLayoutEffect(() => {
    const { current } = anchor
    if (current === undefined || grid.current === null) return
    const index = shown.findIndex(({ id }) => id === current.id)
    if (index >= 0) grid.current.scrollTop = index * height + current.offset
  }, [grid, shown, height])

  function onScroll(): void {
    const top = grid.current?.scrollTop ?? 0
    const index = Math.floor(top / height)
    const row = shown[index]
    anchor.current = top < 2 || row === undefined ? undefined : { id: row.id, offset: top - index * height }
    if (anchor.current === undefined) setLeft(undefined)
    else setLeft((before) => before ?? shown[0]?.id)
  }

  return {
    fresh:
      left === undefined
        ? 0
        : Math.max(
            0,
            shown.findIndex(({ id }) => id === left),
          ),
    onScroll,
    toTop: () => grid.current?.scrollTo({ top: 0 }),
  }
}
