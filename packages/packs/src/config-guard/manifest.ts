/** Finds edits of package.json after which the next install would remove Hookline. */
import { readRegularText } from '@hookline/core/files'

const listed = /"hookline"\s*:/

/** Whether the file lists Hookline as a dependency now. */
export const asksForHookline = (file: string): boolean => listed.test(readRegularText(file) ?? '')

/** Checks what a tool would replace, write or patch; `file` is absolute. */
export function dropsHookline(file: string, input: unknown): boolean {
  if (!/[\\/]package\.json$/.test(file) || !asksForHookline(file)) return false
  const fields = Object.entries(typeof input === 'object' && input !== null ? input : { patch: input })
  const text = (...names: readonly string[]): string | undefined =>
    fields.flatMap(([name, value]) => (names.includes(name) && typeof value === 'string' ? [value] : []))[0]
  const [before, after] = [text('old_string', 'old_str', 'oldText'), text('new_string', 'new_str', 'newText')]
  if (before !== undefined) return listed.test(before) && !listed.test(after ?? '')
  const patch = text('patch', 'diff')
  if (patch !== undefined) return /^-.*"hookline"\s*:/m.test(patch) && !/^\+.*"hookline"\s*:/m.test(patch)
  const whole = text('content', 'contents', 'file_text', 'text')
  return whole !== undefined && !listed.test(whole)
}
