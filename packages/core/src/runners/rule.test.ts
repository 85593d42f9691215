import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readHooks } from '../config/read-hooks.ts'
import type { Entry, Event } from '../flow.ts'
import { createMatchers } from '../matchers/matcher.ts'
import { sourceSetup } from '../node/config/source-setup.ts'
import { createHooks } from '../node/create-hooks.ts'
import { createRuleContext } from '../node/modules/rule-context.ts'
import type { Bound } from '../ports.ts'
import { type RuleRunnerRim, ruleRunner } from './rule.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-rule-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const options = { workspaceRoots: [root], home: root, env: { PATH: process.env.PATH, HOME: root } }

type Rule = Readonly<Record<string, unknown>>
async function shell(command: string, ...rules: readonly Rule[]) {
  const beforeShellExecution = rules.map((rule) => ({ type: 'rule' as const, rule }))
  const hooks = await createHooks({ ...options, hooks: { beforeShellExecution } })
  const effect = await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  await hooks.close()
  return effect
}
const deny = (when: Rule): Rule => ({ when, verdict: 'deny', user_message: 'no' })

describe('an expression whose work reaches its limit', () => {
  const hard = `${'a'.repeat(60)}!`
  test.each([
    ['counts as found', { field: 'command', regex: '^(a+)+\\1$' }],
    ['counts as not found inside a not', { not: { field: 'command', regex: '^(a+)+\\1$' } }],
    ['counts as found inside two', { not: { not: { field: 'command', regex: '^(a+)+\\1$' } } }],
  ])('%s, so that the rule holds, on the record', async (_what, when) => {
    const { verdict, runs } = await shell(hard, deny(when))
    expect(verdict).toBe('deny')
    expect(runs[0]?.notes).toEqual(['matcher-limit:^(a+)+\\1$'])
  })
})

describe('an operator holds', () => {
  test.each([
    [{ equals: 'git push' }, 'git push', 'git push -f'],
    [{ contains: 'push' }, 'git push', 'git pull'],
    [{ not_contains: 'status' }, 'git push', 'git status'],
    [{ starts_with: 'git' }, 'git push', 'sudo git push'],
    [{ ends_with: '--force' }, 'git push --force', 'git push --force-with-lease'],
    [{ regex: 'rm\\s+-rf' }, 'rm  -rf x', 'rm -r x'],
    [{ regex: '(?<!\\w)rm\\b' }, 'rm x', 'alarm x'],
    [{ regex: 'RM', ignore_case: true }, 'rm x', 'ls'],
    [{ regex: '(A+)+B', ignore_case: true }, 'aaab', 'aaac'],
    [{ regex_match: '(?P<a>RM)\\s+-rf\\Z' }, 'rm  -RF', 'rm -rf x'],
    [{ regex_match: '^.\\s\\w$' }, '😀\u3000é', '😀😀 e'],
    [{ contains: 'PUSH', ignore_case: true }, 'git push', 'git pull'],
    [{ glob: '*.env' }, 'config/prod.env', 'config/prod.env.md'],
    [{ glob: 'src/**/*.{ts,tsx}' }, 'src/a/b.tsx', 'lib/a/b.ts'],
  ])('%j on %s and not on %s', async (operator, yes, no) => {
    const rule = deny({ field: 'command', ...operator })
    expect((await shell(yes, rule)).verdict).toBe('deny')
    expect((await shell(no, rule)).verdict).toBe('allow')
  })
})

test('a field that is not there satisfies no operator, not_contains neither', async () => {
  expect((await shell('ls', deny({ field: 'nothing', not_contains: 'x' }))).verdict).toBe('allow')
  expect((await shell('ls', deny({ not: { field: 'nothing', contains: 'x' } }))).verdict).toBe('deny')
})

test('the transcript is the text of the file that the event names', async () => {
  writeFileSync(join(root, 'transcript.txt'), 'Bash: npm test')
  const rule = { when: { field: 'transcript', not_contains: 'npm test' }, followup_message: 'Run the tests.' }
  const hooks = await createHooks({ ...options, hooks: { stop: [{ type: 'rule', rule }] } })
  const replyFor = async (transcript_path: string | null) =>
    (await hooks.fire('stop', { status: 'completed', loop_count: 0, transcript_path })).reply.followup_message
  expect(await replyFor(join(root, 'transcript.txt'))).toBeUndefined()
  expect(await replyFor(join(root, 'elsewhere.txt'))).toBe('Run the tests.')
  expect(await replyFor(null)).toBeUndefined()
  await hooks.close()
})

