import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { editions } from '../editions.ts'
import type { Edition, Entry } from '../flow.ts'
import { eventNames, eventRows } from '../protocol/events/index.ts'
import { readHooks } from './read-hooks.ts'
import type { ReadOptions, SourceInfo } from './reader.ts'

const reading = (edition: Edition = 'hookline', more: Partial<ReadOptions> = {}): ReadOptions => ({
  edition: editions[edition],
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  system: 'linux',
  ...more,
})
const project: SourceInfo = {
  source: 'project',
  own: false,
  file: '/w/.cursor/hooks.json',
  root: '/w',
  cwd: '/w',
  trust: 'untrusted',
}
const own: SourceInfo = { ...project, own: true, file: '/w/.hookline/hookline.json' }
const user: SourceInfo = { ...own, source: 'user', trust: 'own', file: '/h/.config/hookline/hookline.json' }
const enterprise: SourceInfo = {
  source: 'enterprise',
  own: false,
  file: '/etc/cursor/hooks.json',
  cwd: '/etc/cursor',
  trust: 'managed',
}

/** `code line:column` of every problem. */
const found = (text: string, info: SourceInfo = project, rules = reading()) =>
  readHooks(text, info, rules).problems.map(
    ({ code, severity, line, column }) => `${severity} ${code} ${line}:${column}`,
  )
const entries = (text: string, info: SourceInfo = project, rules = reading()) => readHooks(text, info, rules).entries
const one = (entry: unknown, event = 'stop', info: SourceInfo = project, rules = reading()): Entry => {
  const first = entries(JSON.stringify({ version: 1, hooks: { [event]: [entry] } }), info, rules)[0]
  if (first === undefined) throw new Error('no entry')
  return first
}
const file = (hooks: string) => `{ "version": 1, "hooks": ${hooks} }`

describe('a good file', () => {
  it('becomes an entry with all its values', () => {
    const { problems, entries } = readHooks(
      `\uFEFF// mine
{
  "$schema": "x",
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": "./a.sh", "matcher": "git", "timeout": 1.5, "failClosed": true, "name": "guard", },
    ],
  }
}`,
      project,
      reading(),
    )
    expect(problems).toEqual([])
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^project\/beforeShellExecution\/[0-9a-f]{8}$/),
        event: 'beforeShellExecution',
        type: 'command',
        label: 'guard',
        name: 'guard',
        command: './a.sh',
        matcher: 'git',
        timeoutMs: 1500,
        failClosed: true,
        loopLimit: 5,
        monitor: false,
        dialect: 'cursor',
        cwd: '/w',
        origin: { source: 'project', own: false, file: '/w/.cursor/hooks.json', root: '/w', line: 7, column: 7 },
        trust: 'untrusted',
        unchecked: { line: 7, column: 20 },
        extra: {},
        text: '{"command":"./a.sh","failClosed":true,"matcher":"git","name":"guard","timeout":1.5}',
      },
    ])
  })

  it('keeps its id when keys are reordered, and not when the text changes', () => {
    expect(one({ command: 'a', timeout: 1 }).id).toBe(one({ timeout: 1, command: 'a' }).id)
    expect(one({ command: 'a', timeout: 2 }).id).not.toBe(one({ command: 'a', timeout: 1 }).id)
  })

  it('may be empty', () => {
    expect(found(file('{}'))).toEqual([])
  })
})

