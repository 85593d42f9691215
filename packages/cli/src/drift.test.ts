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

/** What each agent that is known from documents alone sends, without and with something new. */
const documented: readonly (readonly [host: string, known: Readonly<Record<string, unknown>>, eventField: string])[] = [
  [
    'vscode',
    { timestamp: 'x', hook_event_name: 'PreToolUse', tool_name: 'run_in_terminal', tool_input: {} },
    'hook_event_name',
  ],
  ['factory', { hook_event_name: 'PreToolUse', tool_name: 'Execute', tool_input: {} }, 'hook_event_name'],
  ['kiro', { hook_event_name: 'PreToolUse', tool_name: 'execute_bash', tool_input: {} }, 'hook_event_name'],
  [
    'windsurf',
    { agent_action_name: 'pre_run_command', trajectory_id: 's', tool_info: { command_line: 'ls', cwd: '/' } },
    'agent_action_name',
  ],
  [
    'cline',
    { clineVersion: '1', hookName: 'PreToolUse', taskId: 's', preToolUse: { toolName: 'read_file', parameters: {} } },
    'hookName',
  ],
]
const holders: Readonly<Record<string, string>> = { windsurf: 'tool_info', cline: 'preToolUse' }

it.each(documented)('notes what is new in %s, also inside its objects', (host, known, eventField) => {
  const scratch = sandbox()
  const send = (payload: object) =>
    scratch.hookline(['run', '--host', host], { stdin: JSON.stringify({ ...known, ...payload }) })
  send({})
  expect(noted(scratch)).toBe('')
  const holder = holders[host]
  const inside = holder === undefined ? {} : { [holder]: { ...Object(known[holder]), odd_field: 1 } }
  send({ new_field: 1, ...inside })
  const fields = ['new_field', ...(holder === undefined ? [] : [`${holder}.odd_field`])]
  expect(JSON.parse(noted(scratch))).toEqual({ [host]: { events: [], fields } })
  send({ [eventField]: 'PreThought' })
  expect(JSON.parse(noted(scratch))[host].events).toEqual(['PreThought'])
})
