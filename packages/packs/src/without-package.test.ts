import { createHash } from 'node:crypto'
import { editions } from '@hookline/core'
import { readHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { packs } from './packs.ts'

/** Without this package, only the names of packs are known. */
const registry = {
  current: () => ({ kind: 'missing', message: 'not installed', hint: 'npm i' }) as const,
  load: async () => {},
  machine: { home: '/home/me', env: {}, state: '/state' },
}
const closedGates = (name: string): number =>
  readHooks(
    JSON.stringify({ packs: { [name]: {} } }),
    { source: 'user', own: true, file: '/f', cwd: '/w', trust: 'own' },
    {
      edition: editions.hookline,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      system: 'linux',
      packs: registry,
    },
  ).entries.filter(({ broken }) => broken !== undefined).length

test.each(packs.map(({ name }) => name))('where the package is missing, %s closes gates if it guards', (name) => {
  const pack = packs.find((one) => one.name === name)
  const usual = Object.entries(pack?.parameters ?? {}).map(([key, { schema }]) => [key, schema.default])
  const guards = pack?.hooks(Object.fromEntries(usual)).some(({ failClosed }) => failClosed === true) ?? false
  expect(closedGates(name) > 0).toBe(guards)
})
