/** Explains why the shell could not execute a hook, and how to fix it. */
import { quotePath } from '../command-line.ts'
import type { Spawn } from './command.ts'

/** For exit code 126 (cannot be executed) and 127 (not found). Undefined if the cause is not clear. */
export function hint(code: 126 | 127, program: string, cwd: string, spawn: Spawn): string | undefined {
  // A bare name is looked up in PATH, and the shell still expands the others, so neither is a path yet.
  if (!program.includes('/') || /^~|[\\=*?[]/.test(program)) return undefined
  const found = spawn.inspect(program, cwd)
  if (found === undefined)
    return code === 127 ? `${program} does not exist in the hook's working directory ${cwd}` : undefined
  const firstLine = found.head.split('\n', 1)[0] ?? ''
  const interpreter = /^#!\s*([^\s]+)/.exec(firstLine)?.[1]
  if (interpreter !== undefined && firstLine.endsWith('\r'))
    return `${program} has Windows line endings (CRLF), so its interpreter is not found: save it with LF line endings`
  if (!found.executable) return `${program} is not executable. Run: chmod +x ${quotePath(absolute(program, cwd))}`
  if (interpreter !== undefined && !spawn.isFile(interpreter, '/'))
    return `the interpreter of ${program}, ${interpreter}, does not exist`
  return undefined
}

const absolute = (program: string, cwd: string): string =>
  program.startsWith('/') ? program : `${cwd}/${program.replace(/^\.\//, '')}`
