/** Tests that Copilot CLI still sends the payloads that its dialect was written for. The case of an event's name decides the format. */
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { expect } from 'vitest'
import { everything } from '../claude-code/mcp-server.ts'
import { expectedPayloads, readRecorded, recorder, shapesOf } from '../recorded.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { prepareTrial, type Subject } from '../trial.ts'
import { copilot } from './agent.ts'

const pascalCase = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PermissionRequest',
  'Notification',
  'ErrorOccurred',
]
const camelCase = [
  'sessionStart',
  'sessionEnd',
  'userPromptSubmitted',
  'userPromptTransformed',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'agentStop',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'preMcpToolCall',
  'permissionRequest',
  'notification',
  'errorOccurred',
]

async function record(subject: Subject, events: readonly string[]): Promise<readonly JsonObject[]> {
  const { shell, read, write, edit } = copilot.tools
  const turns: object[] = []
  const trial = await prepareTrial(subject, {
    connect: 'none',
    files: {
      ...recorder,
      ...everything.files,
      'a.txt': 'alpha\nbeta\n',
      '.github/hooks/record.json': {
        version: 1,
        hooks: Object.fromEntries(
          events.map((event) => [event, [{ type: 'command', command: `./record.sh ${event}` }]]),
        ),
      },
    },
    turns: turns as never,
    others: { 'SUBAGENT:': [shell('touch subagent-acted'), 'looked'] },
  })
  const at = (name: string) => join(trial.sandbox.root, name)
  const task = { agent_type: 'general-purpose', description: 'look', name: 'look', prompt: 'SUBAGENT: look around' }
  turns.push(
    shell('echo hello'),
    shell('echo bad; exit 3'),
    read(at('a.txt')),
    read(at('missing.txt')),
    write(at('b.txt'), 'bee\n'),
    edit(at('a.txt'), 'alpha', 'omega'),
    { name: 'glob', input: { pattern: '*.txt' } },
    { name: 'everything-echo', input: { message: 'hi' } },
    { name: 'task', input: task },
  )
  await trial.prompt({ args: ['--additional-mcp-config', '@mcp.json'] })
  return readRecorded(trial.sandbox)
}

eachVersion(copilot, 'Payloads', (subject) => {
  fullOnly('the fields of its payloads are the recorded ones', async () => {
    const payloads = [...(await record(subject, pascalCase)), ...(await record(subject, camelCase))]
    expect(shapesOf(payloads)).toEqual(shapesOf(expectedPayloads('copilot', subject.version, payloads)))
  })
})