test('values put together are tested as one', async () => {
  const when = (more: Rule) => ({ field: ['command', 'cwd'], regex: '^ls \\+ /', ...more })
  expect((await shell('ls', deny(when({ join: ' + ' })))).verdict).toBe('deny')
  expect((await shell('ls', deny(when({})))).verdict).toBe('allow')
})

test('an expression that Python does not know, or only Python, is a problem with its reason', () => {
  const read = (pattern: string) => {
    const rule = deny({ field: 'command', regex_match: pattern })
    const text = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ type: 'rule', rule }] } })
    const info = { source: 'user', own: true, file: join(root, 'hookline.json'), cwd: root, trust: 'own' } as const
    return readHooks(text, info, sourceSetup().reading).problems.map(({ message }) => message)
  }
  expect(read('a**')).toEqual(['`regex_match` is not a valid regular expression in Python: a repetition is repeated'])
  expect(read('a++')).toEqual(['`regex_match` contains a possessive repetition'])
})

test.each(['(?i:rm)\\s+-rf', '(?:(?<a>x)|(?<a>y+))z\\k<a>'])(
  'a rule with %s, which Hookline has no engine for, is a problem on every version of Node',
  (regex) => {
    const rule = deny({ field: 'command', regex })
    const text = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ type: 'rule', rule }] } })
    const info = { source: 'user', own: true, file: join(root, 'hookline.json'), cwd: root, trust: 'own' } as const
    expect(readHooks(text, info, sourceSetup().reading).problems).toHaveLength(1)
  },
)

test.runIf(canParse('(?i:rm) -rf'))('a modifier that V8 knows counts in a plain expression', async () => {
  const rule = deny({ field: 'command', regex: '(?i:rm) -rf' })
  expect((await shell('RM -rf /', rule)).verdict).toBe('deny')
  expect((await shell('RM -RF /', rule)).verdict).toBe('allow')
})

function canParse(pattern: string): boolean {
  try {
    return new RegExp(pattern) !== undefined
  } catch {
    return false
  }
}

test('the reply of a rule is the same at every event, and a host cannot change it for later ones', async () => {
  const rule = deny({ field: 'command', contains: 'push' })
  const hooks = await createHooks({ ...options, hooks: { beforeShellExecution: [{ type: 'rule', rule }] } })
  const fire = async (command: string) => {
    const { verdict, userMessage, runs } = await hooks.fire('beforeShellExecution', {
      command,
      cwd: root,
      sandbox: false,
    })
    return { verdict, userMessage, outcome: runs[0]?.outcome }
  }
  const first = await fire('git push')
  const reply = first.outcome?.kind === 'replied' ? first.outcome.reply : undefined
  expect(() => Object.assign(reply ?? {}, { user_message: 'yes' })).toThrow(TypeError)
  expect((await fire('git pull')).verdict).toBe('allow')
  expect(await fire('git push')).toEqual(first)
  await hooks.close()
})

test('all, any and not combine', async () => {
  const rule = deny({
    all: [
      { field: 'command', contains: 'git' },
      {
        any: [
          { field: 'command', contains: 'push' },
          { field: 'command', contains: 'reset' },
        ],
      },
      { not: { field: 'command', contains: '--dry-run' } },
    ],
  })
  expect((await shell('git push', rule)).verdict).toBe('deny')
  expect((await shell('git push --dry-run', rule)).verdict).toBe('allow')
  expect((await shell('git pull', rule)).verdict).toBe('allow')
})

test('a program is found however it is wrapped, and text about it is not', async () => {
  const rule = deny({ program: 'git', words: ['push'], any_word: ['-f', '--force'] })
  expect((await shell('cd x && sudo git push origin -f', rule)).verdict).toBe('deny')
  expect((await shell('sh -c "git push --force"', rule)).verdict).toBe('deny')
  expect((await shell('git commit -m "git push --force"', rule)).verdict).toBe('allow')
  expect((await shell('git push --force-with-lease', rule)).verdict).toBe('allow')
})

