/** Opens an address in the person's browser: a fixed program for each system, never through a shell. */
import { execFile } from 'node:child_process'

export interface Opener {
  readonly file: string
  readonly args: readonly string[]
}

export function openerFor(platform: string, url: string): Opener {
  if (platform === 'darwin') return { file: '/usr/bin/open', args: [url] }
  if (platform === 'win32') return { file: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] }
  return { file: 'xdg-open', args: [url] }
}

/** Where there is no browser, nothing happens: the address was printed. */
export function openBrowser(url: string, platform: string = process.platform): void {
  const { file, args } = openerFor(platform, url)
  const child = execFile(file, [...args], { timeout: 10_000 }, () => {})
  child.unref()
}
