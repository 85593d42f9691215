import { ownCommands } from '@hookline/core/sdk'
import { describe, expect, test } from 'vitest'
import { packs } from './packs.ts'

/** Packs that an agent may add itself with `hookline add`. */
describe.each(ownCommands.add.strengthens.names)('%s, which an agent may add', (name) => {
  const pack = packs.find((one) => one.name === name)
  const usual = Object.entries(pack?.parameters ?? {}).map(([key, { schema }]) => [key, schema.default])
  const hooks = pack?.hooks(Object.fromEntries(usual)) ?? []

  test('is a pack that guards with its default settings', () => {
    expect(hooks.some(({ failClosed }) => failClosed === true)).toBe(true)
  })

  test('runs no program: each of its hooks is pure', () => {
    expect(hooks.filter(({ failClosed, pure }) => failClosed === true && pure !== true)).toEqual([])
  })
})
