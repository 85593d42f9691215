import { describe, expect, it } from 'vitest'
import { within } from './parts.ts'

const reads = (tool_input: object) =>
  within('preToolUse', { tool_name: 'Read', tool_input, cwd: '/work' }).map((part) =>
    part.input((path) => `text of ${path}`),
  )

describe('the reads inside a call', () => {
  it('one file is one event', () => {
    expect(reads({ file_path: '/a' })).toMatchObject([{ file_path: '/a', content: 'text of /a' }])
  })
  it('several files are one event each, so that none passes unseen', () => {
    expect(reads({ file_paths: ['/a', '/b'] })).toMatchObject([
      { file_path: '/a', content: 'text of /a' },
      { file_path: '/b', content: 'text of /b' },
    ])
  })
})
