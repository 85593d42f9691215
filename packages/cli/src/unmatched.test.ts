import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askForNames } from './explain/unmatched-text.ts'
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

test.each([
  ['Writ', ['Write'], 'Write'],
  ['^Writ$', ['Write'], 'Write'],
  ['^(Writ|Edti)$', ['Write', 'Edit'], 'Write'],
  ['\\bWrit\\b', ['Write'], 'Write'],
  ['Writ.*', ['Write'], 'Write'],
  ['write', ['Write'], 'Write'],
  ['WRITE|EDIT', ['Edit'], 'Edit'],
  ['Write,Edit', ['Write'], 'Write|Edit'],
  ['Write, Edit', ['Edit', 'Write'], 'Write|Edit'],
  ['Write;Edit', ['Write'], 'Write|Edit'],
  ['Write Edit', ['Write'], 'Write|Edit'],
  ['write/edit', ['Write', 'Edit'], 'Write|Edit'],
  ['Write && Edit', ['Write'], 'Write|Edit'],
  ['mcp__docs__search', ['MCP:search'], 'MCP:search'],
  ['MCP:search', ['mcp__docs__search'], 'mcp__docs__search'],
  ['mcp__docs__serch', ['mcp__docs__search'], 'mcp__docs__search'],
  ['MCP:Search', ['MCP:search'], 'MCP:search'],
  ['Task', ['Write'], undefined],
  ['Task,Agent', ['Write'], undefined],
  ['^[A-Z]x+$', ['Write'], undefined],
])('what %s probably means where %j came', (matcher, named, meant) => {
  expect(askForNames(matcher, named)).toBe(meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`)
})

test.each(['^Writ$', 'write', 'Write Edit'])('%s is explained in list and explain', (matcher) => {
  const scratch = workspace(matcher)
  run(scratch, write(scratch))
  const wanted = /1 tool call came \(Write\); ".*" matched none\. Did you mean "Write(\|Edit)?"\?/
  expect(scratch.hookline(['list']).stdout.replaceAll(/\s+/g, ' ')).toMatch(wanted)
  expect(scratch.hookline(['explain', 'preToolUse']).stdout.replaceAll(/\s+/g, ' ')).toMatch(wanted)
})
