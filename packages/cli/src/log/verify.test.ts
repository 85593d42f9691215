import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

function audited(events = 3) {
  const scratch = sandbox()
  scratch.write('../home/config/hookline/hookline.json', { version: 1, hooks: {}, log: { audit: true } })
  for (let at = 0; at < events; at++) trigger(scratch, `git status ${at}`)
  const directory = join(scratch.home, 'state/hookline/log')
  return { scratch, directory, file: join(directory, '00000001.jsonl') }
}
const trigger = (scratch: Sandbox, command: string) =>
  expect(scratch.hookline(['trigger', 'beforeShellExecution', '--command', command]).code).toBe(0)

test('an intact log is reported with its last hash, and as JSON', () => {
  const { scratch, directory, file } = audited()
  const { code, stdout, stderr } = scratch.hookline(['log', 'verify'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Intact: 3 records in 1 file\.\nThe last is number 3: [0-9a-f]{64}\n$/),
  })
  expect(stderr).toContain('Note the last hash')
  const report = JSON.parse(scratch.hookline(['log', 'verify', directory, '--json']).stdout)
  expect(report).toEqual({
    version: 1,
    files: [file],
    records: 3,
    outside: 0,
    first: 1,
    last: { n: 3, hash: stdout.trim().slice(-64) },
    torn: [],
  })
})

test('a changed record is named with exit code 1, half a record with exit code 0', () => {
  const { scratch, directory, file } = audited()
  const text = readFileSync(file, 'utf8')
  appendFileSync(file, '\n{"v":1,')
  const torn = scratch.hookline(['log', 'verify'])
  expect(torn.code).toBe(0)
  expect(torn.stdout).toContain(`${file}:8 is half a record: a process was killed while it wrote.`)
  writeFileSync(file, text.replaceAll('git status 1', 'git stash 1'))
  const { code, stdout, stderr } = scratch.hookline(['log', 'verify', directory])
  expect(code).toBe(1)
  expect(stdout).toBe(
    `BROKEN at ${file}:4, record 2: it is not a whole record: it was changed, or someone added it.\n1 record before it is intact.\n`,
  )
  expect(stderr).toContain(`mv ${directory} ${directory}.broken`)
  const report = JSON.parse(scratch.hookline(['log', 'verify', '--json']).stdout)
  expect(report.broken).toMatchObject({ file, line: 4, n: 2 })
  rmSync(file)
  expect(scratch.hookline(['log', 'verify']).stdout).toContain('record 3: it was written and is not there')
})

test('a copy of a log is verified in its own place', () => {
  const { scratch, directory } = audited(2)
  const copy = join(scratch.directory, 'copy')
  cpSync(directory, copy, { recursive: true })
  trigger(scratch, 'ls')
  expect(scratch.hookline(['log', 'verify', copy]).stdout).toContain('Intact: 2 records')
  expect(scratch.hookline(['log', 'verify']).stdout).toContain('Intact: 3 records')
})

test('without anything to verify, it prints what to do', () => {
  const scratch = sandbox()
  const none = scratch.hookline(['log', 'verify'])
  expect(none.code).toBe(64)
  expect(none.stderr).toContain('put "log": { "audit": true } into')
  expect(scratch.hookline(['log', 'verify', 'nowhere']).stderr).toContain('is not a directory')
  expect(scratch.hookline(['log', 'verify', '--denied']).stderr).toContain('it takes a directory and --json only')
  expect(scratch.hookline(['packs', 'verify', 'audit']).stderr).toContain('hookline log verify')
})

test('a trial is marked in the list and in the record, and can be left out', () => {
  const { scratch } = audited(1)
  expect(scratch.hookline(['log']).stdout).toMatch(/git status 0 → NO HOOK RAN \(trial\)\n$/)
  expect(scratch.hookline(['log', '--purpose', 'act']).stdout).toBe('')
  expect(scratch.hookline(['log', '--purpose', 'trial']).stdout).toContain('git status 0')
  const [record] = JSON.parse(scratch.hookline(['log', '--json']).stdout).records
  expect(record).toMatchObject({ purpose: 'trial', chain: { n: 1 } })
  const shown = scratch.hookline(['log', record.id]).stdout
  expect(shown).toContain('purpose    trial: an invented event')
  expect(shown).toContain('chain      record 1 of the audit log')
  expect(scratch.hookline(['log', '--purpose', 'x']).stderr).toContain('must be act, proof or trial')
})

test('a proof through the command of an agent is marked', () => {
  const { scratch } = audited(0)
  const event = {
    hook_event_name: 'beforeShellExecution',
    command: 'ls',
    cwd: scratch.root,
    workspace_roots: [scratch.root],
  }
  for (const conversation_id of ['hookline-doctor', 'c1'])
    expect(
      scratch.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify({ ...event, conversation_id }) }).code,
    ).toBe(0)
  const { records } = JSON.parse(scratch.hookline(['log', '--json']).stdout)
  expect(records.map(({ purpose = 'act' }) => purpose)).toEqual(['act', 'proof'])
  expect(records[0]).toMatchObject({ host: { name: 'cursor' }, runs: [], because: { rule: 'nobody' } })
})
