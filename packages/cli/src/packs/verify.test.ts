import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandbox } from '../testing/cli.ts'

/** `add` proves the pack with events, and those are the first records. */
function audited() {
  const scratch = sandbox()
  expect(scratch.hookline(['add', 'audit', '--yes']).code).toBe(0)
  const directory = join(scratch.home, 'state/hookline/packs/audit')
  return { scratch, directory, file: join(directory, 'audit.jsonl') }
}

test('an intact chain is reported with its last hash, and as JSON', () => {
  const { scratch, file } = audited()
  const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { hash: string; n: number }
  const { code, stdout } = scratch.hookline(['packs', 'verify', 'audit'])
  expect(code).toBe(0)
  expect(stdout).toContain(`Intact: ${last.n} records in 1 file.`)
  expect(stdout).toContain(last.hash)
  const report = scratch.hookline(['packs', 'verify', 'audit', file, '--json'])
  expect(JSON.parse(report.stdout)).toMatchObject({ records: last.n, first: 1, last: { hash: last.hash }, torn: [] })
})

test('a changed line is named with exit code 1, and an incomplete one with exit code 0', () => {
  const { scratch, directory, file } = audited()
  const text = readFileSync(file, 'utf8')
  appendFileSync(file, '{"at":')
  const torn = scratch.hookline(['packs', 'verify', 'audit'])
  expect(torn.code).toBe(0)
  expect(torn.stdout).toContain('is incomplete')
  writeFileSync(file, text.replace('git status', 'git stash'))
  const { code, stdout } = scratch.hookline(['packs', 'verify', 'audit', directory])
  expect(code).toBe(1)
  expect(stdout).toContain(`BROKEN at ${file}:1: it was changed`)
})

test('without records, and for other packs, the message names the next command', () => {
  const scratch = sandbox()
  const none = scratch.hookline(['packs', 'verify', 'audit'])
  expect(none.code).toBe(64)
  expect(none.stderr).toContain('hookline add audit')
  expect(scratch.hookline(['packs', 'verify', 'shell-guard']).stderr).toContain('only the records of the pack audit')
  expect(scratch.hookline(['packs', 'audit', 'more']).stderr).toContain('unexpected argument "more"')
})
