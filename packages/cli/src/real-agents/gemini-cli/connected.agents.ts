/** Tests what hooks can do in Gemini CLI alone. `acts.agents.ts` tests what they can do in every agent. */
import { expect } from 'vitest'
import { everything } from '../claude-code/mcp-server.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { geminiCli } from './agent.ts'

const { read, edit } = geminiCli.tools
const guard = (text: string) => ({ 'guard.sh': `#!/bin/sh\n${text}\n` })
const reply = (fields: object) => guard(`cat > seen.json; echo '${JSON.stringify(fields)}'`)
const at = (event: string, more: object = {}) => ({ [event]: [{ command: './guard.sh', ...more }] })

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

  fullOnly('a denied read does not happen, and an edit is reported', async () => {
    const unread = await runTrial(subject, {
      files: { ...reply({ permission: 'deny' }), 'a.txt': 'key = 4711\n' },
      hooks: at('beforeReadFile'),
      turns: [read('a.txt')],
    })
    expect(unread.results).toMatchObject([{ isError: true }])
    expect(unread.modelReceived('4711')).toBe(false)
    const { sandbox } = await runTrial(subject, {
      files: { ...reply({}), 'a.txt': 'one\n' },
      hooks: at('afterFileEdit'),
      turns: [edit('a.txt', 'one', 'two')],
    })
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ edits: [{ old_string: 'one', new_string: 'two' }] })
  })

  fullOnly('the arguments of an MCP call are rewritten', async () => {
    const { modelReceived } = await runTrial(subject, {
      files: {
        ...reply({ updated_input: { message: 'public' } }),
        '.gemini/settings.json': { mcpServers: everything.files['mcp.json'].mcpServers },
      },
      hooks: at('preToolUse'),
      turns: [{ name: 'mcp_everything_echo', input: { message: 'secret' } }],
    })
    expect([modelReceived('Echo: public'), modelReceived('Echo: secret')]).toEqual([true, false])
  })
})
