import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readPython } from '../../rules/python/index.ts'
import { pattern, subject } from '../../testing/expressions.ts'
import { hasPython, searchInPython } from '../../testing/python.ts'
import { createScriptRunner, each, pythonAlone } from '../../testing/shell-scripts.ts'
import { convertHookify } from './convert.ts'
import { readHookify } from './read.ts'
import { scriptOf } from './script.ts'

const sandbox = createScriptRunner()
afterAll(() => rmSync(sandbox.root, { recursive: true, force: true }))
const path = pythonAlone(sandbox.root)

function scriptFor(front: string): string {
  const { rule } = readHookify('.claude/hookify.x.local.md', `---\nname: x\n${front}\n---\nNo.`)
  if (rule === undefined) throw new Error(front)
  return sandbox.written(scriptOf(convertHookify(rule)).text)
}
/** The rule as an object: a pattern of any characters does not fit into a line of front matter. */
const blocking = (operator: string, text: string): string =>
  sandbox.written(
    scriptOf(
      convertHookify({
        file: '.claude/hookify.x.local.md',
        slug: 'x',
        name: 'x',
        enabled: true,
        event: 'bash',
        action: 'block',
        conditions: [{ field: 'command', operator, pattern: text, line: 1 }],
        plain: false,
        message: 'No.',
        lines: {},
      }),
    ).text,
  )
const event = (command: string) => JSON.stringify({ hook_event_name: 'beforeShellExecution', command })
const permissionOf = async (file: string, stdin: string) => {
  const { code, stdout } = await sandbox.feed(file, stdin, path)
  return code === 0 ? JSON.parse(stdout).permission : `ended with ${code}: ${stdout}`
}

