/** Tracks whether the page has unsaved input, for code that is about to leave or reload it. */
import { useEffect } from 'react'

const unsaved = new Set<symbol>()

export const isUnsaved = (): boolean => unsaved.size > 0

/** Call this after the user agreed to lose the unsaved input. */
export const discardUnsaved = (): void => unsaved.clear()

export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const mark = Symbol('unsaved')
    unsaved.add(mark)
    return () => void unsaved.delete(mark)
  }, [dirty])
}
