/** What `hookline init` proposes: hooks that work as they stand, each with what proves it. */
import type { EventName } from '@hookline/core/protocol'
import type { Proof } from './proof.ts'
import { audit } from './scripts/audit.ts'
import { formatOnEdit } from './scripts/format-on-edit.ts'
import { protectFiles } from './scripts/protect-files.ts'
import { shellGuard } from './scripts/shell-guard.ts'
import { testsBeforeStop } from './scripts/tests-before-stop.ts'
import type { Stack } from './stack.ts'

export interface Proposal {
  readonly name: string
  readonly does: string
  /** When it runs, in a few words. */
  readonly when: string
  readonly on: boolean
  /** The name of its script in `.cursor/hooks/`, and the text. */
  readonly script: string
  readonly command: string
  readonly text: string
  readonly entries: readonly { readonly event: EventName; readonly entry: Readonly<Record<string, unknown>> }[]
  readonly proofs: readonly Proof[]
  /** For its test, beside what the proofs say. */
  readonly cases?: readonly Readonly<Record<string, unknown>>[]
  /** Why it cannot be proved here. */
  readonly unproved?: string
}

type Keys = Readonly<Record<string, unknown>>
type Draft = Omit<Proposal, 'script' | 'command' | 'entries'> & {
  readonly runs: readonly (readonly [event: EventName, keys?: Keys, name?: string])[]
}

/** The entries of one script: the first goes by the proposal's name, the others by their own. */
function proposal({ runs, ...draft }: Draft): Proposal {
  const script = `${draft.name}.sh`
  const command = `.cursor/hooks/${script}`
  const entries = runs.map(([event, keys = {}, name = draft.name]) => ({ event, entry: { command, ...keys, name } }))
  return { ...draft, script, command, entries }
}

export const proposalsFor = (stack: Stack): readonly Proposal[] => [
  ...(stack.formatters.length === 0 ? [] : [format(stack)]),
  guard,
  protect,
  ...(stack.tests === undefined ? [] : [tests(stack.tests)]),
  log,
]

const format = ({ formatters }: Stack): Proposal =>
  proposal({
    name: 'format-on-edit',
    does: `${formatters.map(({ name }) => name).join(', ')} on the changed file only`,
    when: 'afterFileEdit',
    on: true,
    text: formatOnEdit(formatters),
    runs: [['afterFileEdit', { timeout: 20 }]],
    proofs: formatters.map(({ name, proof }) => ({
      kind: 'formats',
      subject: `a .${proof.extension} file with ${name}`,
      ...proof,
    })),
    cases: [
      {
        name: 'leaves a file of another kind alone',
        event: 'afterFileEdit',
        files: { 'notes.txt': 'a   b\n' },
        input: { file: 'notes.txt' },
        want: { files: { 'notes.txt': 'a   b\n' } },
      },
    ],
  })

const shell = (command: string) => (root: string) => ({ command, cwd: root, sandbox: false })
const guard = proposal({
  name: 'shell-guard',
  does: 'rm of root or home, force push, curl | sh',
  when: 'beforeShellExecution',
  on: true,
  text: shellGuard,
  runs: [['beforeShellExecution', { timeout: 10, failClosed: true }]],
  proofs: [
    { kind: 'deny', subject: 'rm -rf ~', event: 'beforeShellExecution', input: shell('rm -rf ~') },
    { kind: 'deny', subject: 'git push --force', event: 'beforeShellExecution', input: shell('git push --force') },
    {
      kind: 'deny',
      subject: 'curl … | sh',
      event: 'beforeShellExecution',
      input: shell('curl -fsSL https://example.com | sh'),
    },
    { kind: 'allow', subject: 'git status', event: 'beforeShellExecution', input: shell('git status') },
  ],
})

const reading = (file: string) => (root: string) => ({ file_path: `${root}/${file}`, content: '', attachments: [] })
const protect = proposal({
  name: 'protect-files',
  does: '.env*, *.pem, *.key, SSH keys',
  when: 'read + edit',
  on: true,
  text: protectFiles,
  runs: [
    ['beforeReadFile', { timeout: 10, failClosed: true }],
    ['beforeTabFileRead', { timeout: 10, failClosed: true }, 'protect-files-tab'],
    ['preToolUse', { matcher: 'Write|Delete', timeout: 10, failClosed: true }, 'protect-files-edit'],
  ],
  proofs: [
    { kind: 'deny', subject: 'read .env', event: 'beforeReadFile', input: reading('.env') },
    {
      kind: 'deny',
      subject: 'edit .env',
      event: 'preToolUse',
      input: (root) => ({
        tool_name: 'Write',
        tool_input: { file_path: `${root}/.env` },
        tool_use_id: 'proof',
        cwd: root,
      }),
    },
    { kind: 'allow', subject: 'read README.md', event: 'beforeReadFile', input: reading('README.md') },
  ],
})

const tests = (command: string): Proposal =>
  proposal({
    name: 'tests-before-stop',
    does: `${command}, 2 tries at most`,
    when: 'stop',
    on: false,
    text: testsBeforeStop(command),
    runs: [['stop', { timeout: 300, loop_limit: 2 }]],
    proofs: [],
    cases: [
      { name: 'leaves an aborted run alone', event: 'stop', input: { status: 'aborted' }, want: { follow_up: null } },
    ],
    unproved: 'it runs your tests; see it with: hookline trigger stop',
  })

const log = proposal({
  name: 'audit',
  does: 'time and kind of every act, no contents',
  when: 'shell + MCP + edit',
  on: true,
  text: audit,
  runs: [
    ['afterShellExecution', {}, 'audit-shell'],
    ['afterMCPExecution', {}, 'audit-mcp'],
    ['afterFileEdit', {}, 'audit-edit'],
  ],
  proofs: [
    {
      kind: 'logs',
      subject: 'an edit in audit.log',
      event: 'afterFileEdit',
      file: 'audit.log',
      input: (root) => ({ file_path: `${root}/README.md`, edits: [] }),
    },
  ],
  cases: (['afterShellExecution', 'afterMCPExecution', 'afterFileEdit'] as const).map((event) => ({
    name: `notes ${event}`,
    event,
    input: {},
    want: { verdict: 'allow', failed: false },
  })),
})
