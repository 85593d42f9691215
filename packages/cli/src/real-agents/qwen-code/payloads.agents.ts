/** Tests that Qwen Code still sends the payloads that its dialect was written for. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { everything } from '../claude-code/mcp-server.ts'
import { expectedPayloads, readRecorded, recorder, shapesOf } from '../recorded.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { prepareTrial } from '../trial.ts'
import { qwenCode } from './agent.ts'

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'Stop',
  'MessageDisplay',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
  'SessionDelete',
  'PermissionRequest',
  'PermissionDenied',
  'StopFailure',
  'TodoCreated',
  'TodoCompleted',
  'InstructionsLoaded',
]
const entry = [{ hooks: [{ type: 'command', command: './record.sh' }] }]

eachVersion(qwenCode, 'Payloads', (subject) => {
  fullOnly('the fields of its payloads are the recorded ones', async () => {
    const { shell, read, write, edit } = qwenCode.tools
    const turns: object[] = []
    const trial = await prepareTrial(subject, {
      connect: 'none',
      files: {
        ...recorder,
        'a.txt': 'alpha\nbeta\n',
        'QWEN.md': 'Be brief.\n',
        '.qwen/settings.json': {
          hooks: Object.fromEntries(events.map((event) => [event, entry])),
          mcpServers: everything.files['mcp.json'].mcpServers,
          tools: { todoWrite: { enabled: true } },
        },
      },
      turns: turns as never,
      others: { 'SUBAGENT:': [shell('touch subagent-acted'), 'looked'] },
    })
    const at = (name: string) => join(trial.sandbox.root, name)
    turns.push(
      shell('echo hello'),
      shell('echo bad; exit 3'),
      read(at('a.txt')),
      read(at('missing.txt')),
      write(at('b.txt'), 'bee\n'),
      edit(at('a.txt'), 'alpha', 'omega'),
      { name: 'glob', input: { pattern: '*.txt' } },
      everything.echo('hi'),
      { name: 'todo_write', input: { todos: [{ id: '1', content: 'look', status: 'pending' }] } },
      {
        name: 'agent',
        input: { description: 'look', prompt: 'SUBAGENT: look around', subagent_type: 'general-purpose' },
      },
    )
    await trial.prompt()
    await trial.prompt({ text: '/compress' })
    const payloads = readRecorded(trial.sandbox)
    expect(shapesOf(payloads)).toEqual(shapesOf(expectedPayloads('qwen', subject.version, payloads)))
  })
})
