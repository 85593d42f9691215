import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAppender } from './append.ts'
import { shareAppenders } from './shared-append.ts'

const settings = () => ({ maxMb: 1 })
let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'hookline-shared-'))
})
afterEach(() => rmSync(scratch, { recursive: true }))
const textOf = (directory: string) =>
  readdirSync(directory)
    .toSorted()
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('')

test('sinks that come and go write to one open file', () => {
  const directory = join(scratch, 'log')
  const open = shareAppenders()
  for (const number of [1, 2, 3]) {
    const appender = open(directory, settings)
    appender.append(`{"v":1,"n":${number}}`)
    appender.close()
  }
  expect(textOf(directory).match(/"n":\d/g)).toEqual(['"n":1', '"n":2', '"n":3'])
})

test('a directory that was removed is created again', () => {
  const directory = join(scratch, 'log')
  const appender = shareAppenders()(directory, settings)
  appender.append('{"v":1,"n":1}')
  rmSync(directory, { recursive: true })
  appender.append('{"v":1,"n":2}')
  expect(textOf(directory)).toContain('"n":2')
})

test('a newer segment of another process is used at once', () => {
  const directory = join(scratch, 'log')
  const appender = shareAppenders()(directory, settings)
  appender.append('{"v":1,"n":1}')
  writeFileSync(join(directory, '00000002.jsonl'), '', { mode: 0o600 })
  appender.append('{"v":1,"n":2}')
  expect(readFileSync(join(directory, '00000002.jsonl'), 'utf8')).toContain('"n":2')
})

test('a chain that another process has begun is continued', () => {
  const directory = join(scratch, 'log')
  mkdirSync(directory, { mode: 0o700 })
  const appender = shareAppenders()(directory, settings)
  appender.append('{"v":1,"n":1}')
  const other = createAppender(directory, () => ({ maxMb: 1, audit: true }))
  other.append('{"v":1,"n":2}')
  other.close()
  appender.append('{"v":1,"n":3}')
  const chained = readFileSync(
    join(
      directory,
      readdirSync(directory)
        .filter((name) => name.endsWith('.jsonl'))
        .at(-1) ?? '',
    ),
    'utf8',
  )
  expect(chained).toMatch(/"n":2[\s\S]*"n":3/)
})
