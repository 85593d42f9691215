/** The changes to the disk, each a step that a test can interrupt. Each method returns when its data has reached the disk. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '@hookline/core/files'
import { makeDirectory } from '@hookline/core/team'

export interface Disk {
  directory(path: string, mode?: number): void
  /** Creates a new file. It never follows a link. */
  newFile(path: string, bytes: Uint8Array | string, mode: number): void
  /** Replaces a file atomically. */
  replaceFile(path: string, bytes: Uint8Array | string): void
  mode(path: string, mode: number): void
  link(path: string, target: string): void
  remove(path: string): void
  removeAll(path: string): void
}

export function createDisk({ before = () => {} }: { before?(step: string): void }): Disk {
  return {
    directory(path, mode = 0o700) {
      before(`directory ${path}`)
      makeDirectory(path, mode)
      syncToDisk(dirname(path))
    },
    newFile(path, bytes, mode) {
      before(`file ${path}`)
      writeNewFile(path, bytes, mode)
    },
    replaceFile(path, bytes) {
      const draft = `${path}.${randomBytes(6).toString('hex')}.new`
      before(`draft ${path}`)
      makeDirectory(dirname(path))
      writeNewFile(draft, bytes, 0o600)
      before(`replace ${path}`)
      replaceFile(draft, path)
      syncToDisk(dirname(path))
    },
    mode(path, mode) {
      before(`mode ${path}`)
      chmodSync(path, mode)
      syncToDisk(path)
    },
    link(path, target) {
      const draft = join(dirname(path), `.${randomBytes(6).toString('hex')}.new`)
      before(`link ${path}`)
      symlinkSync(target, draft)
      // A rename cannot replace a directory. Hookline did not create one here, so move it away.
      if (isDirectory(path)) {
        before(`aside ${path}`)
        renameSync(path, `${draft}.old`)
      }
      before(`switch ${path}`)
      renameSync(draft, path)
      syncToDisk(dirname(path))
    },
    remove(path) {
      before(`remove ${path}`)
      rmSync(path, { force: true })
    },
    removeAll(path) {
      before(`remove all ${path}`)
      removeTree(path, before)
    },
  }
}

/** Removes the entries one by one, each as a step. Makes read-only directories writable first. */
function removeTree(path: string, before: (step: string) => void): void {
  if (!isDirectory(path)) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) unlinkSync(path)
    return
  }
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) {
    before(`remove ${join(path, name)}`)
    removeTree(join(path, name), before)
  }
  rmSync(path, { recursive: true, force: true })
}

const isDirectory = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function writeNewFile(path: string, bytes: Uint8Array | string, mode: number): void {
  const descriptor = openSync(path, 'wx', mode)
  try {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function syncToDisk(path: string): void {
  // Windows cannot open a directory for fsync.
  if (process.platform === 'win32' || !existsSync(path)) return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
