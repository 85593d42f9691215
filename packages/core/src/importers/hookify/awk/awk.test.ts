import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readPython } from '../../../rules/python/index.ts'
import { parsePython } from '../../../rules/python/parse.ts'
import { pattern, plain, subject } from '../../../testing/expressions.ts'
import { hasPython, searchInPython } from '../../../testing/python.ts'
import { awksHere, each, scriptPlace } from '../../../testing/shell-scripts.ts'
import { convertHookify } from '../convert.ts'
import { readHookify } from '../read.ts'
import { type Script, scriptOf } from '../script.ts'
import type { HookifyRule } from '../types.ts'
import { type Automaton, automatonOf } from './automaton.ts'
import { judge } from './judge.ts'
import { NoAutomaton, nfaOf } from './nfa.ts'

const place = scriptPlace()
afterAll(() => rmSync(place.root, { recursive: true, force: true }))
const awks = awksHere(place.root)
const absent = ['mawk', 'gawk', 'busybox', 'original-awk'].filter((name) => !awks.some((awk) => awk.name === name))
if (absent.length > 0) console.warn(`The awk scripts are not tried with ${absent.join(', ')}: not on this machine.`)

test('the program holds no single quote, and there is an awk to try it with', () => {
  expect(judge).not.toContain("'")
  expect(awks.map(({ name }) => name)).not.toEqual([])
})

/** As the awk program walks. */
function finds({ starts, rows }: Automaton, text: string): boolean {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  const width = rows[0]?.length ?? 0
  const columns = codes.map((code, at) =>
    code === 10 && at === codes.length - 1 ? width - 2 : (starts.findLast(([first]) => first <= code)?.[1] ?? 0),
  )
  let state = 0
  for (const column of [...columns, width - 1]) if (state >= 0) state = rows[state]?.[column] ?? 0
  return state < 0
}

function automatonFor(operator: string, text: string): Automaton | string {
  try {
    return automatonOf(nfaOf(operator, text))
  } catch (error) {
    if (error instanceof NoAutomaton) return error.message
    throw error
  }
}

test.skipIf(!hasPython)(
  'a table finds what Python finds',
  () => {
    const pairs = fc
      .sample(fc.tuple(pattern, fc.array(fc.oneof(subject, plain), { minLength: 12, maxLength: 12 })), {
        numRuns: 1500,
        seed: 21,
      })
      .filter(([expression]) => readPython(expression).kind === 'search')
    const answers = searchInPython(pairs)
    let judged = 0
    for (const [index, [expression, subjects]] of pairs.entries()) {
      const automaton = automatonFor('regex_match', expression)
      if (typeof automaton === 'string') continue
      judged++
      const ours = subjects.map((text) => finds(automaton, text))
      expect({ expression, subjects, found: ours }).toEqual({ expression, subjects, found: answers[index] })
    }
    expect(judged).toBeGreaterThan(600)
  },
  60_000,
)

test('a table finds a text as it is, its case counts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'A', 'é', '😀', '\n', '\0'), { maxLength: 5 })
    .map((parts) => parts.join(''))
  const tests: Readonly<Record<string, (one: string, two: string) => boolean>> = {
    equals: (one, two) => one === two,
    contains: (one, two) => one.includes(two),
    starts_with: (one, two) => one.startsWith(two),
    ends_with: (one, two) => one.endsWith(two),
  }
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(tests)), text, text, (operator, wanted, subject) => {
      const automaton = automatonFor(operator, wanted) as Automaton
      expect(finds(automaton, subject)).toBe(tests[operator]?.(subject, wanted))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['(?=a)b', 'look-around'],
  ['(-)\\1', 'a reference to a group'],
  ['(a|b|c){3000}', 'too much repetition'],
  ['a.{14}b', 'too many states'],
])('%s: node judges, because of %s', (expression, why) => expect(automatonFor('regex_match', expression)).toBe(why))

const rule = (operator: string, text: string): HookifyRule => ({
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
})
const script = (operator: string, text: string): Script => scriptOf(convertHookify(rule(operator, text)))
const event = (command: string) => JSON.stringify({ hook_event_name: 'beforeShellExecution', command })

