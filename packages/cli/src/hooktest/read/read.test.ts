import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTestFile } from './read.ts'

function read(text: string, name = 'a.hooktest.yaml') {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-read-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, name), text)
  return readTestFile(join(directory, name), directory)
}
const problems = (text: string) => {
  const found = read(text)
  return found.test === undefined
    ? found.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : []
}

test('keys of the file apply to cases that do not have their own', () => {
  const { test: file } = read(
    'event: stop\nedition: 2.4\nenv: { A: x }\ncases:\n  - env: { B: y }\n  - event: preToolUse\n    edition: 3\n    name: n\n',
  )
  expect(file?.cases).toMatchObject([
    { event: 'stop', edition: '2.4', env: { A: 'x', B: 'y' }, name: 'stop', line: 5 },
    { event: 'preToolUse', edition: '3', env: { A: 'x' }, name: 'n', line: 6 },
  ])
})

test('a JSON file can be read', () => {
  const { test: file } = read('{ "cases": [{ "event": "stop", "want": { "follow_up": null } }] }', 'a.hooktest.json')
  expect(file?.cases[0]).toMatchObject({ event: 'stop', want: { follow_up: null } })
})

test('an empty want counts as none', () => {
  expect(read('cases:\n  - event: stop\n    want: {}\n').test?.cases[0]).not.toHaveProperty('want')
  expect(read('cases:\n  - event: stop\n    want:\n').test?.cases[0]).not.toHaveProperty('want')
})

test.each([
  ['', '1:1 a test file must be a map, got nothing'],
  ['- a\n', '1:1 a test file must be a map, got a list'],
  ['hook: x\n', '1:1 a test file has no cases'],
  ['cases: []\n', '1:8 cases is empty'],
  ['cases:\n  - event: stop\n    event: stop\n', '3:5 Map keys must be unique'],
  ['cases:\n  - name: x\n', '2:5 this case has no event. Add one to the case, or to the file above its cases'],
  ['cases:\n  - event: Stop\n', '2:12 there is no event "Stop"; "Stop" is a name of Claude Code; here write `stop`'],
  ['cases:\n  - event: stop\n    name: 3\n', '3:11 name must be text (put it in quotes), got number 3'],
  ['cases:\n  - event: stop\n    inptu: {}\n', '3:5 cases[0] has no key "inptu". Did you mean "input"?'],
  [
    'cases:\n  - event: stop\n    input: { command: x }\n',
    '2:5 input.command has no effect, because stop has no such field',
  ],
  ['cases:\n  - event: stop\n    edition: 2.5\n', '3:14 there is no edition "2.5": 2.3, 2.4, 3, hookline'],
  [
    'cases:\n  - event: stop\n    want: { context: { matches: "(" } }\n',
    /^2:5 want\.context: Invalid regular expression/,
  ],
  [
    'cases:\n  - event: stop\n    want: { files: { a.txt: { matches: "}" } } }\n',
    /^2:5 want\.files\.a\.txt: Invalid regular expression/,
  ],
  ['cases:\n  - event: stop\n    want: { context: 3 }\n', /^3:22 context must be text, \{ contains: … \}/],
  ['cases:\n  - event: stop\n    want: { failed: [] }\n', '3:21 failed must be true, false or a code, got a list'],
  ['cases:\n  - event: stop\n    files: { /etc/x: y }\n', /^3:14 "\/etc\/x" is outside the scratch workspace/],
  [
    'cases:\n  - event: stop\n    differs: { cursor: allow }\n',
    '2:5 differs: the case itself already runs on cursor. Put its verdict in want',
  ],
])('%j', (text, message) =>
  expect(problems(text)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]),
)

test('an alias is replaced by the node it refers to', () => {
  const text = 'cases:\n  - &a { event: stop, want: { follow_up: x } }\n  - *a\n'
  expect(read(text).test?.cases).toMatchObject([{ event: 'stop' }, { event: 'stop', want: { follow_up: 'x' } }])
  expect(problems(text.replace('follow_up', 'folow_up'))).toHaveLength(2)
})

test('links must be inside the workspace, and no file may be written through them', () => {
  const cases = 'cases:\n  - event: stop\n    files: { node_modules/./a: x }\n'
  expect(problems(`links: [../x]\n${cases}`)).toEqual([expect.stringMatching(/^1:9 "\.\.\/x" is outside/)])
  expect(problems(`links: [node_modules]\n${cases}`)).toEqual([
    '3:5 files: node_modules/./a would be written through a link to the real workspace',
  ])
})
