/** Whether a machine could use a hooks.json: read by the engine's own reader, within its limits. */
import { hash } from 'node:crypto'
import { editions } from '@hookline/core'
import { readHooks } from '@hookline/core/node'
import { largestFile } from '@hookline/core/team'

/** What would close gates instead of guarding them; undefined: it loads. */
export function whyNotLoaded(text: string, system: 'linux' | 'darwin' | 'win32'): string | undefined {
  const size = Buffer.byteLength(text)
  if (size > largestFile) return `its hooks.json has ${size} bytes; at most ${largestFile} (1 MiB) are read`
  const place = { source: 'team', own: false, file: 'hooks.json', cwd: '/', trust: 'managed' } as const
  const { broken, entries, problems } = readHooks(text, place, {
    edition: editions.hookline,
    hash: (of) => hash('sha256', of),
    system,
  })
  if (broken === true) return problems[0]?.message ?? 'its hooks.json cannot be read'
  return entries.find((entry) => entry.broken !== undefined)?.broken?.message
}
