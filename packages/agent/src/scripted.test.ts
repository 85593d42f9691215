import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askModel } from './ask-model.ts'
import { scriptedModel } from './scripted.ts'
import { described, ownTools } from './tools.ts'

function scriptFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-script-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'script.yaml')
  writeFileSync(file, text)
  return file
}

const asking = { system: 's', messages: [{ role: 'user', content: 'hi' } as const], silenceMs: 5_000 }
const ask = (file: ReturnType<typeof scriptedModel>, purpose: Parameters<typeof file.forPurpose>[0] = 'turns') =>
  askModel({
    ...asking,
    model: file.forPurpose(purpose),
    tools: described(ownTools),
    signal: new AbortController().signal,
  })

test('a turn is heard whole: text, tool calls and the counts it names', async () => {
  const model = scriptedModel(
    scriptFile(`
turns:
  - thinking: let me see
    text: I look.
    tools: [{ name: LS, input: { path: . } }]
    usage: { input_tokens: 10, output_tokens: 3 }
  - text: done
`),
  )
  const first = await ask(model)
  expect(first).toMatchObject({ text: 'I look.', calls: [{ name: 'LS', input: { path: '.' } }] })
  expect(first.tokens).toEqual({ input_tokens: 10, output_tokens: 3 })
  const second = await ask(model)
  expect(second).toMatchObject({ text: 'done', calls: [] })
  expect(second.tokens).toEqual({})
})

test('each purpose has its own list, and subagents are told apart by their description', async () => {
  const model = scriptedModel(
    scriptFile(`{
  "turns": [{ "text": "main" }],
  "compaction": [{ "text": "short" }],
  "completion": [{ "text": "rest" }],
  "subagents": { "find it": [{ "text": "found" }] }
}`),
  )
  const heard = await Promise.all(
    (['subagents/find it', 'completion', 'compaction', 'turns'] as const).map(
      async (one) => (await ask(model, one)).text,
    ),
  )
  expect(heard).toEqual(['found', 'rest', 'short', 'main'])
})

test('a thought is told when it ends', async () => {
  const model = scriptedModel(scriptFile('- { thinking: hm, text: yes }'))
  const thoughts: string[] = []
  await askModel({
    ...asking,
    model: model.forPurpose('turns'),
    signal: new AbortController().signal,
    onThought: (text) => thoughts.push(text),
  })
  expect(thoughts).toEqual(['hm'])
})

test('a script that runs out says which list needs another turn', async () => {
  const model = scriptedModel(scriptFile('- text: only'))
  await ask(model)
  await expect(ask(model)).rejects.toThrow(/has no turn 2 in "turns"/)
  await expect(ask(model, 'subagents/x')).rejects.toThrow(/has no turn 1 in "subagents\/x"/)
})

test('an error turn is an error', async () => {
  await expect(ask(scriptedModel(scriptFile('- error: overloaded')))).rejects.toThrow('overloaded')
})

test.each([
  ['turns:\n  - tools:\n      - nam: LS\n', /script\.yaml:3:9 turns\.0\.tools\.0/],
  ['- text: [1\n', /script\.yaml:\d+:\d+ /],
  ['- usage: { input_tokens: 1 }\n', /script\.yaml:1:3 0: says nothing/],
  ['turns: 3\n', /script\.yaml:1:8 turns: /],
  ['{}', /script\.yaml:1:1 turns: /],
])('a script with a mistake names its place: %j', (text, message) => {
  expect(() => scriptedModel(scriptFile(text))).toThrow(message)
})

test('a script that is not there is named', () => {
  expect(() => scriptedModel('/nowhere/script.yaml')).toThrow(/\/nowhere\/script\.yaml cannot be read/)
})

test('an input that does not fit the tool is answered at once and reaches no tool', async () => {
  const said = await ask(scriptedModel(scriptFile('- tools: [{ name: Shell, input: { comand: ls } }]')))
  expect(said.calls).toEqual([])
  expect(said.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ output: { type: 'error-text' } }] })
})
