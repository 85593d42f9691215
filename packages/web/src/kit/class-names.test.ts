import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
const readAll = (ending: string) =>
  files.flatMap((file) => (file.endsWith(ending) ? [readFileSync(join(source, file), 'utf8')] : [])).join('\n')

/** Names that browser tests or people select by and that need no rule. */
const withoutRule = new Set(['code-edit', 'hooks', 'lane-name', 'name', 'took', 'why-reason'])

test('every class name in the pages has a rule in a style sheet', () => {
  const rules = new Set([...readAll('.css').matchAll(/\.([a-zA-Z][\w-]*)/g)].map((found) => found[1]))
  const used = [...readAll('.tsx').matchAll(/className="([^"]+)"/g)].flatMap((found) => found[1]?.split(/\s+/) ?? [])
  expect(used.filter((name) => !rules.has(name) && !withoutRule.has(name))).toEqual([])
})
