/** A small text for each conversation that outlives a process. What cannot be kept is forgotten. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { HookContext } from '@hookline/core/sdk'

export interface Remembered {
  read(conversation: string): string | undefined
  write(conversation: string, text: string): void
  forget(conversation: string): void
}

const MANY = 200
const OLD_MS = 30 * 86_400_000

export function remembered(name: string, { state }: Pick<HookContext, 'state'>): Remembered {
  const directory = join(state, 'packs', name)
  // An id is the host's text and may be no name of a file.
  const fileOf = (conversation: string) =>
    join(directory, createHash('sha256').update(conversation).digest('hex').slice(0, 32))
  return {
    read: (conversation) => readRegularText(fileOf(conversation)),
    write(conversation, text) {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        const temporary = join(directory, `.${randomBytes(8).toString('hex')}`)
        writeFileSync(temporary, text, { mode: 0o600 })
        renameSync(temporary, fileOf(conversation))
        forgetOld(directory)
      } catch {}
    },
    forget: (conversation) => rmSync(fileOf(conversation), { force: true }),
  }
}

/** Many conversations end without a word. */
function forgetOld(directory: string): void {
  const names = readdirSync(directory)
  if (names.length < MANY) return
  for (const name of names) {
    const file = join(directory, name)
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > OLD_MS) rmSync(file, { force: true })
  }
}