describe('a mistake is reported with its line and column', () => {
  const cases: readonly (readonly [string, string, readonly string[], SourceInfo?])[] = [
    ['an empty file', '', ['error syntax 1:1']],
    ['a missing comma', '{\n  "version": 1\n  "hooks": {}\n}', ['error syntax 3:3']],
    ['a text that is not closed', '{ "version": 1, "hooks: {} }', ['error syntax 1:17']],
    ['nesting', `${'['.repeat(65)}`, ['error too-deep 1:65']],
    ['a very deep nesting', `{"a":${'['.repeat(500_000)}`, ['error too-deep 1:69']],
    ['a list as the file', '[]', ['error not-an-object 1:1']],
    ['a list as hooks', file('[]'), ['error not-an-object 1:26']],
    ['events without hooks', '{"version":1,\n "stop": []}', ['note unknown-key 2:2', 'error not-an-object 2:2']],
    ['no hooks', '{ "version": 1 }', ['error missing-hooks 1:1']],
    ['neither version nor hooks', '{}', ['warning missing-version 1:1', 'error missing-hooks 1:1']],
    ['no version', '{"hooks":{}}', ['warning missing-version 1:1']],
    ['a newer version', '{"version": 2, "hooks":{}}', ['warning newer-version 1:13']],
    ['version 0', '{"version": 0, "hooks":{}}', ['error bad-version 1:13']],
    ['version as text', '{"version": "1", "hooks":{}}', ['error bad-version 1:13']],
    ['an unknown event', file('{"beforeShelExecution": []}'), ['error unknown-event 1:27']],
    ["another agent's event", file('{"PreToolUse": []}'), ['error unknown-event 1:27']],
    ["another agent's event without counterpart", file('{"Notification": []}'), ['error foreign-event 1:27']],
    ['an event twice', file('{"stop":[],\n"stop":[]}'), ['error duplicate-event 2:1']],
    ['an object as list', file('{"stop":{}}'), ['error not-a-list 1:34']],
    ['a text as entry', file('{"stop":["x"]}'), ['error not-an-entry 1:35']],
    ['a key twice', file('{"stop":[{"command":"a",\n"command":"b"}]}'), ['error duplicate-key 2:1']],
    ['an unknown type', file('{"stop":[{"type":"smtp","command":"a"}]}'), ['error unknown-type 1:43']],
    ['a type of ours', file('{"stop":[{"type":"rule"}]}'), ['error own-type 1:43']],
    ['no command', file('{"stop":[{}]}'), ['error missing-command 1:35']],
    ['a blank command', file('{"stop":[{"command":" "}]}'), ['error missing-command 1:46']],
    ['a command that is no text', file('{"stop":[{"command":["a"]}]}'), ['error wrong-type 1:46']],
    ['no prompt', file('{"stop":[{"type":"prompt"}]}'), ['error missing-prompt 1:35']],
    ['timeout in milliseconds', file('{"stop":[{"command":"a","timeout":5000}]}'), ['warning timeout-unit 1:60']],
    ['timeout 0', file('{"stop":[{"command":"a","timeout":0}]}'), ['error bad-timeout 1:60']],
    ['timeout as text', file('{"stop":[{"command":"a","timeout":"5"}]}'), ['error bad-timeout 1:60']],
    ['timeout 1e999', file('{"stop":[{"command":"a","timeout":1e999}]}'), ['error bad-timeout 1:60']],
    ['a matcher object', file('{"stop":[{"command":"a","matcher":{"x":"y"}}]}'), ['error matcher-object 1:60']],
    ['a matcher number', file('{"stop":[{"command":"a","matcher":1}]}'), ['error wrong-type 1:60']],
    ['a bad matcher', file('{"stop":[{"command":"a","matcher":"("}]}'), ['error bad-matcher 1:60']],
    ['a matcher for nothing', file('{"sessionEnd":[{"command":"a","matcher":"x"}]}'), ['note matcher-ignored 1:56']],
    [
      "another agent's tool",
      file('{"preToolUse":[{"command":"a","matcher":"Bash|Read"}]}'),
      ['warning foreign-tool 1:66'],
    ],
    ['failClosed as text', file('{"stop":[{"command":"a","failClosed":"no"}]}'), ['error bad-fail-closed 1:63']],
    ['loop_limit 0', file('{"stop":[{"command":"a","loop_limit":0}]}'), ['error bad-loop-limit 1:63']],
    ['loop_limit elsewhere', file('{"sessionEnd":[{"command":"a","loop_limit":2}]}'), ['note loop-limit-ignored 1:56']],
    ['an unknown key', file('{"stop":[{"command":"a","comand":"b"}]}'), ['warning unknown-key 1:50']],
    ["another agent's key", file('{"stop":[{"command":"a","timeoutSec":5}]}'), ['note foreign-key 1:50']],
    ['a key of ours', file('{"stop":[{"command":"a","enabled":false}]}'), ['warning own-key 1:50']],
    ['__proto__', file('{"stop":[{"command":"a","__proto__":{"x":1}}]}'), ['note unknown-key 1:50']],
    [
      'summary elsewhere',
      file('{"sessionEnd":[{"command":"a","input":"summary"}]}'),
      ['error foreign-dialect 1:64'],
      own,
    ],
    [
      'a forbidden setting',
      '{"models":{}, "claude": false}',
      ['error forbidden-setting 1:2', 'error forbidden-setting 1:15'],
      own,
    ],
    [
      'settings that never had an effect, of any type',
      '{"edition":"2.3", "experiments":5, "trust":"all", "endpoints":{}}',
      [2, 19, 36, 51].map((column) => `warning removed-setting 1:${column}`),
      own,
    ],
    ['such a setting in a hooks.json', '{"version":1,"hooks":{},"edition":"3"}', ['note unknown-key 1:25']],
    ['a setting of the wrong type', '{"packs":[]}', ['error wrong-type 1:10'], own],
    ['a misspelt setting', '{"pack":{}}', ['warning unknown-key 1:2'], own],
  ]
  for (const [name, text, want, info] of cases) it(name, () => expect(found(text, info)).toEqual(want))

  it('suggests the probable name, and names the agent it belongs to', () => {
    const hint = (text: string) => readHooks(text, project, reading()).problems[0]?.hint
    expect(hint(file('{"beforeShelExecution": []}'))).toContain('"beforeShellExecution"')
    expect(hint(file('{"PreToolUse": []}'))).toBe('"PreToolUse" is a name of Claude Code; here write `preToolUse`')
    expect(hint(file('{"stop":[{"command":"a","matcher":{"tools":["Shell","Read"]}}]}'))).toBe(
      'Write "matcher": "Shell|Read".',
    )
    expect(hint(file('{"stop":[{"command":"a","timeout":5000}]}'))).toContain('Write 5 (seconds)')
  })
})

