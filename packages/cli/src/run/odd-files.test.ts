import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { oddFiles, putOddFile } from '@hookline/core/testing'
import { expect, test } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const kinds = Object.keys(oddFiles)
const MOST_MS = 20_000

/** Each file with the first kind, which waits for ever if it is opened, and two others in turn. `HOOKLINE_SERIES=full`: with all. */
const kindsFor = (at: number): readonly string[] =>
  process.env.HOOKLINE_SERIES === 'full' ? kinds : kinds.filter((_, index) => index === 0 || index % 5 === at % 5)

/** A workspace with a hook of its own, and a guard in the person's file, both of which have run before. */
function furnished(): Sandbox {
  const scratch = sandbox()
  scratch.script('.cursor/hooks/ok.sh', 'echo "{}"')
  const own = { command: '.cursor/hooks/ok.sh' }
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [own], stop: [own] }))
  scratch.write('.hookline/hookline.json', { version: 1 })
  scratch.write('../home/config/hookline/hookline.json', { version: 1, packs: { 'shell-guard': {}, 'git-policy': {} } })
  scratch.write('.git/HEAD', 'ref: refs/heads/main\n')
  scratch.write('transcript.jsonl', '{"message":{"model":"a-model"}}\n')
  expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  for (const command of ['ls', 'rm -rf ~']) judged(scratch, command)
  return scratch
}

function judged(scratch: Sandbox, command: string): string {
  const { root, env } = scratch
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'u', tool_input: { command } }
  const about = { session_id: 'c', cwd: root, transcript_path: join(root, 'transcript.jsonl') }
  const ended = spawnSync(process.execPath, [bin, 'run', '--host', 'claude'], {
    cwd: root,
    env: { ...env, CLAUDE_PROJECT_DIR: root },
    input: JSON.stringify({ ...event, ...about }),
    encoding: 'utf8',
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  })
  if (ended.signal !== null) return 'it waits'
  const reply = JSON.parse(ended.stdout).hookSpecificOutput
  return reply?.permissionDecision ?? `exit ${ended.status}`
}

/** Every file that a run leaves or reads in the person's state and cache, and the settings that it looks for. */
const filesOf = (scratch: Sandbox): readonly string[] => [
  ...['state', 'cache'].flatMap((name) =>
    existsSync(join(scratch.home, name))
      ? readdirSync(join(scratch.home, name), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath, one.name))
      : [],
  ),
  join(scratch.home, 'state/hookline/sessions', `${createHash('sha256').update('c').digest('hex')}.json`),
  ...['disabled.json', 'sessions', 'marks', 'team'].map((name) => join(scratch.home, 'state/hookline', name)),
  ...['.cursor/hooks.json', '.claude/settings.json', '.cursor/managed'].map((name) => join(scratch.home, name)),
  ...['.cursor/hooks.json', '.cursor/hooks/ok.sh', '.hookline/hookline.json'].map((name) => join(scratch.root, name)),
  ...['.claude/settings.json', '.claude/settings.local.json', '.git/HEAD', '.git'].map((name) =>
    join(scratch.root, name),
  ),
  join(scratch.root, 'transcript.jsonl'),
]

/** With the odd thing in its place, which is taken away again. */
function answerWith(scratch: Sandbox, file: string, kind: string): string {
  const aside = join(scratch.directory, 'aside')
  if (existsSync(file)) renameSync(file, aside)
  putOddFile(kind, file)
  const answer = judged(scratch, 'rm -rf ~')
  for (const one of [file, `${file}.target`]) rmSync(one, { recursive: true, force: true })
  if (existsSync(aside)) renameSync(aside, file)
  return answer
}

test.skipIf(process.platform === 'win32')(
  'whatever stands in place of a file that `run` reads, the guard refuses and nothing waits',
  { timeout: 600_000 },
  () => {
    const scratch = furnished()
    const files = filesOf(scratch)
    expect(files.filter((file) => /trust\.json$|\/log\/.*\.jsonl$/.test(file))).toHaveLength(2)
    const wrong = files.flatMap((file, at) =>
      kindsFor(at)
        .map((kind) => [kind, answerWith(scratch, file, kind)])
        .filter(([, answer]) => answer !== 'deny')
        .map(([kind, answer]) => `${file.slice(scratch.directory.length)} as ${kind}: ${answer}`),
    )
    expect(wrong).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'whatever stands in place of the settings that name the guard, nothing waits',
  () => {
    const scratch = furnished()
    const file = join(scratch.home, 'config/hookline/hookline.json')
    expect(kinds.filter((kind) => answerWith(scratch, file, kind) === 'it waits')).toEqual([])
  },
)
