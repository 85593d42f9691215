/** Keeps the keyboard where it is: a browser takes the focus from a button that is disabled while it works, or that is removed. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, pending: boolean): void {
  const hasLostFocus = useRef(false)
  useLayoutEffect(() => {
    const element = button.current
    if (element === null) return
    // React handles no events while it changes the page, which is when the button is disabled.
    const note = () => {
      hasLostFocus.current = element.disabled
    }
    element.addEventListener('blur', note)
    return () => {
      element.removeEventListener('blur', note)
      const isLost = hasLostFocus.current && document.activeElement === document.body
      if (isLost || document.activeElement === element) document.getElementById('main')?.focus()
    }
  }, [button])
  useLayoutEffect(() => {
    if (pending || !hasLostFocus.current) return
    hasLostFocus.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [button, pending])
}
