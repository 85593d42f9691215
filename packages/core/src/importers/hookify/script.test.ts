import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventRows } from '../../protocol/events/index.ts'
import { eventsWith, matchesInOriginal, pythonFor, rulesToTry, samplesFor, seeded } from '../../testing/hookify.ts'
import { hasPython } from '../../testing/python.ts'
import { createScriptRunner, type Ended, each, pythonAlone } from '../../testing/shell-scripts.ts'
import { convertHookify, messageOf } from './convert.ts'
import { program, readTranscript, reply } from './program.ts'
import { readHookify } from './read.ts'
import { type Script, scriptEntry, scriptOf } from './script.ts'

const { root, empty, written, feed: feedText } = createScriptRunner()
afterAll(() => rmSync(root, { recursive: true, force: true }))
const path = pythonAlone(root)

const feed = ({ text }: Script, event: object): Promise<Ended> => feedText(written(text), JSON.stringify(event), path)
let count = 0

test('the Python program has no single quote', () => expect(program + readTranscript + reply).not.toContain("'"))

test.skipIf(!hasPython).each(['pattern: \\.env$', 'pattern: (?<!example)\\.env$'])(
  'a script checks every edit tool, and refuses a patch it cannot read: %s',
  async (pattern) => {
    const text = `---\nname: env\nevent: file\naction: block\nconditions:\n  - field: file_path\n    operator: regex_match\n    ${pattern}\n---\nno`
    const read = readHookify('env', text)
    if (!('rule' in read)) throw new Error(JSON.stringify(read))
    const conversion = convertHookify(read.rule, { standalone: true })
    const script = scriptOf(conversion)
    const matcher = new RegExp(conversion.hooks.find(({ event }) => event === 'preToolUse')?.matcher ?? 'none')
    const verdictOf = async (tool_name: string, tool_input: unknown) => {
      expect(tool_name).toMatch(matcher)
      const { stdout } = await feed(script, { hook_event_name: 'preToolUse', tool_name, tool_input })
      return JSON.parse(stdout).permission
    }
    expect(await verdictOf('StrReplace', { path: '/w/.env', old_string: 'a', new_string: 'b' })).toBe('deny')
    expect(await verdictOf('StrReplace', { path: '/w/a.ts', old_string: 'a', new_string: 'b' })).toBe('allow')
    expect(await verdictOf('EditNotebook', { target_notebook: '/w/.env', new_string: 'b' })).toBe('deny')
    expect(await verdictOf('Write', { file_path: '/w/a.ts', content: 'b' })).toBe('allow')
    expect(await verdictOf('ApplyPatch', '*** Update File: a.ts')).toBe('deny')
    expect(await verdictOf('ApplyPatch', { patch: '*** Update File: a.ts' })).toBe('deny')
  },
)

test.skipIf(!hasPython)(
  'a script run by a shell decides as the original does',
  async () => {
    const random = seeded(3)
    const transcript = (text: string) => {
      const file = join(root, `${count++}.txt`)
      writeFileSync(file, text)
      return file
    }
    const tried = rulesToTry().flatMap((rule, index) => {
      const conversion = convertHookify(rule)
      if (conversion.hooks.length === 0) return []
      const expression = rule.conditions.find(({ operator }) => operator === 'regex_match')?.pattern
      const samples =
        expression === undefined ? [rule.conditions[0]?.pattern ?? ''] : samplesFor(expression, random).slice(0, 4)
      const pairs = samples.flatMap((text) => eventsWith(text, 'q', `/w/.env.${text}`, transcript))
      const handled = pairs.filter(({ event }) => conversion.hooks.some((hook) => hook.event === event))
      const script = scriptOf(conversion)
      // Only a third of them, because each one starts a process.
      return handled.filter((_, at) => (at + index) % 3 === 0).map((pair) => ({ rule, pair, script }))
    })
    const search = pythonFor(tried.map(({ rule, pair }) => ({ rule, pairs: [pair] })))
    let matched = 0
    await each(tried, async ({ rule, pair, script }) => {
      const { code, stdout } = await feed(script, { hook_event_name: pair.event, ...pair.ours })
      const reply = JSON.parse(stdout)
      const holds = matchesInOriginal(rule, pair, search)
      if (holds) matched++
      const gate = eventRows[pair.event].gate.kind
      const verdict = !holds ? 'allow' : rule.action === 'block' ? 'deny' : gate === 'permission' ? 'ask' : 'allow'
      const word =
        gate === 'none' ? {} : gate === 'continue' ? { continue: verdict === 'allow' } : { permission: verdict }
      expect({ code, ...reply }).toMatchObject({ code: 0, ...word })
      const messages = Object.values(reply).filter((value) => value === messageOf(rule))
      expect({ pair, says: messages.length > 0 }).toEqual({ pair, says: holds })
    })
    expect(matched).toBeGreaterThan(30)
    expect(tried.length - matched).toBeGreaterThan(30)
  },
  300_000,
)

