/** Tests that Codex still sends the payloads that its dialect was written for. */
import { expect } from 'vitest'
import { expectedPayloads, readRecorded, recorder, shapesOf } from '../recorded.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { prepareTrial } from '../trial.ts'
import { codex } from './agent.ts'
import { server } from './mcp-server.ts'

const events = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreModelRequest',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'Interrupt',
]
const entry = [{ hooks: [{ type: 'command', command: './record.sh' }] }]
const { shell, write, edit } = codex.tools
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

eachVersion(codex, 'Payloads', (subject) => {
  fullOnly('the fields of its payloads are the recorded ones', async () => {
    const trial = await prepareTrial(subject, {
      connect: 'none',
      files: {
        ...recorder,
        'a.txt': 'alpha\nbeta\n',
        '.codex/hooks.json': { hooks: Object.fromEntries(events.map((event) => [event, entry])) },
      },
      turns: [
        shell(`echo ${pixel} | base64 -d > i.png; echo hello`),
        { name: 'exec_command', input: { cmd: 'pwd', workdir: '/tmp' } },
        shell('echo bad; exit 3'),
        write('b.txt', 'bee\n'),
        edit('a.txt', 'alpha', 'omega'),
        edit('missing.txt', 'one', 'two'),
        server.echo('hi'),
        { name: 'view_image', input: { path: 'i.png' } },
        { name: 'update_plan', input: { plan: [{ step: 'look', status: 'pending' }] } },
        { name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: 'SUBAGENT: look around' } },
        shell('sleep 4'),
      ],
      others: { 'SUBAGENT:': [shell('touch subagent-acted'), 'looked'] },
    })
    await trial.prompt({ args: server.args })
    // With this limit it never ends by itself.
    await trial.prompt({ text: 'Compact.', args: ['-c', 'model_auto_compact_token_limit=1'], limitMs: 10_000 })
    const payloads = readRecorded(trial.sandbox)
    expect(shapesOf(payloads)).toEqual(shapesOf(expectedPayloads('codex', subject.version, payloads)))
  })
})
