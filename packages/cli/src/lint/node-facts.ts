/** The port `Facts` on this machine. */
import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Facts, ShellFault } from './facts.ts'

const LARGEST = 2 ** 20
const PATIENCE_MS = 5000

const desktopPaths = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/snap/bin'],
  win32: undefined,
} as const

export function nodeFacts(env: Readonly<Record<string, string | undefined>>, home = homedir()): Facts {
  const system = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  const path = (env.PATH ?? '').split(delimiter)
  const desktop = desktopPaths[system]
  const endings = system === 'win32' ? ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : ['']
  const find = (program: string, directories: readonly string[]) => findProgram(program, directories, endings)
  return {
    system,
    home,
    read,
    isFile,
    executable: (file) => (system === 'win32' || !isFile(file) ? undefined : isExecutable(file)),
    gitMode: async (file) => gitMode(find('git', path), file),
    onPath: (program) => find(program, path) !== undefined,
    onDesktopPath: (program) => (desktop === undefined ? undefined : find(program, desktop) !== undefined),
    parse: async (file, shell) => parse(find(shell, path), file),
  }
}

/** Relative entries of PATH are left out: what stands in the workspace is not to be started. */
function findProgram(program: string, path: readonly string[], endings: readonly string[]): string | undefined {
  const directories = isAbsolute(program) ? [''] : path.filter(isAbsolute)
  const candidates = directories.flatMap((directory) => endings.map((ending) => join(directory, program + ending)))
  return candidates.find((candidate) => isFile(candidate) && isExecutable(candidate))
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function read(path: string): string | undefined {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > (path.endsWith('.json') ? LARGEST : LARGEST / 4)) return undefined
    const bytes = readFileSync(path)
    return bytes.includes(0) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}

/** No monitor and no hook of the repository is started by asking. */
async function gitMode(git: string | undefined, file: string): Promise<string | undefined> {
  if (git === undefined) return undefined
  const quiet = ['-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null', '--literal-pathspecs']
  const { stdout } = await run(git, ['-C', dirname(file), ...quiet, 'ls-files', '-s', '-z', '--', basename(file)])
  return /^(\d{6}) /.exec(stdout)?.[1]
}

async function parse(shell: string | undefined, file: string): Promise<ShellFault | undefined> {
  if (shell === undefined) return undefined
  const { code, stderr } = await run(shell, ['-n', file])
  if (code === 0 || code === undefined) return undefined
  const fault = /: (?:line )?(\d+): (.+)/.exec(stderr)
  return fault === null ? undefined : { line: Number(fault[1]), message: (fault[2] as string).trim() }
}

interface Ended {
  /** Undefined: it could not be started, or took too long. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

const run = (program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: homedir(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' }
    const options = { env, timeout: PATIENCE_MS, maxBuffer: LARGEST, windowsHide: true } as const
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
      resolve({ code, stdout, stderr })
    })
    child.stdin?.end()
  })
