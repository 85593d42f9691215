/** Tests what hooks can do in Codex alone. `acts.agents.ts` tests what they can do in every agent. */
import { expect } from 'vitest'
import { eachVersion, fullOnly } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { codex } from './agent.ts'
import { server } from './mcp-server.ts'

const { shell, write, edit } = codex.tools
const guard = (text: string) => ({ 'guard.sh': `#!/bin/sh\n${text}\n` })
const reply = (fields: object) => guard(`cat > seen.json; echo '${JSON.stringify(fields)}'`)
const at = (event: string, more: object = {}) => ({ [event]: [{ command: './guard.sh', ...more }] })
const startSubagent = { name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: 'SUBAGENT: look around' } }
const subagent = { turns: [startSubagent, shell('sleep 2')], others: { 'SUBAGENT:': [shell('touch subagent-acted')] } }

eachVersion(codex, 'Connected', (subject) => {
  fullOnly('a command in another directory is judged by the hooks of the project', async () => {
    const { sandbox } = await runTrial(subject, {
      files: reply({ permission: 'deny' }),
      hooks: at('beforeShellExecution'),
      turns: [{ name: 'exec_command', input: { cmd: 'touch acted', workdir: '/tmp' } }],
    })
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ cwd: '/tmp', workspace_roots: [sandbox.root] })
  })

  fullOnly('a patch is denied, rewritten, and reported file by file', async () => {
    const denied = await runTrial(subject, {
      files: reply({ permission: 'deny' }),
      hooks: at('preToolUse', { matcher: 'Write' }),
      turns: [write('acted', 'one\n')],
    })
    expect(denied.sandbox.exists('acted')).toBe(false)
    const other = '*** Begin Patch\\n*** Add File: rewritten\\n+two\\n*** End Patch\\n'
    const rewritten = await runTrial(subject, {
      files: guard(`printf '%s' '{"updated_input":{"patch":"${other}"}}'`),
      hooks: at('preToolUse', { matcher: 'Write' }),
      turns: [write('acted', 'one\n')],
    })
    expect(rewritten.sandbox.exists('acted')).toBe(false)
    expect(rewritten.sandbox.read('rewritten')).toBe('two\n')
    const edited = await runTrial(subject, {
      files: { ...reply({}), 'a.txt': 'one\n' },
      hooks: at('afterFileEdit'),
      turns: [edit('a.txt', 'one', 'two')],
    })
    expect(JSON.parse(edited.sandbox.read('seen.json'))).toMatchObject({
      file_path: 'a.txt',
      edits: [{ old_string: 'one', new_string: 'two' }],
    })
  })

  fullOnly('the arguments of an MCP call are rewritten', async () => {
    const { modelReceived } = await runTrial(
      subject,
      {
        files: reply({ updated_input: { message: 'public' } }),
        hooks: at('preToolUse'),
        turns: [server.echo('secret')],
      },
      { args: server.args },
    )
    expect([modelReceived('Echo: public'), modelReceived('Echo: secret')]).toEqual([true, false])
  })

  fullOnly('it honours a denial at the start of the session', async () => {
    const { conversations, records } = await runTrial(subject, {
      files: reply({ continue: false, user_message: 'closed' }),
      hooks: at('sessionStart'),
      turns: [],
    })
    expect(conversations).toEqual([])
    expect(records).toMatchObject([{ event: 'sessionStart', kind: 'refuse' }])
  })

  fullOnly('an allowed subagent starts, and is reported once', async () => {
    const { sandbox, records } = await runTrial(subject, { files: reply({}), hooks: at('subagentStart'), ...subagent })
    expect(sandbox.exists('subagent-acted')).toBe(true)
    expect(records).toMatchObject([{ event: 'subagentStart', kind: 'proceed' }])
  })
})
