/** Tests that Gemini CLI still sends the payloads that its dialect was written for. */
import { expect } from 'vitest'
import { everything } from '../claude-code/mcp-server.ts'
import { expectedPayloads, readRecorded, recorder, shapesOf } from '../recorded.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { prepareTrial } from '../trial.ts'
import { geminiCli } from './agent.ts'

/** Its events about requests to the model are left out: no hook of Hookline listens to them, and their payloads are whole conversations. */
const events = [
  'SessionStart',
  'SessionEnd',
  'BeforeAgent',
  'AfterAgent',
  'BeforeTool',
  'AfterTool',
  'PreCompress',
  'Notification',
]
const entry = [{ hooks: [{ type: 'command', command: './record.sh' }] }]
const { shell, read, write, edit } = geminiCli.tools

eachVersion(geminiCli, 'Payloads', (subject) => {
  fullOnly('the fields of its payloads are the recorded ones', async () => {
    const trial = await prepareTrial(subject, {
      connect: 'none',
      files: {
        ...recorder,
        'a.txt': 'alpha\nbeta\n',
        '.gemini/settings.json': {
          hooks: Object.fromEntries(events.map((event) => [event, entry])),
          mcpServers: everything.files['mcp.json'].mcpServers,
        },
      },
      turns: [
        shell('echo hello'),
        shell('echo bad; exit 3'),
        read('a.txt'),
        read('missing.txt'),
        write('b.txt', 'bee\n'),
        edit('a.txt', 'alpha', 'omega'),
        { name: 'grep_search', input: { pattern: 'omega', include_pattern: '*.txt' } },
        { name: 'list_directory', input: { dir_path: '.' } },
        { name: 'mcp_everything_echo', input: { message: 'hi' } },
        { name: 'invoke_agent', input: { agent_name: 'codebase_investigator', prompt: 'SUBAGENT: look around' } },
      ],
      others: { 'SUBAGENT:': [read('a.txt'), 'looked'] },
    })
    await trial.prompt()
    const payloads = readRecorded(trial.sandbox)
    expect(shapesOf(payloads)).toEqual(shapesOf(expectedPayloads('gemini', subject.version, payloads)))
  })
})
