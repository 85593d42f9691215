import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

/** A person's own hook, which needs no trust, and an agent that only the project connects. */
function connectProject(agent: string, hooks: Readonly<Record<string, readonly object[]>>): Sandbox {
  const scratch = sandbox()
  mkdirSync(join(scratch.home, '.cursor'), { recursive: true })
  writeFileSync(join(scratch.home, '.cursor/hooks.json'), JSON.stringify(hooksFile(hooks)))
  expect(scratch.hookline(['connect', agent, '--project', '--yes'])).toMatchObject({ code: 0 })
  return scratch
}
const run = (scratch: Sandbox, agent: string, payload: object) => {
  const { code, stdout } = scratch.hookline(['run', '--host', agent, '--from', 'project', '--installed'], {
    stdin: JSON.stringify({ session_id: 's', cwd: scratch.root, ...payload }),
  })
  return { code, reply: JSON.parse(stdout === '' ? '{}' : stdout) }
}
const redacts = {
  beforeReadFile: [{ command: `printf '%s' '{"updated_content":"[hidden]"}'`, name: 'redacts' }],
}

it('a redacted read goes on where only the project connects the agent, and the model gets the new text', () => {
  const scratch = connectProject('opencode', redacts)
  const filePath = scratch.write('a.txt', 'secret')
  const call = { agent: 'opencode', tool_name: 'read', tool_use_id: 't', tool_input: { filePath } }
  expect(run(scratch, 'opencode', { ...call, hook_event_name: 'tool.execute.before' })).toEqual({ code: 0, reply: {} })
  const tool_response = { output: '<content>\n1: secret\n\n(End of file - total 1 lines)\n</content>' }
  const { reply } = run(scratch, 'opencode', { ...call, hook_event_name: 'tool.execute.after', tool_response })
  expect(reply.output).toContain('[hidden]')
})

it('is refused where the project does not connect the event after the read', () => {
  const scratch = connectProject('opencode', redacts)
  const file = join(scratch.root, '.opencode/plugins/hookline.js')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"tool.execute.after"', '"none"'))
  const call = { agent: 'opencode', tool_name: 'read', tool_use_id: 't' }
  const tool_input = { filePath: scratch.write('a.txt', 'secret') }
  const { reply } = run(scratch, 'opencode', { ...call, tool_input, hook_event_name: 'tool.execute.before' })
  expect(reply.deny).toEqual(expect.any(String))
})

it('a timeout in a file of the project does not shorten the time of the hooks', () => {
  const scratch = connectProject('qwen', {
    preToolUse: [{ command: `sleep 1; printf '%s' '{"permission":"deny","agent_message":"no"}'` }],
  })
  const file = join(scratch.root, '.qwen/settings.json')
  const settings = readFileSync(file, 'utf8').replaceAll(/"timeout": \d+/g, '"timeout": 1')
  writeFileSync(file, settings)
  const call = { hook_event_name: 'PreToolUse', tool_name: 'run_shell_command', tool_input: { command: 'ls' } }
  const { reply } = run(scratch, 'qwen', { ...call, tool_use_id: 't' })
  expect(reply.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'no' })
})

it('its calls are not hooks that wait for trust, and leave no record', () => {
  const scratch = connectProject('qwen', {})
  const call = { hook_event_name: 'PreToolUse', tool_name: 'run_shell_command', tool_input: { command: 'ls' } }
  expect(run(scratch, 'qwen', { ...call, tool_use_id: 't' })).toEqual({ code: 0, reply: {} })
  expect(JSON.parse(scratch.hookline(['log', '--json']).stdout)).toMatchObject({ total: 0 })
})
