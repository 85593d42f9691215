import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

const row = /^\| (.+?) \| (.+?) \| `([\w/.-]+\.test\.ts)`: `(.+?)` \|$/

test('every hostile case of the documentation names a test that exists', () => {
  const page = read('../../../../../docs/team-sign-in.md')
  const table = page
    .slice(page.indexOf('## Hostile cases'))
    .split('\n')
    .filter((line) => /^\| (?!case |---)/.test(line))
  expect(table.length).toBeGreaterThan(30)
  for (const line of table) {
    const [, , , file = '', title = ''] = row.exec(line) ?? []
    expect([line, file]).not.toEqual([line, ''])
    // The text of a test starts with the title of the case.
    const quoted = ["'", '"', '`'].some((quote) => read(`../${file}`).includes(`${quote}${title}`))
    expect([file, title, quoted]).toEqual([file, title, true])
  }
})
