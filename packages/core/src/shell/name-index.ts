/**
 * An index by name as one text. A process that asks for a few names searches the text, and never makes a table of thousands.
 * The bundle of the command has the text as it was at the build; elsewhere it is made from the rows.
 */
export interface NameIndex {
  /** What the index has for a name: the locations of its rows, as the writer of the index wrote them. */
  find(name: string): string | undefined
  names(): readonly string[]
}

export const writeNameIndex = (locations: ReadonlyMap<string, string>): string =>
  `\n${[...locations].map(([name, location]) => `${name} ${location}\n`).join('')}`

/** Names come from commands, so that their number has no limit. */
const MAX_CACHED = 1_000

export function createNameIndex(text: string): NameIndex {
  const found = new Map<string, string | undefined>()
  return {
    find(name) {
      if (found.has(name)) return found.get(name)
      if (found.size >= MAX_CACHED) found.clear()
      const location = findLocation(text, name)
      found.set(name, location)
      return location
    },
    names: () => [...text.matchAll(/^(\S*) /gm)].map(([, name = '']) => name),
  }
}

function findLocation(text: string, name: string): string | undefined {
  // Such a name would be found across two lines.
  if (name.includes(' ') || name.includes('\n')) return undefined
  const head = `\n${name} `
  const at = text.indexOf(head)
  return at === -1 ? undefined : text.slice(at + head.length, text.indexOf('\n', at + 1))
}