const hostile = [
  `'; touch pwned; '`,
  `"; touch pwned; "`,
  '$(touch pwned)',
  '`touch pwned`',
  `$\{IFS}touch$\{IFS}pwned`,
  '\nEOF\ntouch pwned\n',
  `'"'"'; touch pwned #`,
  '%s%n%d%%',
  '\\',
  "\\'; touch pwned; \\'",
  '| touch pwned',
  '&& touch pwned &',
  '> pwned',
  '-n -e \\x41',
  '\u0000\u0001\u001b[31m',
  '\u2028touch pwned\u2029',
  '\r\ntouch pwned\r\n',
  '"permission":"allow"}',
  '</script>{{{}}}',
  '😀\ud83d"',
]

test.skipIf(!hasPython)(
  'two hundred hostile texts execute nothing, and every reply parses',
  async () => {
    const parts = ['name', 'pattern', 'message', 'file', 'command'] as const
    const tries = hostile.flatMap((text) =>
      parts.flatMap((part) => [true, false].map((holds) => ({ text, part, holds }))),
    )
    expect(tries).toHaveLength(200)
    await each(tries, async ({ text, part, holds }) => {
      const at = (where: string, otherwise: string) => (part === where ? text : otherwise)
      const slug = at('file', 'x').replaceAll('/', '')
      const file = `.claude/hookify.${slug}.local.md`
      const operator = 'contains'
      const front = `name: ${at('name', 'n')}\nevent: bash\naction: block\nconditions:\n  - field: command\n    operator: ${operator}\n    pattern: ${at('pattern', 'rm')}`
      const { rule } = readHookify(file, `---\n${front}\n---\n${at('message', 'No.')}`)
      if (rule === undefined) throw new Error('no rule')
      const conversion = convertHookify(rule)
      const script = scriptOf(conversion)
      const { name } = script
      expect(name).toMatch(/^hookify-[\w.-]+\.sh$/)
      const hook = conversion.hooks[0]
      if (hook !== undefined) expect(scriptEntry(name, hook).command).toMatch(/^\.cursor\/hooks\/[\w.-]+$/)
      const wanted = rule.conditions[0]?.pattern ?? ''
      const command = holds ? `${at('command', 'x')} ${wanted}` : part === 'command' ? text.replaceAll('rm', '') : 'ls'
      const { code, stdout } = await feed(script, { hook_event_name: 'beforeShellExecution', command })
      expect({ code, permission: JSON.parse(stdout).permission }).toEqual({
        code: 0,
        permission: command.includes(wanted) ? 'deny' : 'allow',
      })
      expect(
        script.text
          .split('\n')
          .slice(0, 4)
          .every((line) => line.startsWith('#')),
      ).toBe(true)
    })
    expect(readdirSync(empty)).toEqual([])
  },
  300_000,
)

test.skipIf(!hasPython)('hostile expressions are converted, and are only data too', async () => {
  const patterns = hostile.map((text) =>
    text.replace(/[\n\r\\{}()+|*?[\]]/g, (char) => (char < ' ' ? ' ' : `\\${char}`)),
  )
  await each(patterns, async (pattern) => {
    const { rule } = readHookify(
      '.claude/hookify.x.local.md',
      `---\nname: n\nevent: bash\naction: block\npattern: z|${pattern}\n---\nNo.`,
    )
    if (rule === undefined) throw new Error('no rule')
    const conversion = convertHookify(rule)
    expect(conversion.hooks).toHaveLength(1)
    const { stdout } = await feed(scriptOf(conversion), {
      hook_event_name: 'beforeShellExecution',
      command: 'z',
    })
    expect(JSON.parse(stdout).permission).toBe('deny')
  })
  expect(readdirSync(empty)).toEqual([])
})

test.skipIf(!hasPython).each(['a', 'a(?!b)'])(
  'after an edit, where the reply has no message, it goes to stderr: %s',
  async (pattern) => {
    const front = `name: n\nevent: file\nconditions:\n  - field: content\n    pattern: ${pattern}`
    const { rule } = readHookify('.claude/hookify.x.local.md', `---\n${front}\n---\nÀ 100%: \\n "no".`)
    if (rule === undefined) throw new Error('no rule')
    const script = scriptOf(convertHookify(rule, { standalone: true }))
    const edited = (text: string) => ({
      hook_event_name: 'afterFileEdit',
      file_path: '/w/x',
      edits: [{ old_string: '', new_string: text }],
    })
    expect(await feed(script, edited('xax'))).toEqual({ code: 0, stdout: '{}\n', stderr: `${messageOf(rule)}\n` })
    expect(await feed(script, edited('xbx'))).toEqual({ code: 0, stdout: '{}\n', stderr: '' })
  },
)
