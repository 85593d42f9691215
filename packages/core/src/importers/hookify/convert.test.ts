import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createHooks } from '../../node/create-hooks.ts'
import {
  corpusRules,
  eventsWith,
  matchesInOriginal,
  type Pair,
  pythonFor,
  rulesToTry,
  samplesFor,
  seeded,
} from '../../testing/hookify.ts'
import { hasPython } from '../../testing/python.ts'
import { type Conversion, convertHookify, entryOf } from './convert.ts'
import { fixHookify } from './fix.ts'
import { readHookify } from './read.ts'
import type { HookifyRule } from './types.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-hookify-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let transcripts = 0
const transcript = (text: string): string => {
  const file = join(root, `${transcripts++}.txt`)
  writeFileSync(file, text)
  return file
}
const options = { workspaceRoots: [root], home: root, env: { PATH: process.env.PATH, HOME: root } }

type Outcome = 'deny' | 'ask' | 'says' | 'nothing'

async function judge(conversion: Conversion, pairs: readonly Pair[]): Promise<readonly Outcome[]> {
  const inline: Record<string, unknown[]> = {}
  for (const hook of conversion.hooks)
    inline[hook.event] = [...(inline[hook.event] ?? []), entryOf(conversion.rule, hook)]
  const hooks = await createHooks({ ...options, hooks: inline as never, onAsk: 'host' })
  const outcomes: Outcome[] = []
  for (const { event, ours } of pairs) {
    const { kind, reply, userMessage } = await hooks.fire(event, ours as never)
    const speaks = userMessage !== undefined || reply.followup_message !== undefined
    outcomes.push(kind === 'refuse' ? 'deny' : kind === 'ask' ? 'ask' : speaks ? 'says' : 'nothing')
  }
  await hooks.close()
  return outcomes
}

/** The outcome that the contract defines for a rule that matches. */
const meant = ({ action }: HookifyRule, { event }: Pair): Outcome =>
  event === 'stop' ? 'says' : action === 'block' ? 'deny' : event === 'beforeSubmitPrompt' ? 'says' : 'ask'

test.skipIf(!hasPython)(
  'every rule decides as the original does, with Python as the reference for expressions',
  async () => {
    const tried = rulesToTry().map((rule) => ({ rule, pairs: pairsFor(rule) }))
    const search = pythonFor(tried)
    let [events, matched] = [0, 0]
    for (const { rule, pairs } of tried) {
      const original = pairs.map((pair) => (matchesInOriginal(rule, pair, search) ? meant(rule, pair) : 'nothing'))
      const ours = await judge(convertHookify(rule), pairs)
      const differ = pairs.filter((_, index) => ours[index] !== original[index])
      for (const pair of differ)
        expect(await unhurried(rule, pair)).toEqual({ rule, pair, outcome: original[pairs.indexOf(pair)] })
      events += pairs.length
      matched += original.filter((outcome) => outcome !== 'nothing').length
    }
    // Some events match and some do not.
    expect(events).toBeGreaterThan(1000)
    expect(matched).toBeGreaterThan(200)
  },
)

/** Over its time limit an expression counts as found, and a busy machine is slow: once more, on its own. */
async function unhurried(rule: HookifyRule, pair: Pair) {
  const tries: (Outcome | undefined)[] = []
  for (let time = 0; time < 4 && new Set(tries).size < 2; time++) {
    await new Promise((resolve) => setTimeout(resolve, 1100))
    tries.push((await judge(convertHookify(rule), [pair]))[0])
  }
  return { rule, pair, outcome: tries.includes('nothing') ? 'nothing' : tries[0] }
}

