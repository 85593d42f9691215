/** Reads texts and switches from a TOML file, as far as Codex writes them: tables, dotted keys, inline tables on one line. Pure. */

export type TomlValue = string | boolean

const NAME = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)`
const PATH = `${NAME}(?:\\s*\\.\\s*${NAME})*`
const header = new RegExp(`^\\s*\\[\\s*(${PATH})\\s*\\]\\s*(?:#.*)?$`)
const pair = new RegExp(`^\\s*(${PATH})\\s*=\\s*(.*)$`)

/** The values by the JSON text of their path. Other values, such as numbers and lists, are left out. */
export function readToml(text: string): ReadonlyMap<string, TomlValue> {
  const values = new Map<string, TomlValue>()
  let table: readonly string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const found = header.exec(line)
    if (found !== null) table = namesIn(found[1] ?? '')
    // A line such as `[[table]]` begins something that is not read here.
    else if (/^\s*\[\[/.test(line)) table = ['[[']
    else readPair(line, table, values)
  }
  return values
}

function readPair(line: string, table: readonly string[], values: Map<string, TomlValue>): void {
  const found = pair.exec(line)
  if (found === null) return
  const path = [...table, ...namesIn(found[1] ?? '')]
  const rest = (found[2] ?? '').trim()
  if (rest.startsWith('{')) {
    const inner = rest.slice(1, rest.lastIndexOf('}'))
    for (const part of membersOf(inner)) readPair(part, path, values)
    return
  }
  const value = readValue(rest)
  if (value !== undefined) values.set(JSON.stringify(path), value)
}

/** The members of an inline table: split at commas outside of texts and of inner tables. */
function membersOf(text: string): readonly string[] {
  const members = ['']
  let depth = 0
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[\s\S]/g)) {
    if (part === '{' || part === '[') depth++
    if (part === '}' || part === ']') depth--
    if (part === ',' && depth === 0) members.push('')
    else members[members.length - 1] += part
  }
  return members
}

const namesIn = (path: string): readonly string[] => (path.match(new RegExp(NAME, 'g')) ?? []).map(unquoted)

function readValue(text: string): TomlValue | undefined {
  const [found] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|true|false)(?=\s*(?:#|$))/.exec(text) ?? []
  if (found === undefined) return undefined
  return found === 'true' ? true : found === 'false' ? false : unquoted(found)
}

function unquoted(name: string): string {
  if (name.startsWith("'")) return name.slice(1, -1)
  if (!name.startsWith('"')) return name
  try {
    return String(
      JSON.parse(name.replace(/\\U([0-9A-Fa-f]{8})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))),
    )
  } catch {
    return name.slice(1, -1)
  }
}
