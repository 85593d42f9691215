/** Output that a page shows in a block without a language is what the command prints, and every such block is known here. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from './testing/cli.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const read = (page: string): string => readFileSync(join(repository, 'docs', page), 'utf8')

/** All blocks without a language. */
const blocksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^```(\S*).*\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = '']) =>
    language === '' ? [text] : [],
  )

/** The lines of the only block of the page that begins with this text. */
function blockOf(page: string, start: string): readonly string[] {
  const found = blocksOf(page).filter((text) => text.startsWith(start))
  expect(found, `${page}: ${start}`).toHaveLength(1)
  return (found[0] ?? '').trimEnd().split('\n')
}

interface Shown {
  readonly page: string
  readonly start: string
  /** Prepares a workspace and returns what the command prints there. */
  readonly print: (scratch: Sandbox) => string
  /** What differs from machine to machine. */
  readonly varies?: RegExp
  /** Only Linux has sandboxes. */
  readonly onLinux?: boolean
}

const gitPolicy = { version: 1, packs: { 'git-policy': { rules: { 'no-verify': 'ask' } } } }

const shown: readonly Shown[] = [
  {
    page: 'rules-and-approvals.md',
    start: 'git-policy  project',
    varies: /:\d+$/,
    print(scratch) {
      scratch.write('.hookline/hookline.json', gitPolicy)
      return scratch.hookline(['rules', 'git-policy']).stdout
    },
  },
  {
    page: 'rules-and-approvals.md',
    start: 'git-policy/force-push: ',
    varies: /[A-Z0-9]{4}-[A-Z0-9]{2}|Use --force-with-lease .*|\[…\]/g,
    print(scratch) {
      scratch.write('.hookline/hookline.json', gitPolicy)
      scratch.hookline(['trust', 'add', '--yes'])
      const call = { tool_name: 'Bash', tool_input: { command: 'git push --force origin x' }, cwd: scratch.root }
      const event = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', ...call })
      const { stdout } = scratch.hookline(['run', '--host', 'claude'], { stdin: event })
      return JSON.parse(stdout).systemMessage
    },
  },
  {
    page: 'sandbox.md',
    start: '  OK          sandbox',
    onLinux: true,
    varies: /(?<=sandbox ).*/,
    print: (scratch) => scratch.hookline(['doctor']).stdout,
  },
  {
    page: 'doctor.md',
    start: '$ hookline doctor --prove\n',
    varies: /^\$ .*/,
    print(scratch) {
      mkdirSync(join(scratch.home, '.cursor/extensions'), { recursive: true })
      const names = ['beforeShellExecution', 'beforeReadFile', 'beforeSubmitPrompt', 'beforeTabFileRead', 'stop']
      const hooks = Object.fromEntries(names.map((name) => [name, [{ command: 'true' }]]))
      scratch.write('.cursor/hooks.json', hooksFile(hooks))
      scratch.hookline(['trust', 'add', '--yes'])
      scratch.hookline(['connect', 'claude', '--yes'])
      return scratch.hookline(['doctor', '--prove']).stdout
    },
  },
]

const printable = shown.filter(({ onLinux }) => onLinux !== true || process.platform === 'linux')

it.each(printable)('$page prints what it shows: $start', { timeout: 120_000 }, ({ page, start, print, varies }) => {
  const same = (line: string) => (varies === undefined ? line : line.replace(varies, '')).replace(/\s+/g, ' ').trim()
  const printed = print(sandbox()).split('\n').map(same)
  for (const line of blockOf(page, start)) expect(printed).toContain(same(line))
})

it('what shell-guard.md says of a command is what explain says', { timeout: 120_000 }, () => {
  const scratch = sandbox()
  scratch.write('.hookline/hookline.json', { version: 1, packs: { 'shell-guard': {} } })
  for (const line of blockOf('shell-guard.md', 'rm -rf node_modules')) {
    const [, command = '', verdict = ''] = /^(.*?) {2,}(.*)$/.exec(line) ?? []
    const { stdout } = scratch.hookline(['explain', command])
    const [, wanted, why = ''] = /^(deny|ask): +(.*)$/.exec(verdict) ?? [undefined, 'allow']
    expect(stdout.split('\n')[0], command).toMatch(new RegExp(`^${wanted}\\b`, 'i'))
    expect(stdout, command).toContain(why)
  }
})

/** Blocks that are no output of a command, or that another test compares. The key is the page, the value how they begin. */
const others: Readonly<Record<string, readonly RegExp[]>> = {
  'ARCHITECTURE.md': [/^ agent ──▶/],
  'doctor.md': [/^\$ hookline doctor --prove --agent claude\n/],
  'packs.md': [/^(allow|deny|ask|redact|format|tell|follow|context) /],
  'prompt-hooks.md': [/^\$ hookline log <id>\n/, /^\$ hookline eval /],
  'shell-guard.md': [/^rm -rf node_modules/, /^npm run build/],
  'team-sign-in.md': [/^HOOKLINE_TEAM_URL=/],
  'team.md': [/^The team server listens/, /^Authorization: Bearer/, /^In the last 7 days this would have denied/],
}

it('knows every block without a language', () => {
  const unknown = readdirSync(join(repository, 'docs'))
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      blocksOf(page)
        .filter((text) => !shown.some((one) => one.page === page && text.startsWith(one.start)))
        .filter((text) => others[page]?.some((one) => one.test(text)) !== true)
        .map((text) => `${page}: ${text.split('\n')[0]}`),
    )
  expect(unknown).toEqual([])
})
