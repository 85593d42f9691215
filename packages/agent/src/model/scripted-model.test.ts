import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeTools } from '../tool.ts'
import { ownTools } from '../tools.ts'
import { askModel } from './ask-model.ts'
import { loadScriptedModel } from './scripted-model.ts'

function writeScript(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-script-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'script.yaml')
  writeFileSync(file, text)
  return file
}

const request = { system: 's', messages: [{ role: 'user', content: 'hi' } as const], idleTimeoutMs: 5_000 }
const ask = (
  script: ReturnType<typeof loadScriptedModel>,
  purpose: Parameters<typeof script.forPurpose>[0] = 'turns',
) =>
  askModel({
    ...request,
    model: script.forPurpose(purpose),
    tools: describeTools(ownTools),
    signal: new AbortController().signal,
  })

test('a turn returns its text, tool calls and token counts', async () => {
  const model = loadScriptedModel(
    writeScript(`
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

test('each purpose has its own list of turns, and so has each description of a subagent', async () => {
  const model = loadScriptedModel(
    writeScript(`{
  "turns": [{ "text": "main" }],
  "compaction": [{ "text": "short" }],
  "completion": [{ "text": "rest" }],
  "subagents": { "find it": [{ "text": "found" }] }
}`),
  )
  const replies = await Promise.all(
    (['subagents/find it', 'completion', 'compaction', 'turns'] as const).map(
      async (purpose) => (await ask(model, purpose)).text,
    ),
  )
  expect(replies).toEqual(['found', 'rest', 'short', 'main'])
})

test('a thought is reported when it ends', async () => {
  const model = loadScriptedModel(writeScript('- { thinking: hm, text: yes }'))
  const thoughts: string[] = []
  await askModel({
    ...request,
    model: model.forPurpose('turns'),
    signal: new AbortController().signal,
    onThought: (text) => thoughts.push(text),
  })
  expect(thoughts).toEqual(['hm'])
})

test('a script without further turns names the list that needs one', async () => {
  const model = loadScriptedModel(writeScript('- text: only'))
  await ask(model)
  await expect(ask(model)).rejects.toThrow(/has no turn 2 in "turns"/)
  await expect(ask(model, 'subagents/x')).rejects.toThrow(/has no turn 1 in "subagents\/x"/)
})

test('a turn with an error throws it', async () => {
  await expect(ask(loadScriptedModel(writeScript('- error: overloaded')))).rejects.toThrow('overloaded')
})

test.each([
  ['turns:\n  - tools:\n      - nam: LS\n', /script\.yaml:3:9 turns\.0\.tools\.0/],
  ['- text: [1\n', /script\.yaml:\d+:\d+ /],
  ['- usage: { input_tokens: 1 }\n', /script\.yaml:1:3 0: is empty/],
  ['turns: 3\n', /script\.yaml:1:8 turns: /],
  ['{}', /script\.yaml:1:1 turns: /],
])('an invalid script is reported with line and column: %j', (text, message) => {
  expect(() => loadScriptedModel(writeScript(text))).toThrow(message)
})

test('a missing script is reported with its path', () => {
  expect(() => loadScriptedModel('/nowhere/script.yaml')).toThrow(/\/nowhere\/script\.yaml cannot be read/)
})

test('a call whose input does not match the schema gets an error result and is not performed', async () => {
  const reply = await ask(loadScriptedModel(writeScript('- tools: [{ name: Shell, input: { comand: ls } }]')))
  expect(reply.calls).toEqual([])
  expect(reply.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ output: { type: 'error-text' } }] })
})
