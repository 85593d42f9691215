import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type CommandContext, createGuarded } from './guarded.ts'
import { findChange } from './judge.ts'
import { configGuard } from './pack.ts'

/** One command per line; a line that begins with `# ` is a comment. */
const commandsOf = (name: string): readonly string[] =>
  readFileSync(new URL(`../../corpus/config-guard/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
const [refused, weakening] = [commandsOf('refused'), commandsOf('weakening')]
const [free, freeElsewhere] = [commandsOf('free'), commandsOf('free-elsewhere')]

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-ways-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function createContext(name: string, files: Readonly<Record<string, string>>): CommandContext {
  const base = join(scratch, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  const cwd = join(base, 'work')
  const env = { PATH: [join(cwd, 'bin-on-path'), '/usr/bin'].join(delimiter), HOME: join(base, 'home') }
  return { cwd, roots: [cwd], home: join(base, 'home'), env }
}
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], { cwd, stdio: 'pipe' })

const whole = createContext('whole', {
  'work/.gitignore': 'node_modules\n*.log\n',
  'work/src/a.ts': '1',
  'work/.claude/settings.json': '{}',
  'work/package.json': '{"devDependencies":{"hookline":"1"}}',
  'work/evil.patch': '--- a/.cursor/hooks.json\n+++ b/.cursor/hooks.json\n@@ -1 +1 @@\n-a\n+b\n',
  'work/good.patch': '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n',
  'work/copied/package.json': '{"name":"hookline"}',
  'work/copied/bin/h.cjs': '',
})
git(whole.cwd, 'init', '-q', '-b', 'main')
git(whole.cwd, 'add', '.')
git(whole.cwd, 'commit', '-qm', 'x')
createContext('whole', {
  'work/.claude/settings.json': '{ "hooks": {} }',
  'work/.cursor/hooks.json': '{}',
  'work/.cursor/hooks/guard.sh': 'guardword\n',
  'work/.hookline/hookline.json': '{}',
  'work/.github/hooks/guard.json': '{}',
  'work/node_modules/hookline/package.json': '{"name":"hookline"}',
  'work/node_modules/hookline/bin/hookline.cjs': '',
  'work/node_modules/hookline/bin/other-name.cjs': '',
  'work/node_modules/.bin/hookline': '',
  'work/node_modules/lodash/package.json': '{"name":"lodash"}',
  'work/sub/node_modules/x/package.json': '{}',
  'work/names': 'x',
  'home/.cursor/hooks.json': '{}',
  'home/.claude/settings.json': '{}',
  'home/.config/hookline/hookline.json': '{}',
  'home/.local/state/hookline/panel.json': '{"version":1,"token":"x","port":4711}',
})
for (const [target, name] of [
  ['.cursor', 'link-to-cursor'],
  ['.cursor/hooks.json', 'link-to-file'],
  ['.claude/settings.local.json', 'dangling'],
  ['node_modules/hookline/bin/hookline.cjs', 'linked-program'],
] as const)
  symlinkSync(target, join(whole.cwd, name))

const elsewhere = createContext('elsewhere', {
  'work/.gitignore': 'node_modules\n',
  'work/.cursor/hooks.json': '{}',
  'work/.claude/settings.json': '{}',
  'work/.github/workflows/ci.yml': '',
  'work/package.json': '{}',
  'work/node_modules/lodash/package.json': '{}',
})
git(elsewhere.cwd, 'init', '-q', '-b', 'main')
// Git compares sizes and times, so a touched file counts as changed.
for (const file of ['.cursor/hooks.json', '.claude/settings.json']) utimesSync(join(elsewhere.cwd, file), 1e9, 1e9)
git(elsewhere.cwd, 'add', '.')
git(elsewhere.cwd, 'commit', '-qm', 'x')

/** The home directory comes from the environment of the process. */
process.env.HOME = whole.home
const guard = createGuarded({ paths: [], allow: [] })
const judge = (command: string, where: CommandContext) => findChange(command, where, guard(where))

describe('refuses or asks about', () => {
  test.each(refused)('%s', (command) => expect(judge(command, whole)).toBeDefined())
  test.each(weakening)('%s', (command) => expect(judge(command, whole)).toBeDefined())
})
describe('allows the everyday command', () => {
  test.each(free)('%s', (command) => expect(judge(command, whole)).toBeUndefined())
  test.each(freeElsewhere)('%s, if it would remove nothing protected', (command) =>
    expect(judge(command, elsewhere)).toBeUndefined(),
  )
})
test('refuses wildcards that match too many files, unless nothing protected is below them', () => {
  const many = join(elsewhere.cwd, 'many')
  for (let at = 0; at < 600; at++) mkdirSync(join(many, `d${at}`, 'e'), { recursive: true })
  expect(judge(`rm -rf ${'/**/.'.repeat(60)}/*`, whole)).toBeDefined()
  expect(judge('rm -rf many/*/*/f', elsewhere)).toBeUndefined()
  rmSync(many, { recursive: true })
})

