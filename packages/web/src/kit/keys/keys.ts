/** Keyboard shortcuts of a page. They are off while the user types, and stay on while a checkbox or a button has the focus. */

import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'

const NOT_TYPED = ['checkbox', 'radio', 'button']

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !NOT_TYPED.includes(target.type))

export function usePageKeys(keys: readonly HotkeyItem[]): void {
  useHotkeys(
    keys.map(
      ([key, handler, options]): HotkeyItem => [
        key,
        (event) => {
          if (isTyping(event.target)) return
          event.preventDefault()
          handler(event)
        },
        { ...options, preventDefault: false },
      ],
    ),
    [],
  )
}

/** Keeps keys pressed in a dialog from the page behind it. Tab passes, because the focus trap of the dialog needs it. */
export function stopKeyPropagation(event: KeyboardEvent): void {
  if (event.key !== 'Tab') event.stopPropagation()
}
