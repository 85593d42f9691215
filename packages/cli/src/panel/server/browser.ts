/** Opens an address in the user's browser, with a fixed program for each system and never through a shell. */
import { execFile } from 'node:child_process'
import { delimiter } from 'node:path'
import { programDirectories } from '@hookline/core/git'

export interface Opener {
  readonly file: string
  readonly args: readonly string[]
}

export function openerFor(platform: string, url: string): Opener {
  if (platform === 'darwin') return { file: '/usr/bin/open', args: [url] }
  if (platform === 'win32') return { file: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] }
  return { file: 'xdg-open', args: [url] }
}

/** Ignores failures, for example if there is no browser: the address is printed anyway. */
export function openBrowser(url: string, platform: string = process.platform): void {
  const { file, args } = openerFor(platform, url)
  // `xdg-open` is a script that starts others: none of them may be one of the workspace.
  const path = programDirectories(process.env.PATH, process.cwd())
  const env = { ...process.env, PATH: path.join(delimiter) }
  const child = execFile(file, [...args], { timeout: 10_000, env }, () => {})
  child.unref()
}
