/** Why the shell could not execute a hook, in words that name the cure. */
import type { Spawn } from './command.ts'

/** For exit 126 (cannot be executed) and 127 (not found); undefined when the cause is not plain to see. */
export function hint(code: 126 | 127, program: string, cwd: string, spawn: Spawn): string | undefined {
  // A bare name is looked up in PATH, the others are not yet the path that the shell makes of them.
  if (!program.includes('/') || /^~|[\\=*?[]/.test(program)) return undefined
  const found = spawn.inspect(program, cwd)
  if (found === undefined)
    return code === 127 ? `${program} does not exist, seen from the hook's working directory ${cwd}` : undefined
  const firstLine = found.head.split('\n', 1)[0] ?? ''
  const interpreter = /^#!\s*([^\s]+)/.exec(firstLine)?.[1]
  if (interpreter !== undefined && firstLine.endsWith('\r'))
    return `${program} has Windows line endings (CRLF), so its interpreter is not found: save it with LF line endings`
  if (!found.executable) return `${program} is not executable: run chmod +x on it`
  if (interpreter !== undefined && !spawn.isFile(interpreter, '/'))
    return `the interpreter of ${program}, ${interpreter}, does not exist`
  return undefined
}
