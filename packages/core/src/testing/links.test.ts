import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, pages, readPage, repository, withoutCode } from './pages.ts'

interface Link {
  readonly page: string
  readonly target: string
}

const links: readonly Link[] = pages.flatMap((page) =>
  [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ page, target })),
)

/** The file a link leads to, by its path in the repository. */
function fileOf({ page, target }: Link): string {
  const [path = ''] = target.split('#')
  return path === '' ? page : normalize(join(dirname(page), path))
}

/** What is wrong with a link, if anything. */
function fault({ page, target }: Link): string | undefined {
  const [, anchor] = target.split('#')
  const file = fileOf({ page, target })
  if (file.startsWith('..')) return `${page}: ${target} leaves the repository`
  if (!existsSync(join(repository, file))) return `${page}: ${target} is not there`
  if (anchor === undefined || !file.endsWith('.md')) return undefined
  return anchorsOf(readPage(file)).has(anchor) ? undefined : `${page}: ${target} has no such heading`
}

test('every relative link of every page leads to a file, and to a heading in it', () => {
  expect(links.length).toBeGreaterThan(100)
  expect(links.flatMap((link) => fault(link) ?? [])).toEqual([])
})

test('a link to nowhere is found', () => {
  expect(fault({ page: 'docs/log.md', target: 'logs.md' })).toBe('docs/log.md: logs.md is not there')
  expect(fault({ page: 'docs/log.md', target: '#privacies' })).toBe('docs/log.md: #privacies has no such heading')
  expect(fault({ page: 'docs/log.md', target: 'contract.md#3-hooksjson' })).toBeUndefined()
  expect(fault({ page: 'README.md', target: '../elsewhere.md' })).toBe(
    'README.md: ../elsewhere.md leaves the repository',
  )
})

test('every page of docs/ can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) for (const link of links) if (link.page === page) reached.add(fileOf(link))
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})
