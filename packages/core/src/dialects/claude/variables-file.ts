/** What a hook appended to `CLAUDE_ENV_FILE`, read without a shell: `export NAME=value` lines, and what `export -p` prints. */

export interface FileVariables {
  readonly env: Readonly<Record<string, string>>
  /** `variable-refused:NAME`: its value is known only to a shell. */
  readonly notes: readonly string[]
}

type Piece = { readonly text: string; readonly known: boolean }
type Held = ReadonlyMap<string, string>

/** Quotes and escapes are read as a shell reads them, and `$NAME` where the file itself set it before. Nothing is run. */
export function readVariables(text: string): FileVariables {
  const held = new Map<string, string>()
  const refused = new Set<string>()
  for (const words of commandsIn(text)) {
    for (const word of assignments(words)) {
      const [, name, written] = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(word) ?? []
      if (name === undefined || written === undefined) continue
      const value = readValue(written, held)
      if (value === undefined) refused.add(name)
      else refused.delete(name)
      if (value === undefined) held.delete(name)
      else held.set(name, value)
    }
  }
  return { env: Object.fromEntries(held), notes: [...refused].map((name) => `variable-refused:${name}`) }
}

/** The words after `export`, `declare -x` or `typeset -x`; a plain assignment reaches no other program. */
function assignments([first, ...rest]: readonly string[]): readonly string[] {
  if (first === 'export') return rest.filter((word) => !word.startsWith('-'))
  if (first !== 'declare' && first !== 'typeset') return []
  return rest.some((word) => /^-\w*x/.test(word)) ? rest.filter((word) => !word.startsWith('-')) : []
}

/** The simple commands of the text, each as its words as written, quotes kept. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const word = /(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\$'(?:\\[\s\S]|[^'\\])*'|[^\s;&|'"\\])+/y
  const commands: string[][] = [[]]
  for (let at = 0; at < text.length; ) {
    word.lastIndex = at
    const found = word.exec(text)?.[0]
    if (found?.startsWith('#')) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (found !== undefined) {
      commands.at(-1)?.push(found)
      at += found.length
    } else if (/['"\\]/.test(text[at] ?? '')) {
      // A quote that nothing ends: the rest belongs to its word, whose value cannot be known.
      const words = commands.at(-1) ?? []
      words.push((/\s/.test(text[at - 1] ?? ' ') ? '' : (words.pop() ?? '')) + text.slice(at))
      at = text.length
    } else {
      if (/[\n;&|]/.test(text[at] ?? '')) commands.push([])
      at++
    }
  }
  return commands
}

/** The value as the shell would have it; undefined where only a shell can tell. */
function readValue(written: string, held: Held): string | undefined {
  const part = /\\([\s\S])|'([^']*)'|\$'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\\'"]+?)(?=\$'|[\\'"]|$)/y
  let value = ''
  for (let at = 0; at < written.length; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(written)
    if (found === null) return undefined
    const [, escaped, single, ansi, double, bare] = found
    const piece = pieceOf({ escaped, single, ansi, double, bare }, held)
    if (!piece.known) return undefined
    value += piece.text
  }
  return value
}

type Parts = Readonly<Record<'escaped' | 'single' | 'ansi' | 'double' | 'bare', string | undefined>>

function pieceOf({ escaped, single, ansi, double, bare }: Parts, held: Held): Piece {
  // A backslash before the end of a line joins the two lines.
  if (escaped !== undefined) return { text: escaped === '\n' ? '' : escaped, known: true }
  if (single !== undefined) return { text: single, known: true }
  if (ansi !== undefined)
    return {
      text: ansi.replace(/\\([\s\S])/g, (_all, char: string) => escapes[char] ?? `\\${char}`),
      known: !/\\[0-9xuUc]/.test(ansi),
    }
  return expanded(double === undefined ? (bare ?? '') : double, held, double !== undefined)
}
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  e: '\x1b',
  "'": "'",
  '"': '"',
  '\\': '\\',
}

function expanded(text: string, held: Held, quoted: boolean): Piece {
  let known = true
  const value = text.replace(
    /\\([$`"\\\n])|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)|[$`]/g,
    (all, escaped: string | undefined, braced: string | undefined, bare: string | undefined) => {
      if (escaped !== undefined) return escaped === '\n' ? '' : escaped
      const name = braced ?? bare
      // A lone `$` stands for itself.
      if (name === undefined && all === '$' && !/\$[({0-9@*#?!-]/.test(text)) return all
      const found = name === undefined ? undefined : held.get(name)
      if (found === undefined) known = false
      return found ?? ''
    },
  )
  return { text: value, known: known && (quoted || !/[(){}<>*?[]|^~/.test(text)) }
}
