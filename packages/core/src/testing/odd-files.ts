/** What may stand where a regular file is expected, made by the system itself. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, linkSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const fifo = (path: string): void => void execFileSync('mkfifo', [path])

/** The path of a socket is at most about 100 characters: one is made under a short path, and linked. */
let listening: string | undefined
const socket = (path: string): void => {
  listening ??= listen()
  linkSync(listening, path)
}
function listen(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hl-'))
  const program = `require('node:net').createServer().listen('s', () => process.kill(process.pid, 'SIGKILL'))`
  // A killed process leaves its socket behind.
  spawnSync(process.execPath, ['-e', program], { cwd: directory })
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 's')
}

const sparse = (path: string): void => {
  const file = openSync(path, 'wx')
  ftruncateSync(file, 64 * 2 ** 30)
  closeSync(file)
}
/** The thing itself lies beside, under another name. */
const linkTo =
  (make: (path: string) => void) =>
  (path: string): void => {
    make(`${path}.target`)
    symlinkSync(`${path}.target`, path)
  }

export const oddFiles: Readonly<Record<string, (path: string) => void>> = {
  'a FIFO': fifo,
  'a link to a FIFO': linkTo(fifo),
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'a socket': socket,
  'a link to a socket': linkTo(socket),
  'a directory': (path) => mkdirSync(path),
  'a link to a directory': linkTo((path) => mkdirSync(path)),
  'a link to itself': (path) => symlinkSync(path, path),
  'a file of 64 GiB': sparse,
  'a link to a file of 64 GiB': linkTo(sparse),
}

/** Replaces what stands at the path. */
export function putOddFile(kind: string, path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  oddFiles[kind]?.(path)
}