describe.each(awks)('with $name', ({ path }) => {
  const said = async (file: string, stdin: string) => {
    const { code, stdout } = await place.feed(file, stdin, path)
    return code === 0 ? JSON.parse(stdout).permission : `ended with ${code}: ${stdout}`
  }

  test.skipIf(!hasPython)(
    'a script finds what Python finds',
    async () => {
      const pairs = fc
        .sample(fc.tuple(pattern, fc.array(subject, { minLength: 2, maxLength: 2 })), { numRuns: 700, seed: 31 })
        .filter(
          ([expression]) => readPython(expression).kind === 'search' && parsePython(expression).node.kind !== 'set',
        )
      const answers = searchInPython(pairs)
      const tries = pairs.map(([expression, subjects], at) => ({ expression, subjects, found: answers[at] }))
      const judged = tries.filter(({ expression }) => script('regex_match', expression).by === 'sh+awk').slice(0, 150)
      await each(judged, async ({ expression, subjects, found }) => {
        const file = place.written(script('regex_match', expression).text)
        const ours = await Promise.all(subjects.map((text) => said(file, event(text))))
        const wanted = found?.map((one) => (one ? 'deny' : 'allow'))
        expect({ expression, subjects, ours }).toEqual({ expression, subjects, ours: wanted })
      })
      expect(judged).toHaveLength(150)
    },
    120_000,
  )

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
  ])('%s is found in %j and not in %j', async (expression, yes, no) => {
    const one = place.written(script('regex_match', expression).text)
    expect([await said(one, event(yes)), await said(one, event(no))]).toEqual(['deny', 'allow'])
  })

  const file = () => place.written(script('contains', 'rm').text)
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
  ])('of the command is read: %s', async (_, stdin, wanted) => expect(await said(file(), stdin)).toBe(wanted))

  test('what is no JSON, and only that, ends with 2 and no reply', async () => {
    const document = JSON.stringify({
      hook_event_name: 'beforeShellExecution',
      command: 'é\\"\n😀',
      more: [1.5e-3, -0, true, null, {}, [], { a: [[]] }],
    })
    const strange = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'e', 'u', ' ', '\n', '\u0001', 'é', '']
    const edits = fc.sample(fc.tuple(fc.nat(document.length), fc.nat(2), fc.constantFrom(...strange)), {
      numRuns: 250,
      seed: 41,
    })
    const one = file()
    await each(edits, async ([at, cut, put]) => {
      const stdin = document.slice(0, at) + put + document.slice(at + cut)
      const ended = await place.feed(one, stdin, path)
      expect({ stdin, ...ended }).toMatchObject(expectedFor(stdin))
    })
  }, 60_000)

  /** As the program with node judges. */
  function expectedFor(stdin: string) {
    const refused = { code: 2, stdout: '' }
    try {
      // As it arrives: half a character is not sent as such.
      const { hook_event_name: name, command } = JSON.parse(Buffer.from(stdin).toString())
      if (name !== 'beforeShellExecution') return refused
      return { code: 0, stdout: `{"permission":"${String(command ?? '').includes('rm') ? 'deny' : 'allow'}"}\n` }
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
  ])('nothing is let through: %s', async (_, stdin) => {
    expect(await place.feed(file(), stdin, path)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^hookify-x\.sh: .*, so nothing is let through\n$/),
    })
  })

  test('bytes that are no UTF-8 end with 2', async () => {
    const bytes = Buffer.concat([Buffer.from(event('ls').slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')])
    expect(await place.feed(file(), bytes as never, path)).toMatchObject({ code: 2, stdout: '' })
  })

  test('a long text is read to its end', async () => {
    const one = place.written(script('regex_match', '\\brm\\s+-rf\\Z').text)
    const long = 'é"\\x\n'.repeat(20_000)
    expect(await said(one, event(`${long} rm -rf`))).toBe('deny')
    expect(await said(one, event(`${long} rm -rf\n`))).toBe('allow')
  })
})

test('without awk nothing is let through', async () => {
  const file = place.written(script('contains', 'rm').text)
  expect(await place.feed(file, event('ls'), place.empty)).toMatchObject({ code: 2, stdout: '' })
})

test('a rule read from its file says by what it is judged', () => {
  const by = (front: string) => {
    const read = readHookify('.claude/hookify.x.local.md', `---\nname: n\n${front}\n---\nNo.`).rule
    if (read === undefined) throw new Error(front)
    const { by, why } = scriptOf(convertHookify(read))
    return [by, why]
  }
  expect(by('event: bash\npattern: rm\\s+-rf\\b')).toEqual(['sh+awk', undefined])
  expect(by('event: bash\npattern: rm(?! -i)')).toEqual(['sh+node', 'look-around'])
  expect(
    by('event: stop\naction: block\nconditions:\n  - field: transcript\n    operator: contains\n    pattern: a'),
  ).toEqual(['sh+node', 'the transcript, which is a file of its own'])
})
