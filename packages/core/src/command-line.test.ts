import { describe, expect, it } from 'vitest'
import { quotePath } from './command-line.ts'

describe('a path in a command that a person pastes', () => {
  it.each([
    ['/work/app', '/work/app'],
    ['/work/my app', "'/work/my app'"],
    ['/work/über', "'/work/über'"],
    ["/work/it's", "'/work/it'\\''s'"],
    ['/work/$(id)', "'/work/$(id)'"],
    ['C:\\work\\app', 'C:\\work\\app'],
    ['C:\\my work\\app', '"C:\\my work\\app"'],
    ['C:\\$env', "'C:\\$env'"],
    ['\\\\server\\my share', '"\\\\server\\my share"'],
  ])('%s is written as %s', (path, quoted) => {
    expect(quotePath(path)).toBe(quoted)
  })
})
