import { expect, test } from 'vitest'
import type { Case } from './case.ts'
import { filesBelow, pages, readPage } from './pages.ts'

const contract = readPage('docs/contract.md')
const sections = [...contract.matchAll(/^## (\d+)\. /gm)].map(([, number]) => `§${number}`)
const sources = filesBelow('packages', 'scripts', 'bench', 'examples').filter((path) => /\.(ts|mjs|js|sh)$/.test(path))

/** Each paragraph of a specification that a file names, with the file. */
const cited = [...new Set([...sources, ...pages])].flatMap((path) =>
  [...readPage(path).matchAll(/\b([A-Z]{4,}) (§[\d.]+\d|§\d)/g)].map(([, page, section]) => ({ path, page, section })),
)

test('the sections of the contract are numbered from 1 without a gap', () => {
  expect(sections).toEqual(sections.map((_, at) => `§${at + 1}`))
  expect(sections.length).toBeGreaterThan(0)
})

test('code and pages cite no specification but the contract, and only sections that it has', () => {
  expect(cited.length).toBeGreaterThan(40)
  expect(cited.filter(({ page, section = '' }) => page !== 'CONTRACT' || !sections.includes(section))).toEqual([])
})

test('the contract refers to its own sections only', () => {
  const referred = [...contract.matchAll(/§\d+/g)].map(([section]) => section)
  expect(referred.filter((section) => !sections.includes(section))).toEqual([])
})

test('every case names a section of the contract', () => {
  const cases = filesBelow('cases').filter((path) => path.endsWith('.json'))
  const named = new Set(cases.flatMap((path) => (JSON.parse(readPage(path)) as Case[]).map((one) => one.contract)))
  expect([...named].filter((section) => !sections.includes(section))).toEqual([])
})
