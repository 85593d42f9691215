/** Keeps the text of approved hook files and scripts, so that a later review shows what changed in them and not two hashes. */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BoundFile } from '../../config/files/trust-content.ts'
import { trustedPart } from '../../config/files/trust-content.ts'
import { isGroupFile } from '../../sources/locations.ts'
import { sha256 } from '../system/hashes.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { readRegular, readRegularText } from '../system/regular-file.ts'
import { replaceFile } from '../system/replace-file.ts'

/** Larger files are programs, which no one reads line by line. */
const MAX_KEPT_BYTES = 256 * 1024
const MAX_KEPT_FILES = 1_000

export interface KeptFiles {
  /** Keeps the files with these hashes and deletes all others but `used`. A file that cannot be kept is left out. */
  keep(files: readonly BoundFile[], used: ReadonlySet<string>): void
  /** The text with this hash, if it was kept. */
  read(hash: string): string | undefined
}

/** Each file is named by the hash that trust is bound to, with mode 0600, beside the trust file. */
export function createKeptFiles(trustFile: string): KeptFiles {
  const directory = join(dirname(trustFile), 'trusted')
  const fileOf = (hash: string) => join(directory, hash)
  return {
    keep(files, used) {
      try {
        makeDirectory(directory)
        const known = new Set(readdirSync(directory))
        for (const { path, sha256: hash } of files.slice(0, MAX_KEPT_FILES))
          if (isHash.test(hash) && !known.has(hash)) keepFile(path, hash, fileOf(hash))
        const needed = new Set([...used, ...files.map(({ sha256: hash }) => hash)])
        for (const name of known) if (!needed.has(name)) rmSync(fileOf(name), { force: true })
      } catch {
        // A full or read-only disk costs the diff of a later review, not the trust.
      }
    },
    read: (hash) => (isHash.test(hash) ? readRegularText(fileOf(hash), MAX_KEPT_BYTES) : undefined),
  }
}

const isHash = /^[0-9a-f]{64}$/

function keepFile(path: string, hash: string, kept: string): void {
  const text = trustedText(path)
  // It may have changed since it was hashed.
  if (text === undefined || sha256(text) !== hash) return
  const temporary = `${kept}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    replaceFile(temporary, kept)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** The text of a file that trust is bound to; undefined for one that is too large, that is not text, or that cannot be read. */
export function trustedText(path: string): string | undefined {
  const found = readRegular(path, MAX_KEPT_BYTES)
  if (found.kind !== 'bytes' || found.bytes.includes(0)) return undefined
  const text = found.bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(found.bytes)) return undefined
  return isGroupFile(path) ? trustedPart(text) : text
}
