import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNameIndex, writeNameIndex } from './name-index.ts'

const names = fc.stringMatching(/^[^\s]{0,6}$/)

test('a name leads to its location, and any other text to none', () => {
  const rows = fc.array(fc.tuple(names, fc.stringMatching(/^[0-9.,]{1,6}$/)), { maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.array(fc.oneof(names, fc.string())), (list, others) => {
      const locations = new Map(list)
      const index = createNameIndex(writeNameIndex(locations))
      for (const name of [...locations.keys(), ...others]) expect(index.find(name)).toBe(locations.get(name))
      expect(index.names()).toEqual([...locations.keys()])
    }),
  )
})

test('a name with a line break is not found across two lines', () => {
  const text = writeNameIndex(
    new Map([
      ['npm', '3'],
      ['yarn', '4'],
    ]),
  )
  expect(createNameIndex(text).find('npm 3\nyarn')).toBeUndefined()
})
