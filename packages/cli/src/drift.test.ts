import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Sandbox, sandbox } from './testing/cli.ts'

const payload = (more: object) =>
  JSON.stringify({
    session_id: 's',
    cwd: '/work',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...more,
  })
const run = ({ hookline }: Sandbox, more: object) => hookline(['run', '--host', 'claude'], { stdin: payload(more) })
const noted = ({ home }: Sandbox): string => {
  const file = join(home, 'state/hookline/drift.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

it('notes the names of unknown fields, and no values', () => {
  const scratch = sandbox()
  run(scratch, { new_field: 'secret', 'odd key': 1 })
  expect(JSON.parse(noted(scratch))).toEqual({ claude: { events: [], fields: ['new_field'] } })
})
it('notes nothing for a payload that is known', () => {
  const scratch = sandbox()
  run(scratch, {})
  expect(noted(scratch)).toBe('')
})
it('notes unknown events', () => {
  const scratch = sandbox()
  expect(run(scratch, { hook_event_name: 'PreThought' }).code).toBe(2)
  expect(JSON.parse(noted(scratch))).toMatchObject({ claude: { events: ['PreThought'] } })
})
it('doctor reports it for a connected agent', () => {
  const scratch = sandbox()
  scratch.hookline(['connect', 'claude', '--yes'])
  run(scratch, { new_field: 1 })
  expect(scratch.hookline(['doctor']).stdout.replace(/\s+/g, ' ')).toContain(
    'Claude Code sends 1 field (new_field) that this version of Hookline has not seen',
  )
})
