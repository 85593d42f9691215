// A directory for the databases of the tests, in memory if enough of it is free: what they show does not depend on a disk.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30
const PREFIX = 'hookline-tests-'

function hasMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/** PostgreSQL runs as another user where the tests run as root, whose temporary directory may be closed to other users. */
const onDisk = () => (process.getuid?.() === 0 ? '/tmp' : tmpdir())

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Of runs that were killed. */
function removeLeftOvers(base) {
  const ended = readdirSync(base).filter(
    (name) => name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))),
  )
  for (const name of ended) rmSync(join(base, name), { recursive: true, force: true })
}

export default function makeDirectory() {
  const base = hasMemory() ? MEMORY : onDisk()
  removeLeftOvers(base)
  const directory = join(base, `${PREFIX}${process.pid}`)
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o755)
  process.env.HOOKLINE_TEST_DATABASES = directory
  return () => rmSync(directory, { recursive: true, force: true })
}
