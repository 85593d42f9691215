/** Reads a file that a person named on the command line. A FIFO or a device is refused: it could wait or go on without end. */
import { readFileSync, type Stats } from 'node:fs'
import { UsageError } from './flags.ts'
import { statOf } from './machine/file-stat.ts'
import { systemReason } from './machine/system-error.ts'
import { oneLine, quoted } from './text/plain.ts'

/** What the shell opened before Hookline started, such as `<(command)`. Its other end is there already. */
const isDescriptor = (path: string): boolean => /^\/(dev|proc\/self)\/(fd\/\d+|stdin)$/.test(path)

/** `shown` begins the sentence that says why the file cannot be read. */
export function readNamedFile(path: string, shown: string): string {
  const fail = (why: string, next = `To see what is there: ls -ld ${quoted(oneLine(path))}`): never => {
    throw new UsageError(`${oneLine(shown)} cannot be read: ${why}. ${next}`)
  }
  const stats = statOf(path)
  if (stats?.isFile() === false && !isDescriptor(path)) fail(`it is ${kindOf(stats)}, not a file`)
  const bytes = readBytes(path, fail)
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {} // Reported below, as for a file in UTF-16.
  return fail('it is not UTF-8 text', 'Save it as UTF-8')
}

function readBytes(path: string, fail: (why: string) => never): Buffer {
  try {
    return readFileSync(path)
  } catch (thrown) {
    return fail(systemReason(thrown))
  }
}

const kindOf = (stats: Stats): string =>
  stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device'
