import { Script } from 'node:vm'
import { expect, it } from 'vitest'
// @ts-expect-error a part of the build without types
import { makeLazily } from '../../lazy-constants.mjs'

/** Runs the code with a function that counts its calls, before and after. Both must return the same. */
function runBoth(code: string): { readonly result: unknown; readonly calls: readonly number[] } {
  const [before, after] = [code, makeLazily(code)].map((text) => {
    let [calls, result]: [number, unknown] = [0, undefined]
    const give = (value: unknown) => {
      result = value
    }
    const made = (value: unknown) => {
      calls++
      return value
    }
    new Script(`(made, give) => { ${text}\n }`).runInThisContext()(made, give)
    return { result, calls }
  })
  expect(after?.result).toEqual(before?.result)
  return { result: after?.result, calls: [before?.calls ?? 0, after?.calls ?? 0] }
}

it('makes no constant that is not read', () => {
  expect(runBoth('const one = made(1)\nconst two = made(2)\ngive(two)').calls).toEqual([2, 1])
})

it('makes a constant once, however often it is read', () => {
  const { result, calls } = runBoth('const row = made({ a: 1 })\nconst read = () => row\ngive(read() === read())')
  expect({ result, calls }).toEqual({ result: true, calls: [1, 1] })
})

it('makes what reads such a constant at once in the same way', () => {
  expect(runBoth('const rows = made([1])\nconst first = rows[0]\nconst named = { rows }').calls).toEqual([1, 0])
})

const scopes = [
  'const f = (x) => x',
  'const f = (rows) => rows',
  'const f = ({ rows }) => rows',
  'const f = ({ a: [rows] }) => rows',
  'const f = (x, ...rows) => rows',
  'const f = (x = rows) => x',
  'function f() { return rows; var rows = 1 }',
  'function f() { if (made(1)) { var rows = 2 } return rows }',
  'function f() { { const rows = 1 } return rows }',
  'function f() { { function rows() {} } return typeof rows }',
  'function f() { for (const rows of [1, 2]) made(rows); return rows }',
  'function f() { for (let rows = 0; rows < 2; rows++) made(rows); return rows }',
  'function f() { try { throw 1 } catch (rows) { return rows } }',
  'function f() { switch (1) { case 1: let rows = 5; return rows } }',
  'const f = function rows(x) { return typeof rows }',
  'const f = () => ({ rows, other: rows, f: { rows: 1 }.rows })',
  'const f = () => Object.keys({ rows() {}, [rows]: 2 })',
  'const f = () => new (class { rows = 1; own = rows })()',
  'const f = () => [rows?.length, typeof rows, ...rows, { ...rows }]',
  'const f = () => { rows: for (;;) break rows; return rows }',
]
it.each(scopes)('reads the same: %s', (code) => {
  runBoth(`const rows = made([1, 2])\n${code}\ngive(f({ rows: 3, a: [4] }))`)
})

it('leaves what may be another one later, functions and plain values as they are', () => {
  const code =
    'const at = new Date()\nconst env = read(process.env)\nlet a = 1\nconst b = made(a)\nconst f = () => made(1)\nconst c = 1 + 2\n'
  expect(makeLazily(code)).toBe(code)
})