describe.skipIf(!hasPython)('a script with python3 and nothing else on the path', () => {
  test('finds what Python finds', async () => {
    const pairs = fc
      .sample(fc.tuple(pattern, fc.array(subject, { minLength: 2, maxLength: 2 })), { numRuns: 80, seed: 31 })
      .filter(([expression]) => readPython(expression).kind === 'search')
      .slice(0, 40)
    const answers = searchInPython(pairs)
    const tries = pairs.map(([expression, subjects], at) => ({ expression, subjects, found: answers[at] }))
    await each(tries, async ({ expression, subjects, found }) => {
      const file = blocking('regex_match', expression)
      const ours = await Promise.all(subjects.map((text) => permissionOf(file, event(text))))
      const wanted = found?.map((one) => (one ? 'deny' : 'allow'))
      expect({ expression, subjects, ours }).toEqual({ expression, subjects, ours: wanted })
    })
    expect(tries).toHaveLength(40)
  })

  test('finds a plain text, case-sensitively', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'A', 'é', '😀', '\n', '\0', "'", '"', '\\'), { maxLength: 4 })
      .map((parts) => parts.join(''))
    const tests: Readonly<Record<string, (one: string, two: string) => boolean>> = {
      equals: (one, two) => one === two,
      contains: (one, two) => one.includes(two),
      not_contains: (one, two) => !one.includes(two),
      starts_with: (one, two) => one.startsWith(two),
      ends_with: (one, two) => one.endsWith(two),
    }
    const tries = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(tests)), text, text, text), {
      numRuns: 50,
      seed: 51,
    })
    await each(tries, async ([operator, wanted, before, after]) => {
      const file = blocking(operator, wanted)
      for (const command of [before, before + wanted, wanted + after]) {
        const found = tests[operator]?.(command, wanted)
        const permission = await permissionOf(file, event(command))
        expect({ operator, wanted, command, permission }).toMatchObject({ permission: found ? 'deny' : 'allow' })
      }
    })
  })

  test.each([
    ['end$', 'the end\n', 'the end\n\n'],
    ['end\\Z', 'the end', 'the end\n'],
    ['(?m)^b$', 'a\nb\nc', 'a\rb\rc'],
    ['^b', 'b\na', 'a\nb'],
    ['a.b', 'a\rb', 'a\nb'],
    ['a\\sb', 'a\u3000b', 'a\ufeffb'],
    ['^\\d$', '٣', 'x'],
    ['\\bnaïve\\b', 'a NAÏVE one', 'naïveté'],
    ['^.$', '😀', '😀😀'],
    ['^git$', 'GİT', 'g1t'],
    ['a{2,3}b', 'aab', 'ab'],
    ['(-|\\.)x\\1', '-x-', '-x.'],
    ["it's", "IT'S", 'its'],
  ])('finds %s in %j and not in %j', async (expression, yes, no) => {
    const file = blocking('regex_match', expression)
    expect([await permissionOf(file, event(yes)), await permissionOf(file, event(no))]).toEqual(['deny', 'allow'])
  })

  const file = () => blocking('contains', 'rm')
  test.each([
    ['an escape', '{"hook_event_name":"beforeShellExecution","command":"\\u0072\\u006D"}', 'deny'],
    ['an escape in a key', '{"hook_event_name":"beforeShellExecution","\\u0063ommand":"rm"}', 'deny'],
    ['white space', ' {\t"hook_event_name" :\r\n"beforeShellExecution", "command"\n: "rm" } \n\n', 'deny'],
    ['a byte order mark', '\ufeff{"hook_event_name":"beforeShellExecution","command":"rm"}', 'deny'],
    ['the last of two', '{"hook_event_name":"beforeShellExecution","command":"rm","command":"ls"}', 'allow'],
    [
      'the last of two, the other way',
      '{"command":"ls","command":"rm","hook_event_name":"beforeShellExecution"}',
      'deny',
    ],
    ['a nested one', '{"hook_event_name":"beforeShellExecution","command":"ls","x":{"command":"rm"}}', 'allow'],
    ['one in a list', '{"hook_event_name":"beforeShellExecution","x":[{"command":"rm"},[]],"command":"ls"}', 'allow'],
    [
      'one in a text',
      '{"hook_event_name":"beforeShellExecution","x":"\\"command\\":\\"rm\\"","command":"ls"}',
      'allow',
    ],
    ['none', '{"hook_event_name":"beforeShellExecution","x":1e5}', 'allow'],
    ['null', '{"hook_event_name":"beforeShellExecution","command":null}', 'allow'],
    ['a NUL before it', '{"hook_event_name":"beforeShellExecution","command":"a\\u0000rm"}', 'deny'],
    ['half a character before it', '{"hook_event_name":"beforeShellExecution","command":"\\ud83drm"}', 'deny'],
  ])('reads of the command: %s', async (_, stdin, wanted) => expect(await permissionOf(file(), stdin)).toBe(wanted))

  test('ends with 2 and no reply when the input is not JSON, and only then', async () => {
    const document = JSON.stringify({
      hook_event_name: 'beforeShellExecution',
      command: 'é\\"\n😀',
      more: [1.5e-3, -0, true, null, {}, [], { a: [[]] }],
    })
    const strange = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'e', 'u', ' ', '\n', '\u0001', 'é', '']
    const edits = fc.sample(fc.tuple(fc.nat(document.length), fc.nat(2), fc.constantFrom(...strange)), {
      numRuns: 150,
      seed: 41,
    })
    const one = file()
    await each(edits, async ([at, cut, put]) => {
      const stdin = document.slice(0, at) + put + document.slice(at + cut)
      const ended = await sandbox.feed(one, stdin, path)
      expect({ stdin, ...ended }).toMatchObject(expectedFor(stdin))
    })
  })

  /** As JavaScript reads the same JSON. */
  function expectedFor(stdin: string) {
    const refused = { code: 2, stdout: '' }
    try {
      // As it arrives: half a character is not sent as such.
      const { hook_event_name: name, command } = JSON.parse(Buffer.from(stdin).toString())
      if (name !== 'beforeShellExecution') return refused
      return { code: 0, stdout: `{"permission": "${String(command ?? '').includes('rm') ? 'deny' : 'allow'}"}\n` }
    } catch {
      return refused
    }
  }

  test.each([
    ['a number where a text belongs', '{"hook_event_name":"beforeShellExecution","command":5}'],
    ['another event', '{"hook_event_name":"sessionEnd"}'],
    ['no event', '{}'],
    ['a list', '[]'],
    ['nothing', ''],
    ['two', '{}{}'],
    ['a deep nesting', '['.repeat(200_000)],
    ['an event that is not text', '{"hook_event_name":["beforeShellExecution"]}'],
  ])('refuses: %s', async (_, stdin) => {
    for (const script of [file(), scriptFor('event: bash\npattern: rm')])
      expect(await sandbox.feed(script, stdin, path)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^hookify-x\.sh: .*, so the action is refused\.\n$/),
      })
  })

  test('ends with 2 when the bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(event('ls').slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')])
    expect(await sandbox.feed(file(), bytes, path)).toMatchObject({ code: 2, stdout: '' })
  })

  test('reads a long text to its end', async () => {
    const one = blocking('regex_match', '\\brm\\s+-rf\\Z')
    const long = 'é"\\x\n'.repeat(20_000)
    expect(await permissionOf(one, event(`${long} rm -rf`))).toBe('deny')
    expect(await permissionOf(one, event(`${long} rm -rf\n`))).toBe('allow')
  })

  test('imports nothing from the workspace', async () => {
    const modules = ['json', 're', 'os', 'sitecustomize', 'usercustomize'].map((name) =>
      join(sandbox.empty, `${name}.py`),
    )
    for (const module of modules) writeFileSync(module, 'import sys\nsys.exit(0)\n')
    expect(await permissionOf(file(), event('rm'))).toBe('deny')
    for (const module of modules) rmSync(module)
  })

  test.each([
    ['a file', 'before TODO\r\nafter', 'TODO\\nafter'],
    ['a file that is not UTF-8', Buffer.from([0xff, 0x54, 0x4f, 0x44, 0x4f]), 'TODO'],
  ])('reads the transcript from %s', async (_, content, expression) => {
    const transcript = join(sandbox.root, 'transcript.jsonl')
    writeFileSync(transcript, content)
    const front = `event: stop\naction: block\nconditions:\n  - field: transcript\n    pattern: ${expression}`
    const stop = (transcript_path: unknown) => JSON.stringify({ hook_event_name: 'stop', status: 'x', transcript_path })
    const one = scriptFor(front)
    const { stdout } = await sandbox.feed(one, stop(transcript), path)
    expect(JSON.parse(stdout)).toEqual({ followup_message: '**[x]**\nNo.' })
    for (const unreadable of [sandbox.root, join(sandbox.root, 'missing'), '', null, 5, 'a\0b'])
      expect(await sandbox.feed(one, stop(unreadable), path)).toEqual({ code: 0, stdout: '{}\n', stderr: '' })
  })
})

describe('without a python3 that runs', () => {
  const broken = join(sandbox.root, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'python3'), '#!/bin/sh\nexit 49\n')
  chmodSync(join(broken, 'python3'), 0o755)

  test.each([
    [
      'block',
      'missing',
      sandbox.empty,
      2,
      /^hookify-x\.sh: python3 was not found, so the action is refused\. Install Python 3 .*\.\n$/,
    ],
    [
      'warn',
      'missing',
      sandbox.empty,
      1,
      /^hookify-x\.sh: python3 was not found, so the rule is not checked\. Install Python 3 .*\.\n$/,
    ],
    ['block', 'broken', broken, 2, /^hookify-x\.sh: python3 failed with status 49, so the action is refused\.\n$/],
    ['warn', 'broken', broken, 1, /^hookify-x\.sh: python3 failed with status 49, so the rule is not checked\.\n$/],
  ])('a rule with action %s, python3 %s', async (action, _, where, code, stderr) => {
    const ended = await sandbox.feed(scriptFor(`event: bash\naction: ${action}\npattern: rm`), event('ls'), where)
    expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(stderr) })
  })
})
