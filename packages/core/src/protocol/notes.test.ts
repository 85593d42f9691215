import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { noteCodes, noteSentence } from './notes.ts'

const cases = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const noted = readdirSync(cases, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(cases, file), 'utf8')) as { want: { notes?: string[] } }[])
  .flatMap(({ want }) => want.notes ?? [])

describe('a note', () => {
  it.each([...new Set(noted)])('that a case expects is in the list: %s', (note) => {
    expect(noteCodes).toContain(note.split(':')[0])
  })

  it.each(noteCodes)('%s has a sentence', (code) => {
    expect(noteSentence(code)).toMatch(/^\S+ .{10,}$/)
  })

  it('names its detail, which may contain colons', () => {
    expect(noteSentence('plugin-refused:C:plugins')).toBe(
      'the plugin path C:plugins is not absolute, so it was ignored',
    )
    expect(noteSentence('field-ignored:env')).toBe('`env` has no effect at this event and was ignored')
  })

  it('with an unknown code is returned unchanged', () => {
    expect(noteSentence('toString')).toBe('toString')
    expect(noteSentence('something:else')).toBe('something:else')
  })
})
