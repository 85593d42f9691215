/** Stores a small text for each conversation on disk. Errors are ignored, so a text may be missing. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText, replaceFile } from '@hookline/core/files'
import type { HookContext } from '@hookline/core/sdk'

export interface ConversationStore {
  read(conversation: string): string | undefined
  write(conversation: string, text: string): void
  forget(conversation: string): void
}

const MAX_FILES = 200
const MAX_AGE_MS = 30 * 86_400_000

export function openConversationStore(name: string, { state }: Pick<HookContext, 'state'>): ConversationStore {
  const directory = join(state, 'packs', name)
  // The id comes from the host and may not be a valid file name.
  const fileOf = (conversation: string) =>
    join(directory, createHash('sha256').update(conversation).digest('hex').slice(0, 32))
  return {
    read: (conversation) => readRegularText(fileOf(conversation)),
    write(conversation, text) {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        const temporary = join(directory, `.${randomBytes(8).toString('hex')}`)
        writeFileSync(temporary, text, { mode: 0o600 })
        replaceFile(temporary, fileOf(conversation))
        removeOldFiles(directory)
      } catch {}
    },
    forget: (conversation) => rmSync(fileOf(conversation), { force: true }),
  }
}

/** Many conversations end without an event, so old files are removed. */
function removeOldFiles(directory: string): void {
  const names = readdirSync(directory)
  if (names.length < MAX_FILES) return
  for (const name of names) {
    const file = join(directory, name)
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > MAX_AGE_MS)
      rmSync(file, { force: true })
  }
}