const random = seeded(5)
function pairsFor({ conditions, action }: HookifyRule): readonly Pair[] {
  const expressions = conditions.filter(({ operator }) => operator === 'regex_match')
  const samples =
    expressions.length === 0
      ? [...conditions.map(({ pattern }) => pattern), 'rm  x', 'x', '', 'q']
      : expressions.flatMap(({ pattern }) => samplesFor(pattern, random))
  const paths = conditions.flatMap(({ field, pattern }) =>
    field === 'file_path' ? samplesFor(pattern, random).slice(0, 2) : [],
  )
  return (
    samples
      .flatMap((text) => eventsWith(text, 'q', paths[Math.floor(random() * paths.length)] ?? text, transcript))
      // A warning on stop cannot be converted, and a note reports that.
      .filter(({ event }) => event !== 'stop' || action === 'block')
  )
}

test.skipIf(process.env.HOOKLINE_CORPUS === undefined)('every rule of the corpus is converted', () => {
  const lost = corpusRules().filter((rule) => convertHookify(rule).hooks.length === 0)
  expect(lost).toEqual([])
  expect(corpusRules()).toHaveLength(readdirSync(join(process.env.HOOKLINE_CORPUS ?? '', 'hookify')).length)
})

const ruleOf = (front: string, message = 'No.') =>
  readHookify('.claude/hookify.x.local.md', `---\nname: x\n${front}\n---\n\n${message}\n`)
function converted(front: string, more = {}) {
  const { rule } = ruleOf(front)
  if (rule === undefined) throw new Error('no rule')
  return convertHookify(rule, more)
}
const kinds = (front: string) => converted(front).notes.map(({ kind, line }) => `${kind} ${line}`)

describe('a rule becomes', () => {
  test.each([
    ['event: bash\npattern: a\naction: block', ['beforeShellExecution deny']],
    ['event: bash\npattern: a', ['beforeShellExecution ask']],
    ['event: file\npattern: a\naction: block', ['preToolUse deny']],
    ['event: prompt\naction: block\nconditions:\n  - field: user_prompt\n    pattern: a', ['beforeSubmitPrompt deny']],
    ['event: prompt\nconditions:\n  - field: user_prompt\n    pattern: a', ['beforeSubmitPrompt']],
    ['event: stop\naction: block\nconditions:\n  - field: transcript\n    pattern: a', ['stop']],
    ['event: stop\nconditions:\n  - field: transcript\n    pattern: a', []],
    [
      'event: file\ntool_matcher: Read\naction: block\nconditions:\n  - field: file_path\n    pattern: a',
      ['beforeReadFile deny'],
    ],
  ])('%j: %j', (front, hooks) => {
    expect(converted(front).hooks.map(({ event, verdict }) => [event, verdict].filter(Boolean).join(' '))).toEqual(
      hooks,
    )
  })

  test('with --reads, rules about paths apply to reads too', () => {
    const front = 'event: file\naction: block\nconditions:\n  - field: file_path\n    pattern: a'
    expect(converted(front, { reads: true }).hooks.map(({ event }) => event)).toEqual(['preToolUse', 'beforeReadFile'])
  })

  test('only scripts print the message after an edit: a rule hook has already asked before it', () => {
    const front = 'event: file\nconditions:\n  - field: file_path\n    pattern: a'
    expect(converted(front).hooks.map(({ event }) => event)).toEqual(['preToolUse'])
    expect(converted(front, { standalone: true }).hooks.map(({ event }) => event)).toEqual([
      'preToolUse',
      'afterFileEdit',
    ])
  })

  test('the user gets the message below the name of the rule, the agent the message alone', () => {
    expect(converted('event: bash\npattern: a').hooks[0]?.says).toEqual({
      user_message: '**[x]**\nNo.',
      agent_message: 'No.',
    })
  })
})

