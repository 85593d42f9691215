/** Tests what hooks can do in Gemini CLI through Hookline, beyond the shell gate that the failure matrix tests. */
import { rmSync } from 'node:fs'
import { expect } from 'vitest'
import { everything } from '../claude-code/mcp-server.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { geminiCli } from './agent.ts'

const { shell, read, write, edit } = geminiCli.tools
const guard = (text: string) => ({ 'guard.sh': `#!/bin/sh\n${text}\n` })
const reply = (fields: object) => guard(`cat > seen.json; echo '${JSON.stringify(fields)}'`)
const at = (event: string, more: object = {}) => ({ [event]: [{ command: './guard.sh', ...more }] })
const server = { '.gemini/settings.json': { mcpServers: everything.files['mcp.json'].mcpServers } }
const echo = { name: 'mcp_everything_echo', input: { message: 'secret' } }

eachVersion(geminiCli, 'Connected', (subject) => {
  sampled('the model gets the redacted text of a file, and a part of it is refused', async () => {
    const { results, modelReceived } = await runTrial(subject, {
      files: {
        ...reply({ updated_content: 'key = [gone]' }),
        'a.txt': 'key = 4711\n',
        'b.txt': 'key = 4711\nb\nc\n',
      },
      hooks: at('beforeReadFile'),
      // Hookline relies on the later event only if the user's own settings call it there.
      connect: 'user',
      turns: [read('a.txt'), { name: 'read_file', input: { file_path: 'b.txt', start_line: 1, end_line: 2 } }],
    })
    expect(results).toMatchObject([
      { text: 'key = [gone]' },
      { text: expect.stringContaining('only a part'), isError: true },
    ])
    expect(modelReceived('key = 4711')).toBe(false)
  })

  fullOnly('a denied read and a denied write do not happen, and an edit is reported', async () => {
    const unread = await runTrial(subject, {
      files: { ...reply({ permission: 'deny' }), 'a.txt': 'key = 4711\n' },
      hooks: at('beforeReadFile'),
      turns: [read('a.txt')],
    })
    expect(unread.results).toMatchObject([{ isError: true }])
    expect(unread.modelReceived('4711')).toBe(false)
    const unwritten = await runTrial(subject, {
      files: reply({ permission: 'deny' }),
      hooks: at('preToolUse', { matcher: 'Write' }),
      turns: [write('acted', 'one\n')],
    })
    expect(unwritten.sandbox.exists('acted')).toBe(false)
    const { sandbox } = await runTrial(subject, {
      files: { ...reply({}), 'a.txt': 'one\n' },
      hooks: at('afterFileEdit'),
      turns: [edit('a.txt', 'one', 'two')],
    })
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ edits: [{ old_string: 'one', new_string: 'two' }] })
  })

  fullOnly('an MCP call is denied and rewritten, and its output replaced', async () => {
    const trial = (event: string, fields: object) =>
      runTrial(subject, { files: { ...reply(fields), ...server }, hooks: at(event), turns: [echo] })
    const denied = await trial('beforeMCPExecution', { permission: 'deny', agent_message: 'no servers' })
    expect(denied.results).toMatchObject([{ text: expect.stringContaining('no servers'), isError: true }])
    const rewritten = await trial('preToolUse', { updated_input: { message: 'public' } })
    expect(rewritten.modelReceived('Echo: public')).toBe(true)
    const replaced = await trial('postToolUse', {
      updated_mcp_tool_output: { content: [{ type: 'text', text: 'less' }] },
    })
    expect(replaced.results).toMatchObject([{ text: 'less' }])
    expect(replaced.modelReceived('Echo: secret')).toBe(false)
  })

  fullOnly('a denied prompt does not reach the model, nor does any prompt of a denied session', async () => {
    for (const event of ['beforeSubmitPrompt', 'sessionStart']) {
      const { conversations } = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'closed' }),
        hooks: at(event),
        turns: [],
      })
      expect(conversations).toEqual([])
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

  fullOnly('a denied subagent does not start', async () => {
    const { results, conversations } = await runTrial(subject, {
      files: reply({ permission: 'deny', user_message: 'no helpers' }),
      hooks: at('subagentStart'),
      turns: [
        { name: 'invoke_agent', input: { agent_name: 'codebase_investigator', prompt: 'SUBAGENT: look around' } },
      ],
      others: { 'SUBAGENT:': [shell('touch acted')] },
    })
    expect(results).toMatchObject([{ text: expect.stringContaining('no helpers'), isError: true }])
    expect(conversations.some(({ opening }) => opening.includes('SUBAGENT:'))).toBe(false)
  })

  fullOnly('connected in both settings, each event is answered once', async () => {
    const { sandbox } = await runTrial(subject, {
      files: guard('echo x >> runs; echo {}'),
      hooks: at('beforeShellExecution'),
      prepare: async (sandbox) => void (await sandbox.hookline(['connect', 'gemini', '--yes'])),
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
      homeFiles: { ...geminiCli.homeFiles, '.cursor/guard.sh': '#!/bin/sh\nkill -9 $PPID; sleep 20\n' },
      userHooks: { beforeShellExecution: [{ command: 'exec ./guard.sh', failClosed: true }] },
    })
    expect(sandbox.exists('acted')).toBe(false)
  })
})
