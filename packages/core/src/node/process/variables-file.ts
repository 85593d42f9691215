/** Creates the file to which a hook may append variables. Only this user can read it, and it is deleted when the hook ends. */
import { appendFileSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface VariablesFile {
  readonly path: string
  /** Returns what the hook wrote, and deletes the file. Never throws: an unreadable file counts as empty. */
  take(): string
}

const maxBytes = 256 * 1024

/** Undefined if no directory is usable; the hook then runs without the file. */
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

/** Also writes the variables to the file of the agent that fired the event, for the agent's own commands. */
export function passToAgent(text: string, agentFile: string | undefined): void {
  if (agentFile === undefined || text.trim() === '') return
  try {
    appendFileSync(agentFile, text.endsWith('\n') ? text : `${text}\n`)
  } catch {
    // The agent's own commands then lack the variables, but the hooks of the conversation have them.
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

/** A hook may have replaced the file: links are not followed, and a FIFO is not waited for. */
function readStart(path: string): string {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const bytes = Buffer.alloc(maxBytes)
    return bytes.subarray(0, readSync(fd, bytes, 0, maxBytes, 0)).toString()
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