describe('a file with mistakes', () => {
  it('keeps its other entries', () => {
    const list = entries(
      file('{"stop":[{}, {"command":"a"}, 3], "nope":[{"command":"b"}], "sessionEnd":[{"command":"c"}]}'),
    )
    expect(list.map((entry) => [entry.event, entry.command, entry.held?.why])).toEqual([
      ['stop', undefined, 'invalid'],
      ['stop', 'a', undefined],
      ['stop', undefined, 'invalid'],
      ['sessionEnd', 'c', undefined],
    ])
  })

  it('may repeat an event, whose lists are both used', () => {
    expect(entries(file('{"stop":[{"command":"a"}],"stop":[{"command":"b"}]}')).map((entry) => entry.command)).toEqual([
      'a',
      'b',
    ])
  })

  it('has timeouts in milliseconds, limited, the shorter of two', () => {
    const ms = (entry: object) => one({ command: 'a', ...entry }).timeoutMs
    expect([ms({}), ms({ timeout: 0.25 }), ms({ timeout: 5000 }), ms({ timeout: -1 })]).toEqual([
      60_000, 250, 600_000, 60_000,
    ])
    expect([ms({ timeout_ms: 40 }), ms({ timeout: 1, timeout_ms: 40 }), ms({ timeout: 0.01, timeout_ms: 40 })]).toEqual(
      [40, 40, 10],
    )
  })

  it('uses true for an invalid failClosed, and 5 for an invalid loop_limit', () => {
    expect(one({ command: 'a', failClosed: 'no' }).failClosed).toBe(true)
    expect(one({ command: 'a' }).failClosed).toBeUndefined()
    expect([
      one({ command: 'a', loop_limit: 'x' }).loopLimit,
      one({ command: 'a', loop_limit: null }).loopLimit,
    ]).toEqual([5, null])
  })

  it('keeps unknown keys without changing a prototype', () => {
    const { extra } = entries(
      file('{"stop":[{"command":"a","__proto__":{"bad":1},"mine":{"__proto__":{"bad":1},"k":2}}]}'),
    )[0] as Entry
    expect(extra).toEqual({ mine: { k: 2 } })
    expect(Object.assign({}, extra)).not.toHaveProperty('bad')
  })

  it('may be a hookline.json, with its own keys', () => {
    expect(one({ command: 'a', enabled: false }, 'stop', own).held?.why).toBe('disabled')
    expect(one({ command: 'a', mode: 'monitor' }, 'stop', own).monitor).toBe(true)
    expect(one({ command: 'a', input: 'summary' }, 'stop', own).dialect).toBe('summary')
    expect(one({ command: 'a', input: 'summary' }, 'sessionEnd', own).dialect).toBe('cursor')
    expect(one({ type: 'module', module: './x.ts', anything: 1 }, 'stop', own)).toMatchObject({
      type: 'module',
      label: './x.ts',
    })
    expect(one({ command: 'a', enabled: false }).held).toBeUndefined()
  })

  it('has loop limits above 0, and each mistake is reported', () => {
    const loops = (text: string) => found(`{"version":1,"hooks":{},"loops":${text}}`, own)
    expect(loops('{"rounds":3,"tokens":1e6,"usd":0.5,"minutes":2.5,"idleRounds":1}')).toEqual([])
    expect(loops('{"round":3}')).toEqual(['warning unknown-key 1:34'])
    for (const wrong of ['0', '-1', '"5"', '1.5', 'null', '[]'])
      expect(loops(`{"rounds":${wrong}}`)).toEqual(['error wrong-type 1:43'])
    expect(loops('5')).toEqual(['error wrong-type 1:33'])
  })

  it('keeps its settings', () => {
    const text =
      '{"packs":{"a":{}},"log":{"capture":"full"},"models":{"default":"m"},"claude":false,"enabled":false,"hooks":{"stop":[{"command":"a"}]}}'
    const loaded = readHooks(text, user, reading())
    expect(loaded.problems).toEqual([])
    expect(loaded.settings).toMatchObject({
      source: 'user',
      values: { packs: { a: {} }, claude: false, models: { default: 'm' } },
    })
    expect(loaded.entries[0]?.held?.why).toBe('disabled')
  })
})

