/** Tests what hooks can do in Codex through Hookline, beyond the shell gate that the failure matrix tests. */
import { rmSync } from 'node:fs'
import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
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

  fullOnly('a read whose text a hook replaces is refused', async () => {
    const { results } = await runTrial(subject, {
      files: { ...reply({ updated_content: 'less' }), 'i.png': 'no picture' },
      hooks: at('beforeReadFile'),
      turns: [{ name: 'view_image', input: { path: 'i.png' } }],
    })
    expect(results).toMatchObject([{ text: expect.stringContaining('updated_content'), isError: true }])
  })

  fullOnly('an MCP call is denied and rewritten, and its output replaced', async () => {
    const trial = (event: string, fields: object) =>
      runTrial(
        subject,
        { files: reply(fields), hooks: at(event), turns: [server.echo('secret')] },
        { args: server.args },
      )
    const denied = await trial('beforeMCPExecution', { permission: 'deny', agent_message: 'no servers' })
    expect(denied.results).toMatchObject([{ text: expect.stringContaining('no servers'), isError: true }])
    expect(denied.modelReceived('Echo: secret')).toBe(false)
    const rewritten = await trial('preToolUse', { updated_input: { message: 'public' } })
    expect(rewritten.modelReceived('Echo: public')).toBe(true)
    const replaced = await trial('postToolUse', {
      updated_mcp_tool_output: { content: [{ type: 'text', text: 'less' }] },
    })
    expect(replaced.results).toMatchObject([{ text: 'less' }])
    expect(replaced.modelReceived('Echo: secret')).toBe(false)
  })

  fullOnly('a denied prompt and a denied session do not reach the model', async () => {
    for (const event of ['beforeSubmitPrompt', 'sessionStart']) {
      const { conversations, records } = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'closed' }),
        hooks: at(event),
        turns: [],
      })
      expect(conversations).toEqual([])
      expect(records).toMatchObject([{ event, kind: 'refuse' }])
    }
  })

  fullOnly('the model gets the context of a session, and a follow-up continues the turn', async () => {
    const started = await runTrial(subject, {
      files: reply({ additional_context: 'speak softly' }),
      hooks: at('sessionStart'),
      turns: [],
    })
    expect(started.modelReceived('speak softly')).toBe(true)
    const { sandbox, modelReceived } = await runTrial(subject, {
      files: reply({ followup_message: 'run the tests' }),
      hooks: at('stop', { loop_limit: 1 }),
      turns: ['finished', shell('touch acted')],
    })
    expect(modelReceived('run the tests')).toBe(true)
    expect(sandbox.exists('acted')).toBe(true)
  })

  fullOnly('a denied subagent does not start, and an allowed one is reported once', async () => {
    const denied = await runTrial(subject, {
      files: reply({ permission: 'deny', user_message: 'no helpers' }),
      hooks: at('subagentStart'),
      ...subagent,
    })
    expect(denied.sandbox.exists('subagent-acted')).toBe(false)
    expect(denied.results).toMatchObject([{ text: expect.stringContaining('no helpers'), isError: true }, {}])
    const allowed = await runTrial(subject, { files: reply({}), hooks: at('subagentStart'), ...subagent })
    expect(allowed.sandbox.exists('subagent-acted')).toBe(true)
    expect(allowed.records).toMatchObject([{ event: 'subagentStart', kind: 'proceed' }])
  })

  fullOnly('connected in both settings, each event is answered once', async () => {
    const { sandbox } = await runTrial(subject, {
      files: guard('echo x >> runs; echo {}'),
      hooks: at('beforeShellExecution'),
      prepare: async (sandbox) => void (await sandbox.hookline(['connect', 'codex', '--yes'])),
      turns: [shell('touch acted')],
    })
    expect(sandbox.read('runs')).toBe('x\n')
  })

  const setup = { connect: 'user', ownInstall: true, turns: [shell('touch acted')] } as const
  sampled('when Hookline is missing, nothing happens', async () => {
    const { sandbox } = await runTrial(subject, { ...setup, prepare: ({ program }) => rmSync(program) })
    expect(sandbox.exists('acted')).toBe(false)
  })

  fullOnly('when Hookline is killed, the command does not run', async () => {
    const { sandbox } = await runTrial(subject, {
      ...setup,
      homeFiles: { '.cursor/guard.sh': '#!/bin/sh\nkill -9 $PPID; sleep 20\n' },
      userHooks: { beforeShellExecution: [{ command: 'exec ./guard.sh', failClosed: true }] },
    })
    expect(sandbox.exists('acted')).toBe(false)
  })
})
