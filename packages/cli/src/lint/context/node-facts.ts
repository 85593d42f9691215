/** Implements `Facts` on this machine. */

import { realpathSync } from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { dirname } from 'node:path'
import { readRegular } from '@hookline/core/files'
import { programDirectories } from '@hookline/core/git'
import { whyNoSandbox } from '@hookline/core/node'
import { createLimit } from '../../limit.ts'
import { isExecutable, isFile } from '../../machine/file-stat.ts'
import { findProgram, runProgram, searchPath } from '../../machine/programs.ts'
import type { Facts, SyntaxFault } from './facts.ts'
import { createGitModes } from './git-modes.ts'
import { createNoEndpoint } from './no-endpoint.ts'

const MAX_FILE_BYTES = 2 ** 20

const desktopPaths = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/snap/bin'],
  win32: undefined,
} as const

export function nodeFacts(env: Readonly<Record<string, string | undefined>>, home = homedir()): Facts {
  const system = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  const path = searchPath(env)
  const desktop = desktopPaths[system]
  const gitMode = createGitModes()
  const limit = createLimit(availableParallelism())
  return {
    system,
    home,
    read,
    isFile,
    real,
    executable: (file) => (system === 'win32' || !isFile(file) ? undefined : isExecutable(file)),
    gitMode: async (file) => (findProgram('git', path) === undefined ? undefined : gitMode(file)),
    noEndpoint: createNoEndpoint(env, home),
    noSandbox: (level) => whyNoSandbox(level),
    onPath: (program) => findProgram(program, path) !== undefined,
    onDesktopPath: (program) => (desktop === undefined ? undefined : findProgram(program, desktop) !== undefined),
    parse: (file, interpreter) => limit(() => parse(interpreter, file, programDirectories(env.PATH, dirname(file)))),
  }
}

function read(path: string): string | undefined {
  const found = readRegular(path, path.endsWith('.json') ? MAX_FILE_BYTES : MAX_FILE_BYTES / 4)
  return found.kind !== 'bytes' || found.bytes.includes(0) ? undefined : found.bytes.toString('utf8')
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Prints the fault as a shell does. `-I` and `-S`: no variable and no directory decides what Python loads. */
const parseInPython = `import ast, sys
try:
    ast.parse(open(sys.argv[1], 'rb').read())
except SyntaxError as e:
    sys.exit('x: %d: %s: %s' % (e.lineno or 1, type(e).__name__, e.msg))`

const parseArguments = (interpreter: Parameters<Facts['parse']>[1], file: string): readonly string[] =>
  interpreter === 'node'
    ? ['--check', file]
    : interpreter === 'python3'
      ? ['-I', '-S', '-c', parseInPython, file]
      : ['-n', file]

async function parse(
  interpreter: Parameters<Facts['parse']>[1],
  file: string,
  path: readonly string[],
): Promise<SyntaxFault | undefined> {
  const program = findProgram(interpreter, path)
  if (program === undefined) return undefined
  const { code, stderr } = await runProgram(program, parseArguments(interpreter, file), path)
  if (code === 0 || code === undefined) return undefined
  const fault =
    interpreter === 'node'
      ? /^\S.*:(\d+)\n[\s\S]*?^(SyntaxError: .+)/m.exec(stderr)
      : /: (?:line )?(\d+): (.+)/.exec(stderr)
  return fault === null ? undefined : { line: Number(fault[1]), message: (fault[2] ?? '').trim() }
}
