/** Checks with the engine's own reader and limits whether a machine can load a hooks.json. */
import { hash } from 'node:crypto'
import { editions } from '@hookline/core'
import { readHooks } from '@hookline/core/node'
import { maxFileBytes } from '@hookline/core/team'

/** Returns the problem that would close the gates, or undefined if the file loads. */
export function findLoadProblem(text: string, system: 'linux' | 'darwin' | 'win32'): string | undefined {
  const size = Buffer.byteLength(text)
  if (size > maxFileBytes) return `its hooks.json has ${size} bytes. The limit is ${maxFileBytes} (1 MiB)`
  const source = { source: 'team', own: false, file: 'hooks.json', cwd: '/', trust: 'managed' } as const
  const { broken, entries, problems } = readHooks(text, source, {
    edition: editions.hookline,
    hash: (of) => hash('sha256', of),
    system,
  })
  if (broken === true) return problems[0]?.message ?? 'its hooks.json cannot be read'
  return entries.find((entry) => entry.broken !== undefined)?.broken?.message
}
