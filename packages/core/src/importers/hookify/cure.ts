/** A rule file with what was said about it mended: the lines of each note in place of its line. */
import type { Note } from './types.ts'

export function curedHookify(source: string, notes: readonly Note[]): string {
  const lines = source.split(/\r\n?|\n/)
  const end = source.includes('\r\n') ? '\r\n' : '\n'
  const cures = new Map(notes.flatMap(({ line, write }) => (write === undefined ? [] : [[line, write] as const])))
  if (cures.size === 0) return source
  return lines.flatMap((line, at) => cures.get(at + 1) ?? [line]).join(end)
}
