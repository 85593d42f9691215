/** The file to which a hook may append variables: empty, readable by this user alone, gone when the hook has ended. */
import { appendFileSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface VariablesFile {
  readonly path: string
  /** What the hook wrote, and removes the file. Never throws: a file that cannot be read holds nothing. */
  take(): string
}

const mostBytes = 256 * 1024

/** Undefined when no directory can hold it; the hook then runs without one. */
export function openVariablesFile(directories: readonly string[]): VariablesFile | undefined {
  for (const parent of directories) {
    const directory = makeDirectory(parent)
    if (directory === undefined) continue
    const path = join(directory, 'variables.sh')
    return {
      path,
      take: () => {
        const text = readStart(path)
        rmSync(directory, { recursive: true, force: true })
        return text
      },
    }
  }
  return undefined
}

/** The agent that fired the event gave it a file of its own: what the hook wrote is for that agent's commands too. */
export function passToAgent(text: string, agentFile: string | undefined): void {
  if (agentFile === undefined || text.trim() === '') return
  try {
    appendFileSync(agentFile, text.endsWith('\n') ? text : `${text}\n`)
  } catch {
    // The agent's own commands then lack the variables; the hooks of the conversation have them.
  }
}

function makeDirectory(parent: string): string | undefined {
  let directory: string | undefined
  try {
    directory = mkdtempSync(join(parent, 'hookline-'))
    closeSync(
      openSync(join(directory, 'variables.sh'), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600),
    )
    return directory
  } catch {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
    return undefined
  }
}

/** A hook may have put something else there: only a regular file is read, links are not followed, and a pipe is not waited for. */
function readStart(path: string): string {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const bytes = Buffer.alloc(mostBytes)
    return bytes.subarray(0, readSync(fd, bytes, 0, mostBytes, 0)).toString()
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
