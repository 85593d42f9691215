import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

it('runs the example of its help', () => {
  const scratch = sandbox()
  scratch.write('hello.yaml', 'turns:\n  - text: Hello there.\n')
  const { stdout } = scratch.hookline(['agent', '--help'])
  expect(stdout).toContain('Example: hookline agent "greet me" --print --model scripted:hello.yaml\n')
  expect(scratch.hookline(['agent', 'greet me', '--print', '--model', 'scripted:hello.yaml'])).toEqual({
    code: 0,
    stdout: 'Hello there.\n',
    stderr: '',
  })
})

it('prints one object with --json', () => {
  const scratch = sandbox()
  scratch.write('hello.yaml', '- { text: Hello., usage: { input_tokens: 5, output_tokens: 2 } }\n')
  const { code, stdout } = scratch.hookline(['agent', 'greet me', '--json', '--model', 'scripted:hello.yaml'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    result: 'Hello.',
    status: 'completed',
    conversation_id: expect.any(String),
    transcript_path: expect.stringContaining('/transcripts/'),
    usage: { input_tokens: 5, output_tokens: 2 },
    refusals: [],
  })
})

it.each([
  [['--print'], '--print and --json need a task'],
  [['x', '--print'], 'no model is configured'],
  [['x', '--mode', 'fast', '--model', 'scripted:hello.yaml'], 'unknown mode "fast". Use agent, ask or edit'],
  [['x', '--context-window', 'big', '--model', 'scripted:hello.yaml'], '--context-window must be a number above 0'],
  [['x', '--print', '--model', 'scripted:gone.yaml'], 'gone.yaml cannot be read'],
  [['x', '--print', '--model', 'scripted:broken.yaml'], 'broken.yaml:1:3 0: Unrecognized key: "txt"'],
  [['x', '--print', '--model', 'scripted:hello.yaml', '--mcp-config', 'gone.json'], 'gone.json cannot be used'],
  [['x', 'y'], 'unexpected argument "y"'],
])('%j is wrong usage', (args, words) => {
  const scratch = sandbox()
  scratch.write('hello.yaml', '- text: Hello.\n')
  scratch.write('broken.yaml', '- txt: Hello.\n')
  const { code, stdout, stderr } = scratch.hookline(['agent', ...args])
  expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
  expect(stderr).toContain(words)
})

it('prints only plain text of a model at a terminal', () => {
  const scratch = sandbox()
  scratch.write('evil.json', { turns: [{ text: '\u001b]0;title\u0007red \u001b[31mtext\u202e' }] })
  const { stdout } = scratch.hookline(['agent', 'x', '--print', '--model', 'scripted:evil.json'])
  expect(stdout).toBe('red text\n')
})
