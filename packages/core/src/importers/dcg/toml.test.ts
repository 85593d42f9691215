import { expect, it } from 'vitest'
import { readToml } from './toml.ts'

const value = (text: string): unknown => {
  const read = readToml(text)
  return read.kind === 'table' ? read.value : read
}

it('reads every kind of value, tables, and lists of tables', () => {
  const text = `# a comment
title = "a \\"b\\" \\u00e9" # another
path = 'C:\\Users'
long = """
one \\
   two
three"""
raw = '''x\\d+'''
number = 1_000
hex = 0xff
float = -2.5e3
yes = true
when = 2030-01-01T00:00:00Z
day = 2030-01-01
list = [ 1, "two", # three
  [3], ]
inline = { a = 1, b.c = "d" }
"quoted key" = 1
a.b.c = 2

[packs]
enabled = ["x"]
[policy.rules]
"core.git:reset-hard" = "deny"
[[allow]]
rule = "a"
[[allow]]
rule = "b"
[allow.conditions]
CI = "true"
`
  expect(value(text)).toEqual({
    title: 'a "b" é',
    path: 'C:\\Users',
    long: 'one two\nthree',
    raw: 'x\\d+',
    number: 1000,
    hex: 255,
    float: -2500,
    yes: true,
    when: '2030-01-01T00:00:00Z',
    day: '2030-01-01',
    list: [1, 'two', [3]],
    inline: { a: 1, b: { c: 'd' } },
    'quoted key': 1,
    a: { b: { c: 2 } },
    packs: { enabled: ['x'] },
    policy: { rules: { 'core.git:reset-hard': 'deny' } },
    allow: [{ rule: 'a' }, { rule: 'b', conditions: { CI: 'true' } }],
  })
})

it('knows the line of each value, and of the nearest one around it', () => {
  const read = readToml('a = 1\n[b]\nc = [\n  "x",\n  "y",\n]\n[[d]]\n[[d]]\ne = 1\n')
  if (read.kind !== 'table') throw new Error(read.message)
  const lines = [['a'], ['b'], ['b', 'c', 1], ['b', 'c', 7], ['d', 1], ['d', 1, 'e'], ['none']]
  expect(lines.map((path) => read.lineOf(path))).toEqual([1, 2, 5, 3, 8, 9, 1])
})

it.each([
  ['a = ', 1],
  ['a = 1\nb = "x', 2],
  ['a = 1 2', 1],
  ['[a', 1],
  ['a = 1\na = 2', 2],
  ['a = 1\n[a]', 2],
  ['a = [1', 1],
  ['= 1', 1],
  ['a', 1],
  [`a = ${'['.repeat(1000)}`, 1],
])('a fault has its line: %j', (text, line) => expect(value(text)).toMatchObject({ kind: 'fault', line }))

it('a key that objects have is a key like any other', () => {
  expect(Object.keys(value('__proto__ = 1\n[constructor]\nx = 1\n') as object)).toEqual(['__proto__', 'constructor'])
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
