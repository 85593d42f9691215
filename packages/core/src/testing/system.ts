/** What a system has, for tests that need it. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const isWindows = process.platform === 'win32'

/** Windows has access control lists instead of modes. */
export const hasModes = !isWindows

/** Windows lets only some people create links, and Wine has none. */
export const hasLinks = canLink()

function canLink(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-links-'))
  try {
    writeFileSync(join(directory, 'file'), 'text')
    symlinkSync(join(directory, 'file'), join(directory, 'link'))
    return readFileSync(join(directory, 'link'), 'utf8') === 'text'
  } catch {
    return false
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