describe('notes name the line they are about', () => {
  test.each([
    ['enabled: false\nevent: bash\npattern: a', ['disabled 3']],
    ['event: stop\npattern: a', ['never 4']],
    ['event: prompt\npattern: a', ['never 4']],
    ['event: bash\nconditions:\n  - field: command\n    operator: matches\n    pattern: a', ['never 7']],
    ['event: bash\naction: block\npattern: a(', ['never 5']],
    ['event: bash\naction: block\npattern: a++', ['left-out 5']],
    ['event: bash', ['never 1']],
    ['event: shell\npattern: a', ['never 3']],
    ['event: file\naction: block\npattern: \\.env', ['blind 5']],
    ['event: all\naction: block\npattern: rm -rf', ['blind 3']],
    ['event: bash\naction: approve\npattern: a', ['differs 4', 'differs 4']],
    ['event: prompt\naction: block\nconditions:\n  - field: user_prompt\n    pattern: a', ['differs 4']],
  ])('%j: %j', (front, notes) => expect(kinds(front)).toEqual(notes))

  test.each([
    [
      'event: stop\npattern: npm test',
      4,
      ['conditions:', '  - field: transcript', '    operator: regex_match', '    pattern: npm test'],
    ],
    [
      'event: prompt\npattern: a',
      4,
      ['conditions:', '  - field: user_prompt', '    operator: regex_match', '    pattern: a'],
    ],
    [
      'event: file\npattern: \\.env$',
      4,
      ['conditions:', '  - field: file_path', '    operator: regex_match', '    pattern: \\.env$'],
    ],
    [
      'event: file\npattern: TODO',
      4,
      ['conditions:', '  - field: content', '    operator: regex_match', '    pattern: TODO'],
    ],
    ['event: file\nconditions:\n  - field: new_text\n    pattern: a', 5, ['  - field: content']],
    [
      'event: file\nconditions:\n  - operator: contains\n    field: "new_text"\n    pattern: a',
      6,
      ['    field: "content"'],
    ],
    ['event: bash\naction: approve\npattern: a', 4, ['action: warn']],
  ])('%j: line %i becomes %j', (front, line, write) => {
    const { notes } = converted(front)
    expect(notes.filter((note) => note.write !== undefined)).toMatchObject([{ line, write }])
    const source = `---\nname: x\n${front}\n---\n\nNo.\n`
    for (const text of [source, source.replaceAll('\n', '\r\n')]) {
      const { rule } = readHookify('.claude/hookify.x.local.md', fixHookify(text, notes))
      if (rule === undefined) throw new Error('no rule')
      const after = convertHookify(rule)
      expect(after.hooks.length + Number(rule.event === 'stop')).toBeGreaterThan(0)
      expect(after.notes.filter((note) => note.write !== undefined)).toEqual([])
      expect(rule.conditions[0]?.pattern).toBe(ruleOf(front).rule?.conditions[0]?.pattern)
    }
  })

  test.each(['"a', 'a"', '\'"a"\'', '" a"'])('a fix keeps the pattern %j unchanged', (pattern) => {
    const { rule, notes } = converted(`event: stop\naction: block\npattern: ${pattern}`)
    const text = fixHookify((rule.source ?? []).join('\n'), notes)
    expect(readHookify(rule.file, text).rule?.conditions).toMatchObject([
      { field: 'transcript', pattern: rule.conditions[0]?.pattern },
    ])
  })

  test('a file without front matter gets a note and is not a rule', () => {
    expect(readHookify('a.md', 'text').notes).toMatchObject([{ kind: 'broken', line: 1 }])
    expect(readHookify('a.md', 'text').rule).toBeUndefined()
  })
})

describe('front matter is read as hookify reads it', () => {
  test.each([
    ['event: bash\npattern: "a"b\'', 'a"b'],
    ['event: bash\npattern: a: b # c', 'a: b # c'],
    ['event: bash\npattern: a # b', 'a # b'],
    ['conditions:\n  - field: command, operator: contains, pattern: a,b', 'a'],
    ['conditions:\n- field: command\n   pattern: a', 'a'],
    ['conditions:\n- field: command\n  pattern: a', ''],
    ['# pattern: z\nevent: bash\npattern: a', 'a'],
  ])('%j: %j', (front, pattern) => expect(ruleOf(front).rule?.conditions[0]?.pattern).toBe(pattern))

  test('three dashes inside it end it', () => {
    const read = ruleOf('event: bash\npattern: a---b')
    expect(read.rule?.conditions[0]?.pattern).toBe('a')
    expect(read.notes).toMatchObject([{ kind: 'differs', line: 4 }])
  })
})
