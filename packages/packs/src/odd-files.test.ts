import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oddFiles, putOddFile } from '@hookline/core/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

const kinds = Object.keys(oddFiles)
const remembered = (pack: string) =>
  `home/.local/state/hookline/packs/${pack}/${createHash('sha256').update('c').digest('hex').slice(0, 32)}`

/** A file that a pack reads, the event for which it reads it, and the expected reply whatever the file is. */
interface Row {
  readonly file: string
  readonly pack: Readonly<Record<string, object>>
  readonly event: string
  readonly input: Readonly<Record<string, unknown>>
  readonly wants: 'deny' | 'ask' | 'allow'
  /** The expected reply for a directory, if it differs. */
  readonly directory?: 'allow'
}

const shell = (command: string) => ({ event: 'beforeShellExecution', input: { command, cwd: 'ROOT' } })
const git = { 'git-policy': {} }
const signed = { 'git-policy': { gpg: true } }
const kube = { 'kube-guard': {} }
const rows: readonly Row[] = [
  { file: 'work/t/.git', pack: git, ...shell('git -C t push; rm -rf ~'), wants: 'ask', directory: 'allow' },
  { file: 'work/t/.git', pack: git, ...shell('git -C t commit -m x'), wants: 'ask', directory: 'allow' },
  { file: 'work/.git/HEAD', pack: git, ...shell('git push'), wants: 'ask' },
  { file: 'work/.git/HEAD', pack: git, ...shell('git commit -m x'), wants: 'ask' },
  { file: 'work/tree.git/HEAD', pack: git, ...shell('git -C tree push origin HEAD'), wants: 'ask' },
  { file: 'work/.git/config', pack: signed, ...shell('git commit -m x'), wants: 'deny' },
  { file: 'home/.gitconfig', pack: signed, ...shell('git commit -m x'), wants: 'deny' },
  { file: 'home/.config/git/config', pack: signed, ...shell('git commit -m x'), wants: 'deny' },
  { file: 'home/.kube/config', pack: kube, ...shell('kubectl delete pod a'), wants: 'ask' },
  { file: 'work/pod.yaml', pack: kube, ...shell('kubectl apply -f pod.yaml'), wants: 'ask', directory: 'allow' },
  { file: 'work/pod.yaml', pack: kube, ...shell('kubectl apply -f - < pod.yaml'), wants: 'ask', directory: 'allow' },
  { file: 'work/pods/a.yaml', pack: kube, ...shell('kubectl apply -f pods'), wants: 'ask', directory: 'allow' },
  { file: 'work/k/kustomization.yaml', pack: kube, ...shell('kubectl apply -k k'), wants: 'ask' },
  {
    file: 'work/PLAN.md',
    pack: { 'session-context': { git: false } },
    event: 'sessionStart',
    input: { session_id: 's', is_background_agent: false },
    wants: 'allow',
  },
  {
    file: 'work/a.go',
    pack: { 'format-on-edit': {} },
    event: 'afterFileEdit',
    input: { file_path: 'ROOT/a.go', edits: [] },
    wants: 'allow',
  },
  ...['notify', 'track-stop', 'verify-on-stop'].map((pack) => ({
    file: remembered(pack),
    pack: { [pack]: pack === 'verify-on-stop' ? { commands: ['true'] } : {} },
    event: 'stop',
    input: { conversation_id: 'c', status: 'completed', loop_count: 0 },
    wants: 'allow' as const,
  })),
]

/** Runs in a separate process, which can be killed if it waits, and prints a line for each kind of file. */
const child = `
import { createHooks } from '@hookline/core/node'
const { base, kinds, event, input } = JSON.parse(process.argv[1])
for (const at of kinds.keys()) {
  const [root, home] = [base + '/' + at + '/work', base + '/' + at + '/home']
  const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', onAsk: 'host', watch: false, log: false })
  const { verdict } = await hooks.fire(event, JSON.parse(JSON.stringify(input).replaceAll('ROOT', root)))
  process.stdout.write((hooks.problems.length > 0 ? hooks.problems[0].message : verdict) + '\\n')
}
process.exit()
`
const MAX_MS = 20_000

async function answersOf({ event, input }: Row, base: string): Promise<readonly string[]> {
  const given = JSON.stringify({ base, kinds, event, input })
  const program = spawn(process.execPath, ['--input-type=module', '-e', child, given], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: `${base}/bin:${process.env.PATH}`, HOME: join(base, '0/home') },
  })
  let text = ''
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => program.kill('SIGKILL'), MAX_MS)
  }
  wait()
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      text += chunk
      wait()
    })
  const [, signal] = await once(program, 'close')
  clearTimeout(timer)
  return `${text}${signal === null ? '' : 'it waits'}`.trimEnd().split('\n')
}

function write(base: string, name: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(base, name)), { recursive: true })
  writeFileSync(join(base, name), text, { mode })
}

/** Creates a workspace with regular files. */
function furnish(base: string, pack: object): void {
  write(base, 'work/.hookline/hookline.json', JSON.stringify({ packs: pack }))
  write(base, 'work/.git/HEAD', 'ref: refs/heads/topic\n')
  write(base, 'work/tree/.git', 'gitdir: ../tree.git\n')
  write(base, 'work/t/a.txt', '')
  write(base, 'home/.gitconfig', '[user]\n  name = a\n')
}

describe.skipIf(process.platform === 'win32')(
  'whatever stands in place of a file, a pack answers and does not wait',
  () => {
    const named = rows.map((row) => ({ ...row, says: `${row.file} at ${row.input.command ?? row.event}` }))
    test.for(named)('$says', async (row) => {
      const base = mkdtempSync(join(tmpdir(), 'hookline-odd-'))
      onTestFinished(() => rmSync(base, { recursive: true, force: true }))
      write(base, 'bin/gofmt', '#!/bin/sh\nexit 0\n', 0o755)
      for (const [at, kind] of kinds.entries()) {
        furnish(join(base, String(at)), row.pack)
        putOddFile(kind, join(base, String(at), row.file))
      }
      const answers = await answersOf(row, base)
      const wanted = kinds.map((kind) => (/directory/.test(kind) ? (row.directory ?? row.wants) : row.wants))
      expect(kinds.map((kind, at) => `${kind}: ${answers[at]}`)).toEqual(
        kinds.map((kind, at) => `${kind}: ${wanted[at]}`),
      )
    })
  },
)
