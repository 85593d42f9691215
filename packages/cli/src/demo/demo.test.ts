import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventNames, eventRows, genericEvents } from '@hookline/core/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../commands/demo.ts'
import type { DemoRow } from './row.ts'

const ourTmp = mkdtempSync(join(tmpdir(), 'hookline-demo-test-'))
const before = process.env.TMPDIR
let text = ''
let exitCode = -1

beforeAll(async () => {
  process.env.TMPDIR = ourTmp
  ;({ text, exitCode } = await demo())
})
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(ourTmp, { recursive: true, force: true })
})

async function demo(args: readonly string[] = [], env: Record<string, string> = {}, isTTY = false, columns?: number) {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const exitCode = await run(args, {
    stdout: { write, isTTY, ...(columns === undefined ? {} : { columns }) },
    env: { PATH: process.env.PATH, ...env },
  })
  return { text, exitCode }
}

/** What rows without an operation add to the story: each event of theirs is one record and one run of the audit hook. */
const added = eventNames
  .filter((name) => eventRows[name].operation === undefined)
  .flatMap((name) => {
    const { act } = eventRows[name]
    return act === undefined ? [name] : [genericEvents.before, name, act.after?.event ?? [], genericEvents.after].flat()
  }).length

test('every event fires, and the summary shows it', () => {
  expect(exitCode).toBe(0)
  expect(eventNames.filter((name) => !new RegExp(`^ *\\d+\\.\\d{3}  ${name} `, 'm').test(text))).toEqual([])
  expect(text).toContain(`${eventNames.length} of ${eventNames.length} events fired`)
})

test('git push is denied, with a message to user and agent, and the failure is observed', () => {
  expect(text).toMatch(/beforeShellExecution +git push --force +DENY +block-git \d+, audit \d+/)
  expect(text).toContain('to the user   Command execution was blocked by a hook: Git command blocked.')
  expect(text).toContain('to the agent  The terminal command was rejected by a hook: Raw git commands are blocked')
  expect(text).toMatch(/DENY(.*\n)+? .*postToolUseFailure/)
  expect(text).toContain('1 denied, 1 asked, 1 failed')
})

test('a question is asked, and a failed hook is not shown as allowed', () => {
  expect(text).toMatch(/gh pr create -d +ASK/)
  expect(text).toMatch(/beforeSubmitPrompt +\S.* +FAILED, SO ALLOWED +prompt-linter/)
})

test('the secret is rewritten, the file is formatted, and the stop hook gets its extra turn', () => {
  expect(text).toContain('→  API_TOKEN=[hidden]')
  expect(text).toContain('→  DB_PASSWORD="[hidden]"')
  expect(text).toContain('file changed  by a hook: 4 trailing spaces removed, line 1 and 2')
  expect(text.match(/^ +\d.* stop /gm)).toHaveLength(2)
  expect(text.match(/follow-up +Before you finish/g)).toHaveLength(1)
  expect(text).toMatch(new RegExp(`audit log +${39 + added} lines, mode 600`))
})

test('no line is wider than 100, and without a terminal there is no colour', () => {
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([])
  expect(text).not.toContain('\u001b')
})

test('at 80 columns hooks are on a line below, and no line is wider', async () => {
  const { text } = await demo([], { NO_COLOR: '1' }, true, 80)
  expect(text).toMatch(
    /beforeShellExecution {2}git push --force +DENY *\n {8}hooks \(ms\) {4}block-git \d+, audit \d+\n/,
  )
  const story = text.slice(0, text.indexOf('events fired')).split('\n').slice(1, -1)
  expect(story.filter((line) => line.length > 80)).toEqual([])
})

test('--json lists the events with their decisions', async () => {
  const { text, exitCode } = await demo(['--json'])
  const { version, events, summary } = JSON.parse(text) as { version: number; events: DemoRow[]; summary: unknown }
  expect([exitCode, version, events.length]).toEqual([0, 1, 37 + added])
  expect(new Set(events.map((row) => row.event))).toEqual(new Set(eventNames))
  expect(events.filter((row) => row.kind === 'refuse').map((row) => row.subject)).toEqual(['git push --force'])
  const fired = eventNames.length
  const figures = { fired, of: fired, missing: [], processes: 50 + added, denied: 1, asked: 1, failed: 1 }
  expect(summary).toMatchObject(figures)
})

test('a terminal gets colour, unless NO_COLOR is set', async () => {
  expect((await demo([], {}, true)).text).toContain('\u001b[31mDENY')
  expect((await demo([], { NO_COLOR: '1' }, true)).text).not.toContain('\u001b')
})

test('nothing is left behind', () => {
  expect(readdirSync(ourTmp)).toEqual([])
})
