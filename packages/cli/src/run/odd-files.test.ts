import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { oddFiles, putOddFile } from '@hookline/core/testing'
import { expect, test } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const kinds = Object.keys(oddFiles)
const MOST_MS = 20_000

/** A workspace with a hook of its own, and a guard in the person's file, both of which have run before. */
function furnished(): Sandbox {
  const box = sandbox()
  box.script('.cursor/hooks/ok.sh', 'echo "{}"')
  const own = { command: '.cursor/hooks/ok.sh' }
  box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [own], stop: [own] }))
  box.write('.hookline/hookline.json', { version: 1 })
  box.write('../home/config/hookline/hookline.json', { version: 1, packs: { 'shell-guard': {}, 'git-policy': {} } })
  box.write('.git/HEAD', 'ref: refs/heads/main\n')
  box.write('transcript.jsonl', '{"message":{"model":"a-model"}}\n')
  expect(box.hookline(['trust', 'add', '--yes']).code).toBe(0)
  for (const command of ['ls', 'rm -rf ~']) judged(box, command)
  return box
}

function judged(box: Sandbox, command: string): string {
  const { root, env } = box
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
const filesOf = (box: Sandbox): readonly string[] => [
  ...['state', 'cache'].flatMap((name) =>
    existsSync(join(box.home, name))
      ? readdirSync(join(box.home, name), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath, one.name))
      : [],
  ),
  join(box.home, 'state/hookline/sessions', `${createHash('sha256').update('c').digest('hex')}.json`),
  ...['disabled.json', 'sessions', 'marks', 'team'].map((name) => join(box.home, 'state/hookline', name)),
  ...['.cursor/hooks.json', '.claude/settings.json', '.cursor/managed'].map((name) => join(box.home, name)),
  ...['.cursor/hooks.json', '.cursor/hooks/ok.sh', '.hookline/hookline.json'].map((name) => join(box.root, name)),
  ...['.claude/settings.json', '.claude/settings.local.json', '.git/HEAD', '.git'].map((name) => join(box.root, name)),
  join(box.root, 'transcript.jsonl'),
]

/** With the odd thing in its place, which is taken away again. */
function answerWith(box: Sandbox, file: string, kind: string): string {
  const aside = join(box.directory, 'aside')
  if (existsSync(file)) renameSync(file, aside)
  putOddFile(kind, file)
  const answer = judged(box, 'rm -rf ~')
  for (const one of [file, `${file}.target`]) rmSync(one, { recursive: true, force: true })
  if (existsSync(aside)) renameSync(aside, file)
  return answer
}

test.skipIf(process.platform === 'win32')(
  'whatever stands in place of a file that `run` reads, the guard refuses and nothing waits',
  { timeout: 600_000 },
  () => {
    const box = furnished()
    const files = filesOf(box)
    expect(files.filter((file) => /trust\.json$|\/log\/.*\.jsonl$/.test(file))).toHaveLength(2)
    const wrong = files.flatMap((file) =>
      kinds
        .map((kind) => [kind, answerWith(box, file, kind)])
        .filter(([, answer]) => answer !== 'deny')
        .map(([kind, answer]) => `${file.slice(box.directory.length)} as ${kind}: ${answer}`),
    )
    expect(wrong).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'whatever stands in place of the settings that name the guard, nothing waits',
  { timeout: 120_000 },
  () => {
    const box = furnished()
    const file = join(box.home, 'config/hookline/hookline.json')
    expect(kinds.filter((kind) => answerWith(box, file, kind) === 'it waits')).toEqual([])
  },
)
