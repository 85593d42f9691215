import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Sandbox, sandbox } from './testing/cli.ts'

const tool = ({ root }: Sandbox, name: string, input: object) =>
  JSON.stringify({
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_name: name, tool_input: input },
  })
function workspace(matcher: string, name = 'guard'): Sandbox {
  const scratch = sandbox()
  const hooks = [{ type: 'command', command: `true ${name}` }]
  scratch.write('.claude/settings.json', { hooks: { PreToolUse: [{ matcher, hooks }] } })
  expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return scratch
}
const run = (scratch: Sandbox, payload: string) =>
  scratch.hookline(['run', '--host', 'claude'], { stdin: payload, env: { CLAUDE_PROJECT_DIR: scratch.root } })
const write = (scratch: Sandbox) =>
  tool(scratch, 'Write', { file_path: `${scratch.root}/a-private-name`, content: 'x' })

test('events that no matcher matched are counted, and list, explain and the hook say so', () => {
  const scratch = workspace('Writ')
  for (let count = 0; count < 3; count++) expect(run(scratch, write(scratch)).code).toBe(0)
  const sentence = '3 tool calls came (Write); "Writ" matched none. Did you mean "Write"?'
  expect(scratch.hookline(['list']).stdout).toContain(sentence)
  expect(scratch.hookline(['explain', 'preToolUse']).stdout).toContain(sentence)
  const [event] = JSON.parse(scratch.hookline(['explain', 'preToolUse', '--json']).stdout).events
  expect(event.hooks[0].unmatched).toBe(sentence)
  // Another workspace has its own counts.
  expect(workspace('Writ').hookline(['list']).stdout).not.toContain('came')
})

test('no text of the payload is kept, and a hook that matches is not counted', () => {
  const scratch = workspace('Writ')
  run(scratch, write(scratch))
  const file = join(scratch.home, 'state/hookline/unmatched.jsonl')
  expect(readFileSync(file, 'utf8')).toMatch(/^\["preToolUse","Write","[0-9a-f]{8}"\]\n$/)
  const other = workspace('Write')
  run(other, write(other))
  expect(existsSync(join(other.home, 'state/hookline/unmatched.jsonl'))).toBe(false)
})
