/** Lists how a hook can reply or fail, with the effect of each by docs/contract.md §5 at a shell gate that fails open. */
import type { Files, HookReplies } from '../agent.ts'
import type { TrialSandbox } from '../sandbox.ts'
import { CURSOR_DENY } from '../table.ts'

/** `policy`: a failure, so `failClosed` decides. `refuse-by-default`: only `failClosed: false` would let the command run. */
export type Meaning = 'allow' | 'deny' | 'ask' | 'policy' | 'refuse-by-default' | 'rewrite'

export const policies = ['fail-closed', 'default'] as const
export type Policy = (typeof policies)[number]

export interface Behaviour {
  readonly name: string
  readonly meaning: Meaning
  /** The outcome in the record: `replied`, `silent`, `blocked`, or the code of a failure. */
  readonly outcome: string
  /** The body of the script, for `sh`. Absent if `files` has the whole script. */
  readonly body?: (words: HookReplies, rewritten: string) => string
  readonly files?: Files
  /** Seconds. */
  readonly timeout?: number
}

/** Replies in the format of Hookline's own hook files. */
export const cursorReplies: HookReplies = {
  allow: '{"permission":"allow"}',
  deny: '{"permission":"deny","agent_message":"not here"}',
  ask: '{"permission":"ask","user_message":"sure?"}',
  unknown: '{"permission":"maybe"}',
  wrongType: '{"permission":7}',
  duplicate: '{"permission":"deny","permission":"allow"}',
  rewrite: (command) => JSON.stringify({ updated_input: { command } }),
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const print = (text: string): string => `printf '%s\\n' ${quoted(text)}`
/** The text that Python prints for a dictionary, which is not JSON. */
const asPython = (text: string): string => text.replaceAll('"', "'")

const replies: readonly Behaviour[] = [
  { name: 'exits 0 and prints nothing', meaning: 'allow', outcome: 'silent', body: () => 'cat > /dev/null' },
  { name: 'allows', meaning: 'allow', outcome: 'replied', body: ({ allow }) => print(allow) },
  { name: 'denies', meaning: 'deny', outcome: 'replied', body: ({ deny }) => print(deny) },
  { name: 'asks', meaning: 'ask', outcome: 'replied', body: ({ ask }) => print(ask) },
  { name: 'prints an empty object', meaning: 'allow', outcome: 'replied', body: () => print('{}') },
  { name: 'writes to stderr only', meaning: 'allow', outcome: 'silent', body: () => 'echo checked >&2' },
  { name: 'exits 2', meaning: 'deny', outcome: 'blocked', body: () => 'echo no >&2; exit 2' },
  {
    name: 'rewrites the command',
    meaning: 'rewrite',
    outcome: 'replied',
    body: ({ rewrite }, to) => print(rewrite(to)),
  },
  {
    name: 'denies after other output',
    meaning: 'deny',
    outcome: 'replied',
    body: ({ deny }) => `echo loading rules; echo; ${print(deny)}`,
  },
  {
    name: 'allows slowly, in time',
    meaning: 'allow',
    outcome: 'replied',
    body: ({ allow }) => `sleep 1; ${print(allow)}`,
  },
  {
    name: 'allows and closes stdin unread',
    meaning: 'allow',
    outcome: 'replied',
    body: ({ allow }) => `exec <&-; ${print(allow)}`,
  },
  {
    name: 'allows and leaves a process with its pipe',
    meaning: 'allow',
    outcome: 'replied',
    body: ({ allow }) => `sleep 8 & ${print(allow)}`,
  },
]

const unreadable: readonly Behaviour[] = [
  { name: 'prints text', meaning: 'policy', outcome: 'bad-json', body: () => 'echo everything looks fine' },
  {
    name: 'prints half of a JSON object',
    meaning: 'policy',
    outcome: 'bad-json',
    body: () => `printf '{"permission":'`,
  },
  {
    name: 'prints bytes that are not UTF-8',
    meaning: 'policy',
    outcome: 'encoding',
    body: () => String.raw`printf '{"note":"\377\376"}'`,
  },
  {
    name: 'prints JSON nested 100 deep',
    meaning: 'policy',
    outcome: 'bad-json',
    body: () => print(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`),
  },
  { name: 'gives an unknown verdict', meaning: 'policy', outcome: 'bad-reply', body: ({ unknown }) => print(unknown) },
  {
    name: 'gives a verdict of the wrong type',
    meaning: 'policy',
    outcome: 'bad-reply',
    body: ({ wrongType }) => print(wrongType),
  },
  {
    name: 'gives a verdict twice, deny and allow',
    meaning: 'deny',
    outcome: 'bad-json',
    body: ({ duplicate }) => print(duplicate),
  },
  {
    name: 'prints a deny as Python prints it',
    meaning: 'deny',
    outcome: 'bad-json',
    body: ({ deny }) => print(asPython(deny)),
  },
  {
    name: 'prints a deny as JSON inside a JSON string',
    meaning: 'deny',
    outcome: 'bad-json',
    body: ({ deny }) => print(JSON.stringify(deny)),
  },
  {
    name: 'prints more than 1 MiB',
    meaning: 'refuse-by-default',
    outcome: 'output-limit',
    body: () => 'head -c 1500000 /dev/zero | tr "\\0" x',
  },
]

const failures: readonly Behaviour[] = [
  { name: 'exits 1', meaning: 'policy', outcome: 'exit', body: () => 'exit 1' },
  { name: 'exits 1 after a deny', meaning: 'deny', outcome: 'exit', body: ({ deny }) => `${print(deny)}; exit 1` },
  {
    name: 'exits 1 after an allow',
    meaning: 'policy',
    outcome: 'exit',
    body: ({ allow }) => `${print(allow)}; exit 1`,
  },
  { name: 'crashes with a signal', meaning: 'policy', outcome: 'signal', body: () => 'kill -SEGV $$' },
  { name: 'kills itself with SIGKILL', meaning: 'policy', outcome: 'signal', body: () => 'kill -9 $$' },
  { name: 'takes longer than its timeout', meaning: 'policy', outcome: 'timeout', timeout: 1, body: () => 'sleep 20' },
  {
    name: 'takes too long and ignores SIGTERM',
    meaning: 'policy',
    outcome: 'timeout',
    timeout: 1,
    body: () => "trap '' TERM; sleep 5; sleep 5; sleep 5; sleep 5",
  },
  // If a script changes while its hook runs, its reply is ignored and the gate denies.
  {
    name: 'allows and deletes itself',
    meaning: 'deny',
    outcome: 'integrity',
    body: ({ allow }) => `rm -f guard.sh; ${print(allow)}`,
  },
  { name: 'does not exist', meaning: 'policy', outcome: 'exit' },
  { name: 'is not executable', meaning: 'policy', outcome: 'exit', files: { 'guard.sh': 'exit 0\n' } },
  {
    name: 'names an interpreter that is not there',
    meaning: 'policy',
    outcome: 'exit',
    files: { 'guard.sh': '#!/no/such/program\n' },
  },
]

/** The command that a rewriting hook uses instead of the original one. */
const rewritten = 'touch rewritten'

/** The files of a hook with this behaviour. Its command is `./guard.sh`. */
export const guardFiles = ({ body, files }: Behaviour, words: HookReplies): Files => ({
  ...(body === undefined ? {} : { 'guard.sh': `#!/bin/sh\n${body(words, rewritten)}\n` }),
  ...files,
})

export type CommandEffect = 'ran' | 'did not run' | 'ran rewritten'

/** What happened to the command `touch acted`. */
export const readEffect = ({ exists }: TrialSandbox): CommandEffect =>
  exists('acted') ? 'ran' : exists('rewritten') ? 'ran rewritten' : 'did not run'

export const behaviours: readonly Behaviour[] = [...replies, ...unreadable, ...failures]

/** A hook that was written for Cursor, in the agent's own settings. In Hookline's files it is a hook that denies. */
export const cursorHook: Behaviour = {
  name: CURSOR_DENY,
  meaning: 'deny',
  outcome: 'replied',
  body: () => print(cursorReplies.deny),
}
