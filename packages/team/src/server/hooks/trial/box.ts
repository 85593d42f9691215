/**
 * A box for scripts of authors: namespaces of its own (user, mounts, processes, network), a root made of memory with the
 * system's programs read-only, limits, and no privileges. What the server keeps is not there. A server that runs as root makes
 * it as a user who owns nothing: root of a namespace that is root outside could write what the whole system reads. Whether a
 * system can do this is tried, not guessed.
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enter } from './enter.ts'

export interface Box {
  /** A shell line that runs the script in the box; stdin, stdout and stderr are the caller's. */
  readonly command: string
  remove(): void
}

const flags = ['--user', '--map-root-user', '--net', '--pid', '--fork', '--mount', '--ipc', '--uts', '--kill-child']
/** All that a script inherits. */
export const bareEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/work', LANG: 'C.UTF-8', TMPDIR: '/tmp' } as const

/** Of no account, and of none that a distribution or systemd gives out. */
const nobody = 65_521
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []

export function makeBox(script: string): Box {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  const [root, made, content] = [join(dir, 'root'), join(dir, 'enter'), join(dir, 'script')]
  mkdirSync(root)
  writeFileSync(made, enter)
  writeFileSync(content, script)
  if (isRoot) for (const path of [dir, root, made, content]) chownSync(path, nobody, nobody)
  const command = [...asNobody, 'unshare', ...flags, 'sh', made, root, content].map(quoted).join(' ')
  return { command, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

let known: Promise<string | undefined> | undefined

/** Why this system cannot contain a script; undefined: it can. Found out once, by doing it. */
export const whyNotContained = (dataDir: string): Promise<string | undefined> => {
  known ??= probe(dataDir).catch((thrown: unknown) => `no box can be made here (${thrown})`)
  return known
}

async function probe(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'only Linux can'
  if (!existsSync(dataDir)) return 'the data directory is gone'
  const box = makeBox(`#!/bin/sh\n${whatHolds(dataDir).join(' &&\n')} && echo contained\n`)
  try {
    const { stdout, stderr } = await run(box.command)
    if (stdout.trim() === 'contained') return undefined
    return `namespaces do not work here (${stderr.trim().split('\n').at(-1) || 'the test script was not contained'})`
  } finally {
    box.remove()
  }
}

const whatHolds = (dataDir: string): readonly string[] => [
  `[ ! -e ${quoted(dataDir)} ]`,
  '[ "$(grep -c : /proc/net/dev)" = 1 ]',
  '! touch /usr/x 2>/dev/null',
  '! [ -w /proc/sys/kernel/core_pattern ]',
  '! chmod 666 /dev/null 2>/dev/null',
  '! mount -t tmpfs none /tmp 2>/dev/null',
  '! unshare --user true 2>/dev/null',
]

const run = (command: string): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { env: bareEnv, stdio: ['ignore', 'pipe', 'pipe'], timeout: 5000 })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      said.stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said.stderr += chunk.toString()
    })
    child.once('error', (error) => resolve({ stdout: '', stderr: error.message }))
    child.once('close', () => resolve(said))
  })