test.each([
  ['git add -A', 'deny'],
  ['git add -pA', 'deny'],
  ['git add -A=x', 'deny'],
  ['GIT add .', 'deny'],
  ['git add --patch', 'allow'],
  ['git add -p=A', 'allow'],
  ['git add -A --dry-run', 'allow'],
  ['git add -A --dry-run; git add -A', 'deny'],
  ['git status -A', 'allow'],
  ['ls | xargs git add', 'deny'],
  ['ls | xargs git status', 'allow'],
])('arguments: a letter among others, and words that must be missing: %s', async (command, verdict) => {
  const rule = deny({
    program: 'Git',
    words: 'add',
    any_arg: ['-A', '--all', '.'],
    no_word: ['--dry-run'],
    ignore_case: true,
  })
  expect((await shell(command, rule)).verdict).toBe(verdict)
})

test('words that must be missing do not open a gate for text that no shell can read', async () => {
  expect((await shell('echo "unterminated', deny({ program: 'git', no_word: 'x' }))).verdict).toBe('deny')
})

test('what no shell can read counts as if the program were there', async () => {
  expect((await shell('echo "unterminated', deny({ program: 'git' }))).verdict).toBe('deny')
})

test('a rule that does not hold has no opinion, and both messages arrive when it does', async () => {
  const rule = {
    when: { field: 'command', contains: 'rm' },
    verdict: 'deny',
    user_message: 'Keep it.',
    agent_message: 'Move it.',
  }
  expect((await shell('ls', rule)).because.rule).toBe('no-opinion')
  expect(await shell('rm x', rule)).toMatchObject({
    kind: 'refuse',
    userMessage: 'Command execution was blocked by a hook: Keep it.',
    agentMessage: expect.stringContaining('rejected by a hook: Move it.'),
  })
})

test('on a prompt a no is continue:false', async () => {
  const rule = { when: { field: 'prompt', contains: 'secret' }, verdict: 'deny', user_message: 'No secrets.' }
  const hooks = await createHooks({ ...options, edition: '3', hooks: { beforeSubmitPrompt: [{ type: 'rule', rule }] } })
  const effect = await hooks.fire('beforeSubmitPrompt', { prompt: 'my secret', attachments: [] })
  expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse' })
  await hooks.close()
})

test('a replacement rewrites the input that then runs', async () => {
  const rule = {
    when: { field: 'tool_input.command', starts_with: 'npm install' },
    replace: [{ field: 'tool_input.command', regex: '^npm install( .*)?$', with: 'npm ci$1' }],
  }
  const hooks = await createHooks({ ...options, hooks: { preToolUse: [{ type: 'rule', rule }] } })
  const input = { tool_name: 'Shell', tool_input: { command: 'npm install --silent', working_directory: root } }
  const effect = await hooks.fire('preToolUse', { ...input, tool_use_id: '1', cwd: root })
  expect(effect.input.tool_input).toEqual({ command: 'npm ci --silent', working_directory: root })
  await hooks.close()
})

test('every edit of a file is looked at', async () => {
  const rule = { when: { field: 'edits.*.new_string', contains: 'console.log' }, verdict: 'deny' }
  const hooks = await createHooks({ ...options, hooks: { afterFileEdit: [{ type: 'rule', rule }] } })
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: 'console.log(1)' },
  ]
  const effect = await hooks.fire('afterFileEdit', { file_path: join(root, 'a.ts'), edits })
  expect(effect.runs[0]?.notes).toContain('cannot-block')
  await hooks.close()
})

describe('a mistake is reported with its line, and the other rules work', () => {
  const good =
    '{ "type": "rule", "name": "good", "rule": { "when": { "field": "command", "contains": "x" }, "verdict": "deny" } }'
  test.each([
    ['{}', 'has no `when`'],
    ['{ "when": { "field": "command", "contains": "x" } }', 'has no effect'],
    ['{ "when": { "field": "command", "containz": "x" }, "verdict": "deny" }', 'containz'],
    ['{ "when": { "field": "command" }, "verdict": "deny" }', 'no operator'],
    ['{ "when": { "field": "command", "contains": "x", "equals": "y" }, "verdict": "deny" }', '2 operators'],
    ['{ "when": { "contains": "x" }, "verdict": "deny" }', '`field` is missing'],
    ['{ "when": { "field": "command", "regex": "(" }, "verdict": "deny" }', 'not a valid regular expression'],
    ['{ "when": { "field": "command", "contains": 7 }, "verdict": "deny" }', '`contains` is 7'],
    ['{ "when": { "field": "command", "contains": "x" }, "verdict": "block" }', '`verdict` is the string "block"'],
    ['{ "when": { "all": [] }, "verdict": "deny" }', '`all`'],
    ['{ "when": { "field": "command", "contains": "x" }, "env": { "A": "b" } }', 'has no `env`'],
    ['{ "when": { "field": "command", "contains": "x" }, "replace": [] , "verdict": "deny"}', 'cannot be rewritten'],
  ])('%s', (rule, message) => {
    const file = join(root, 'hookline.json')
    const text = `{ "version": 1, "hooks": { "beforeShellExecution": [\n  { "type": "rule", "rule": ${rule} },\n  ${good}\n] } }`
    writeFileSync(file, text)
    const { reading } = sourceSetup(options)
    const loaded = readHooks(text, { source: 'user', own: true, file, cwd: root, trust: 'own' }, reading)
    expect(loaded.problems.map((problem) => [problem.code, problem.line])).toEqual([['bad-rule', 2]])
    expect(loaded.problems[0]?.message).toContain(message)
    expect(loaded.entries.map((entry) => entry.held?.why)).toEqual(['invalid', undefined])
  })
})

