/** Whether something typed on this page is not saved, for those who would take the page away. */
import { useEffect } from 'react'

const typed = new Set<symbol>()

export const isUnsaved = (): boolean => typed.size > 0

/** The person said that it may go. */
export const letGo = (): void => typed.clear()

export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const mark = Symbol('unsaved')
    typed.add(mark)
    return () => void typed.delete(mark)
  }, [dirty])
}