describe('strict and older editions', () => {
  it('strict rejects the file on any error', () => {
    const loaded = readHooks(file('{"stop":[{"command":"a"},{}]}'), project, reading('hookline', { strict: true }))
    expect(loaded.broken).toBe(true)
    expect(loaded.entries.map((entry) => entry.held?.why)).toEqual(['invalid', 'invalid'])
  })

  it.each(['2.3', '3'] as const)('%s rejects a file without version, and one with an unknown event', (edition) => {
    for (const text of ['{"hooks":{"stop":[{"command":"a"}]}}', file('{"stop":[{"command":"a"}],"nope":[]}')]) {
      const loaded = readHooks(text, project, reading(edition))
      expect(loaded.entries.map((entry) => entry.held?.why)).toEqual(['edition'])
      expect(loaded.problems[0]?.severity).toBe('error')
    }
  })

  it('2.4 reads a missing version as 1 without a problem', () => {
    expect(found('{"hooks":{}}', project, reading('2.4'))).toEqual([])
  })

  it('2.3 reads only the command', () => {
    const entry = { command: 'a', matcher: '(', timeout: 5000, failClosed: 'x', loop_limit: 0 }
    expect(one(entry, 'stop', project, reading('2.3'))).toMatchObject({ command: 'a', timeoutMs: 60_000, loopLimit: 5 })
    expect(one(entry, 'stop', project, reading('2.3')).matcher).toBeUndefined()
    expect(one({ type: 'prompt', prompt: 'x' }, 'stop', project, reading('2.3')).held?.why).toBe('edition')
    expect(one({}, 'stop', project, reading('2.3')).held?.why).toBe('invalid')
  })

  it('2.4 does not read failClosed', () => {
    expect(one({ command: 'a', failClosed: true }, 'stop', project, reading('2.4')).failClosed).toBeUndefined()
  })
})

