/** Fixes a rule file: replaces the line of each note by the lines that the note proposes. */
import type { Note } from './types.ts'

export function fixHookify(source: string, notes: readonly Note[]): string {
  const lines = source.split(/\r\n?|\n/)
  const end = source.includes('\r\n') ? '\r\n' : '\n'
  const fixes = new Map(notes.flatMap(({ line, write }) => (write === undefined ? [] : [[line, write] as const])))
  if (fixes.size === 0) return source
  return lines.flatMap((line, at) => fixes.get(at + 1) ?? [line]).join(end)
}
