/** Keys for a whole page: they rest while somebody types, not while a tick box or a button has the focus. */

import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'

const TICKED = ['checkbox', 'radio', 'button']

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !TICKED.includes(target.type))

export function usePageKeys(keys: readonly HotkeyItem[]): void {
  useHotkeys(
    keys.map(
      ([key, does, options]): HotkeyItem => [
        key,
        (event) => {
          if (isTyping(event.target)) return
          event.preventDefault()
          does(event)
        },
        { ...options, preventDefault: false },
      ],
    ),
    [],
  )
}

/** Keys pressed in front of the page do not reach it; Tab goes to whoever keeps the focus in front. */
export function keepKeys(event: KeyboardEvent): void {
  if (event.key !== 'Tab') event.stopPropagation()
}