describe('a rule that blocks the thread', () => {
  const stopped = new Error('stopped')
  /** Stops the code as the clock would: at the search for an expression that contains "slow". */
  const bound: Bound = (act) => {
    try {
      return { value: act() }
    } catch (error) {
      if (error !== stopped) throw error
      return 'held'
    }
  }
  const context = createRuleContext(createMatchers())
  const search: RuleRunnerRim['search'] = (pattern) => ({
    size: Number.POSITIVE_INFINITY,
    maxLength: -1,
    test: (subject) => {
      searched.push(pattern)
      if (pattern.startsWith('slow')) throw stopped
      return subject.includes(pattern)
    },
  })
  const searched: string[] = []
  const entryOf = (regex: string, timeoutMs = 1000) =>
    ({
      timeoutMs,
      rule: {
        when: { kind: 'field', fields: ['command'], operator: 'regex', value: regex, ignoreCase: false },
        verdict: 'deny',
        says: {},
        replace: [],
      },
    }) as unknown as Entry
  const runAll = async (entries: readonly Entry[]) => {
    searched.length = 0
    const runner = ruleRunner({ ...context, search }, bound)
    const event = { row: { gate: { kind: 'permission' } } } as unknown as Event
    return (await runner.runAll?.({ entries, event, stdin: '{"command":"ls -la"}\n' }))?.raws
  }

  test('fails alone, and the rules around it are evaluated', async () => {
    const raws = await runAll([entryOf('ls'), entryOf('slow'), entryOf('rm'), entryOf('-la')])
    expect(raws?.map(({ end, reply }) => reply?.permission ?? end.kind)).toEqual(['deny', 'timeout', 'exit', 'deny'])
    // It was stopped after another rule, so it was evaluated once more with the whole limit for itself.
    expect(searched).toEqual(['ls', 'slow', 'slow', 'rm', '-la'])
  })

  test('is watched with its own limit if that is shorter', async () => {
    const raws = await runAll([entryOf('ls'), entryOf('slow', 10)])
    expect(raws?.[1]?.end).toEqual({ kind: 'timeout', afterMs: 10 })
    expect(searched).toEqual(['ls', 'slow'])
  })
})

describe('a rule on the programs of a command', () => {
  const watched = async (command: string) => {
    let turns = 0
    const bound: Bound = (act) => {
      turns++
      return { value: act() }
    }
    const lists = { words: ['-rf'], anyWord: [], anyArg: [], noWord: [] }
    const when = { kind: 'shell', fields: ['command'], programs: ['rm'], ...lists, ignoreCase: false }
    const rule = { when, verdict: 'deny', says: {}, replace: [] }
    const entries = [{ timeoutMs: 1000, rule }] as unknown as readonly Entry[]
    const event = { row: { gate: { kind: 'permission' } } } as unknown as Event
    const runner = ruleRunner(createRuleContext(createMatchers()), bound)
    const result = await runner.runAll?.({ entries, event, stdin: `${JSON.stringify({ command })}\n` })
    return { turns, reply: result?.raws[0]?.reply?.permission }
  }

  test('needs no clock for a short command', async () => {
    expect(await watched('cd /tmp && rm -rf build')).toEqual({ turns: 0, reply: 'deny' })
  })

  test('is watched while it reads a long one', async () => {
    expect(await watched(`echo ${'word '.repeat(1000)}; rm -rf build`)).toEqual({ turns: 1, reply: 'deny' })
  })
})
