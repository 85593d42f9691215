import { ownCommands } from '@hookline/core/sdk'
import { describe, expect, test } from 'vitest'
import { packs } from './packs.ts'

/** What an agent may add by itself with `hookline add`. */
describe.each(ownCommands.add.strengthens.names)('%s, which an agent may add', (name) => {
  const pack = packs.find((one) => one.name === name)
  const usual = Object.entries(pack?.parameters ?? {}).map(([key, { schema }]) => [key, schema.default])
  const hooks = pack?.hooks(Object.fromEntries(usual)) ?? []

  test('is a pack, and guards as it comes', () => {
    expect(hooks.some(({ failClosed }) => failClosed === true)).toBe(true)
  })

  test('runs no program: each of its hooks at a gate only judges', () => {
    expect(hooks.filter(({ failClosed, pure }) => failClosed === true && pure !== true)).toEqual([])
  })
})
