/** The repository's pages, for tests that hold them to the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../../../', import.meta.url))
export const readPage = (path: string): string => readFileSync(`${repository}${path}`, 'utf8')

/** Every file below these places, by its path in the repository; nothing that is built or installed. */
export const filesBelow = (...directories: readonly string[]): readonly string[] =>
  directories.flatMap((directory) =>
    readdirSync(`${repository}${directory}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(repository.length))
      .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path)),
  )

/** Pages at the root, in docs/, and the README of every folder. */
export const pages: readonly string[] = [
  ...readdirSync(repository).filter((name) => name.endsWith('.md')),
  ...filesBelow('docs', 'cases', 'stories', 'examples', 'packages').filter((path) => path.endsWith('.md')),
]

/** What a reader sees as text: links and headings inside code are none. */
export const withoutCode = (text: string): string =>
  text
    .replace(/^( *)(```+)[^\n]*\n[\s\S]*?^ *\2`* *$/gm, '')
    .replace(/(`+)[^\n]*?\1/g, (code) => code.replaceAll(/[[\]()]/g, ' '))

/** The anchors of a page's headings, as GitHub names them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let again = 1; anchors.has(name); again++) name = `${slug}-${again}`
    anchors.add(name)
  }
  return anchors
}