test('has enough commands of both kinds', () => {
  expect(refused.length + weakening.length).toBeGreaterThan(300)
  expect(free.length + freeElsewhere.length).toBeGreaterThan(200)
})

describe('tools', () => {
  const [edits] = configGuard.hooks({ paths: [], allow: [], action: 'deny' })
  const judged = async (tool_name: string, tool_input: object | string) => {
    const context = { ...whole, state: '', signal: new AbortController().signal }
    const reply = await edits?.run({ tool_name, tool_input, tool_use_id: 't', cwd: whole.cwd } as never, context)
    return reply?.permission ?? 'allow'
  }
  const manifest = '{"devDependencies":{"hookline":"2"}}'
  test.each<[string, string, object | string]>([
    ['deny', 'Write', { file_path: 'link-to-cursor/hooks.json', content: '{}' }],
    ['deny', 'Write', { file_path: 'link-to-file', content: '{}' }],
    ['deny', 'Write', { file_path: 'dangling', content: '{}' }],
    ['deny', 'StrReplace', { path: 'src/../link-to-cursor/hooks.json', old_string: 'a', new_string: 'b' }],
    ['deny', 'Write', { file_path: '~/.config/hookline/hookline.json', content: '{}' }],
    ['deny', 'Write', { file_path: join(whole.home, '.local/state/hookline/trust.json'), content: '{}' }],
    ['deny', 'Write', { file_path: '~/.cache/hookline/code/core-x.cjs.20', content: '' }],
    ['deny', 'Write', { file_path: 'node_modules/hookline/bin/hookline.cjs', content: '' }],
    ['deny', 'Write', { file_path: join(whole.cwd, 'bin-on-path/hookline'), content: '' }],
    ['deny', 'Delete', { path: 'node_modules' }],
    ['deny', 'Delete', { path: '.github' }],
    ['deny', 'Delete', { path: 'link-to-cursor' }],
    ['deny', 'MCP:move_file', { source: '.', destination: '/tmp/x' }],
    ['deny', 'mcp__filesystem__move_file', { source: 'node_modules', destination: '/tmp/x' }],
    ['deny', 'mcp__fs__create_symlink', { target: '.cursor', link_path: 'x' }],
    ['deny', 'ApplyPatch', '*** Begin Patch\n*** Delete File: link-to-cursor/hooks.json\n*** End Patch'],
    ['ask', 'StrReplace', { path: 'package.json', old_string: '"hookline":"1"', new_string: '' }],
    ['ask', 'Write', { file_path: 'package.json', content: '{}' }],
    ['allow', 'Write', { file_path: 'package.json', content: manifest }],
    ['allow', 'StrReplace', { path: 'package.json', old_string: '"lodash":"1"', new_string: '' }],
    ['allow', 'Delete', { path: 'src' }],
    ['allow', 'Delete', { path: 'sub/node_modules' }],
    ['allow', 'MCP:move_file', { source: 'src/a.ts', destination: 'src/b.ts' }],
    ['allow', 'Write', { file_path: '.cursor/rules/a.mdc', content: '.cursor/hooks.json' }],
    ['allow', 'Write', { file_path: 'docs/hookline.md', content: 'hookline disable x' }],
  ])('%s %s %j', async (wants, tool, input) => expect(await judged(tool, input)).toBe(wants))
})
