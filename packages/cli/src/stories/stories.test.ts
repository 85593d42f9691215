import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runStory } from './run-story.ts'

const folder = fileURLToPath(new URL('../../../../stories/', import.meta.url))
const stories = readdirSync(folder).filter((name) => name.endsWith('.txt'))
const update = process.env.UPDATE_STORIES === '1'

describe('stories', () => {
  test.concurrent.each(stories.map((name) => [name.replace('.txt', ''), name] as const))('%s', async (_, name) =>
    expect(await runStory(join(folder, name), { update })).toBe(''),
  )
})

describe('the runner', () => {
  const story = (text: string): string => {
    const directory = mkdtempSync(join(tmpdir(), 'hookline-story-test-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const file = join(directory, 'one.txt')
    writeFileSync(file, text)
    return file
  }

  test('a story passes if output, stderr and exit code match', async () => {
    const file = story(
      '# why\n\n$ cat a.txt; pwd\none\n...\n[root]\n\n$ ./x.sh\n> exit 3\nout 12 ms [..]\nstderr:\nerr\nexit 3\n\n$ printf ""\n(nothing)\n' +
        '-- a.txt --\none\ntwo\nthree\n-- x.sh (755) --\n#!/bin/sh\necho out 7 ms today\necho err >&2\n',
    )
    expect(await runStory(file)).toBe('')
  })

  test('a difference is shown as a diff, and the steps after it are not run', async () => {
    const wrong = await runStory(story('$ printf "a\\nb 4 ms\\n"\na\nc [..]\n\n$ exit 9\n'))
    expect(wrong).toContain('$ printf')
    expect(wrong).toContain(' a\n-c [..]\n+b [ms]')
    expect(wrong).not.toContain('exit 9')
  })

  test('a wrong exit code is shown with the output', async () => {
    expect(await runStory(story('$ echo why >&2; exit 4\n'))).toContain('exit 4, expected 0\nwhy')
  })

  test('an update writes the actual output and keeps the rest, including wildcards that fit', async () => {
    const file = story('# why\n$ echo hello world\nhello [..]\n\n$ echo new; exit 1\nold\n\n-- a.txt --\nx\n')
    expect(await runStory(file, { update: true })).toBe('')
    expect(readFileSync(file, 'utf8')).toBe(
      '# why\n$ echo hello world\nhello [..]\n\n$ echo new; exit 1\nnew\nexit 1\n\n-- a.txt --\nx\n',
    )
    expect(await runStory(file)).toBe('')
  })
})