describe('a managed file', () => {
  const broken = (text: string) => entries(text, enterprise).filter((entry) => entry.broken !== undefined)
  const inContract = [
    'sessionStart',
    'beforeSubmitPrompt',
    'preToolUse',
    'subagentStart',
    'beforeShellExecution',
    'beforeMCPExecution',
    'beforeReadFile',
    'beforeTabFileRead',
  ]

  it.each(['', '{', '[]', '{"version":"x","hooks":{}}', file('[]'), '{"version":1,"hook":{}}'])(
    '%j closes every gate before an act',
    (text) => {
      const closed = broken(text).map((entry) => entry.event)
      expect(closed).toEqual(eventNames.filter((name) => eventRows[name].guardsAct))
      expect(closed).toEqual(expect.arrayContaining(inContract))
      expect(found(text, enterprise).at(-1)).toContain('error managed-broken')
    },
  )

  it('names file and line', () => {
    expect(broken('{\n "version": 1\n "hooks": {} }')[0]).toMatchObject({
      label: '/etc/cursor/hooks.json',
      origin: { source: 'enterprise', file: '/etc/cursor/hooks.json', line: 3, column: 2 },
      broken: { message: '/etc/cursor/hooks.json:3:2: a comma is missing before this' },
    })
  })

  it('with one unusable entry, list or event closes only that gate', () => {
    expect(broken(file('{"beforeReadFile":[{}],"stop":[{}]}')).map((entry) => entry.event)).toEqual(['beforeReadFile'])
    expect(broken(file('{"beforeReadFile":{}}')).map((entry) => entry.event)).toEqual(['beforeReadFile'])
    expect(broken(file('{"beforeReadFil":[]}')).map((entry) => entry.event)).toEqual(['beforeReadFile'])
    expect(broken(file('{"PreToolUse":[]}')).map((entry) => entry.event)).toEqual(['preToolUse'])
    expect(broken(file('{"stopp":[],"Notification":[]}'))).toEqual([])
  })

  it('the same mistake in a user file only skips the entry', () => {
    expect(entries('{', user)).toEqual([])
    expect(one({}, 'preToolUse', user).broken).toBeUndefined()
  })
})

describe('`models` of a hookline.json', () => {
  const read = (models: unknown) =>
    readHooks(JSON.stringify({ models }), userOwn, reading()).problems.map(
      ({ code, severity, message }) => `${severity} ${code}: ${message}`,
    )
  const userOwn = { source: 'user', own: true, file: '/h/hookline.json', cwd: '/h', trust: 'own' } as const
  it('has no problem if all values are valid', () => {
    const prices = { input: 1, output: 5, cacheRead: 0.1 }
    expect(
      read({
        default: 'p:m',
        providers: { p: { type: 'anthropic', apiKeyEnv: 'K', models: { m: { prices, contextWindow: 9 } } } },
        budget: { callsPerDay: 1, usdPerDay: 0.5 },
        cacheHours: 0,
      }),
    ).toEqual([])
  })
  it.each([
    [{ default: 5 }, 'error wrong-type: `models.default` is 5; it must be a string'],
    [{ providers: { p: {} } }, 'error wrong-type: `models.providers.p` has no `type`, so it is ignored'],
    [
      { providers: { p: { type: 'openai-like' } } },
      'error wrong-type: `models.providers.p.type` is the string "openai-like"; it must be "anthropic" or "openai" or "openai-compatible"',
    ],
    [
      { providers: { p: { type: 'openai', baseURL: 'x' } } },
      'warning unknown-key: `models.providers.p` has no key `baseURL`, so it has no effect',
    ],
    [
      { budget: { usdPerDay: -1 } },
      'error wrong-type: `models.budget.usdPerDay` is -1; it must be a number of at least 0',
    ],
    [
      { providers: { p: { type: 'openai', prices: { input: 1 } } } },
      'error wrong-type: `models.providers.p.prices` has no `output`, so it is ignored',
    ],
  ])('%j: %s', (models, want) => {
    expect(read(models)).toEqual([want])
  })
})
