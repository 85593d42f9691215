/**
 * A sandbox for scripts of authors: its own namespaces (user, mounts, processes, network), a root file system in memory with
 * the system's programs read-only, limits, and no privileges. The files of the server are not visible in it. A server that
 * runs as root creates it with a user id that owns nothing, because a namespace root that is also root outside could write
 * files that the whole system reads. The server tests once whether the system supports this.
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxScript } from './sandbox-script.ts'

export interface TrialSandbox {
  /** A shell command that runs the script in the sandbox with the caller's stdin, stdout and stderr. */
  readonly command: string
  remove(): void
}

const flags = ['--user', '--map-root-user', '--net', '--pid', '--fork', '--mount', '--ipc', '--uts', '--kill-child']
/** The whole environment of a script. */
export const sandboxEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/work',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
} as const

/** A user id without an account, outside the ranges of distributions and systemd. */
const unusedUid = 65_521
const isRoot = process.getuid?.() === 0
const dropRoot = isRoot ? ['setpriv', `--reuid=${unusedUid}`, `--regid=${unusedUid}`, '--clear-groups'] : []

export function createSandbox(script: string): TrialSandbox {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  const [root, entryFile, content] = [join(dir, 'root'), join(dir, 'enter'), join(dir, 'script')]
  mkdirSync(root)
  writeFileSync(entryFile, sandboxScript)
  writeFileSync(content, script)
  if (isRoot) for (const path of [dir, root, entryFile, content]) chownSync(path, unusedUid, unusedUid)
  const command = [...dropRoot, 'unshare', ...flags, 'sh', entryFile, root, content].map(quote).join(' ')
  return { command, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

let result: Promise<string | undefined> | undefined

/** Returns why this system cannot create a sandbox, or undefined if it can. Tries it once. */
export const findSandboxProblem = (dataDir: string): Promise<string | undefined> => {
  result ??= probe(dataDir).catch((thrown: unknown) => `the sandbox cannot be created (${thrown})`)
  return result
}

async function probe(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (!existsSync(dataDir)) return 'the data directory is missing'
  const sandbox = createSandbox(`#!/bin/sh\n${createChecks(dataDir).join(' &&\n')} && echo contained\n`)
  try {
    const { stdout, stderr } = await run(sandbox.command)
    if (stdout.trim() === 'contained') return undefined
    return `namespaces do not work on this system (${stderr.trim().split('\n').at(-1) || 'the test script escaped the sandbox'})`
  } finally {
    sandbox.remove()
  }
}

const createChecks = (dataDir: string): readonly string[] => [
  `[ ! -e ${quote(dataDir)} ]`,
  '[ "$(grep -c : /proc/net/dev)" = 1 ]',
  '! touch /usr/x 2>/dev/null',
  '! [ -w /proc/sys/kernel/core_pattern ]',
  '! chmod 666 /dev/null 2>/dev/null',
  '! mount -t tmpfs none /tmp 2>/dev/null',
  '! unshare --user true 2>/dev/null',
]

const run = (command: string): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { env: sandboxEnv, stdio: ['ignore', 'pipe', 'pipe'], timeout: 5000 })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString()
    })
    child.once('error', (error) => resolve({ stdout: '', stderr: error.message }))
    child.once('close', () => resolve(output))
  })
