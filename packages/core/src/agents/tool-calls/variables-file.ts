/** Reads what a hook appended to `CLAUDE_ENV_FILE` without a shell: `export NAME=value` lines, and the output of `export -p`. */

export interface FileVariables {
  readonly env: Readonly<Record<string, string>>
  /** `variable-refused:NAME`: only a shell could compute the value. `line-refused:WORD`: a command that is not run, by its first word. */
  readonly notes: readonly string[]
}

type Piece = { readonly text: string; readonly known: boolean }
type Variables = ReadonlyMap<string, string>

/** Reads quotes and escapes as a shell does, and expands `$NAME` if the file set it before. Runs nothing. */
export function readVariables(text: string): FileVariables {
  const reader = new LineReader()
  let depth = 0
  const commands = commandsIn(text)
  for (const [at, { words, after }] of commands.entries()) {
    const [first = ''] = words
    if (closing.test(first)) depth = Math.max(0, depth - 1)
    else if (opening.test(first)) depth++
    // Only a shell knows whether a part of a condition, a loop, a pipe or a job runs, and in which subshell.
    const next = commands[at + 1]?.after ?? ';'
    const isCertain =
      depth === 0 && !closing.test(first) && after !== '||' && after !== '|' && next !== '|' && next !== '&'
    if (first === '') continue
    if (isCertain && (after !== '&&' || reader.succeeded)) reader.take(words)
    else reader.refuse(words)
    if (words.length > 1 && closesSubshell.test(words.at(-1) ?? '')) depth = Math.max(0, depth - 1)
  }
  return reader.result()
}

const opening = /^(if|for|while|until|case|select|function|\{|\(.*|\[\[|\w+\(\).*)$/s
const closing = /^(fi|done|esac|\}|\))$/s
const closesSubshell = /^[^(]+\)$/s
const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/

class LineReader {
  /** Whether the last command certainly succeeded. */
  succeeded = true
  private readonly exported = new Map<string, string>()
  private readonly local = new Map<string, string>()
  private readonly refused = new Set<string>()
  private readonly lines = new Set<string>()
  private exportsAll = false

  take(words: readonly string[]): void {
    const [first = '', ...rest] = words
    this.succeeded = true
    if (words.every((word) => assignment.test(word))) {
      for (const word of words) this.assign(word, this.exportsAll)
    } else if (first === 'unset') {
      if (!rest.includes('-f')) for (const name of rest) this.unset(name)
    } else if (first === 'set' && /^[-+]a$/.test(rest.join(' '))) this.exportsAll = rest[0] === '-a'
    else if (first === 'set' && /^[-+][eux]+$/.test(rest.join(' '))) return
    else if (isExport(words)) for (const word of rest.filter((one) => !one.startsWith('-'))) this.export(word, rest)
    else if (first !== ':' && first !== 'true') this.refuse(words)
  }

  /** Removes every variable that the skipped command would set, because its value is no longer known. */
  refuse(words: readonly string[]): void {
    this.succeeded = false
    const word = words.find((one) => !keyword.test(one)) ?? words[0] ?? ''
    const names = [...words, ...words.map((one) => one.replace(/^[({]+/, ''))].flatMap(
      (one) => assignment.exec(one)?.[1] ?? [],
    )
    const removed = word === 'unset' ? words.filter((one) => this.exported.has(one)) : []
    for (const name of [...names, ...removed]) this.doubt(name)
    if (names.length + removed.length === 0 && !keyword.test(word))
      this.lines.add(/^[\w./-]{1,40}/.exec(word)?.[0] ?? '?')
  }

  result(): FileVariables {
    const notes = [
      ...[...this.refused].map((name) => `variable-refused:${name}`),
      ...[...this.lines].map((word) => `line-refused:${word}`),
    ]
    return { env: Object.fromEntries(this.exported), notes }
  }

  /** `export -n NAME` stops exporting the variable. `export NAME` exports a variable that was assigned before. */
  private export(word: string, options: readonly string[]): void {
    if (options.includes('-n')) this.exported.delete(word.replace(/=.*/s, ''))
    else if (assignment.test(word)) this.assign(word, true)
    else if (this.local.has(word)) this.exported.set(word, this.local.get(word) ?? '')
  }

  private assign(word: string, exports: boolean): void {
    const [, name = '', written = ''] = assignment.exec(word) ?? []
    const value = readValue(written, this.local)
    const isExported = exports || this.exported.has(name) || this.refused.has(name)
    if (value === undefined) {
      this.local.delete(name)
      if (isExported) this.doubt(name)
      return
    }
    this.local.set(name, value)
    if (!isExported) return
    this.refused.delete(name)
    this.exported.set(name, value)
  }

  private unset(name: string): void {
    this.local.delete(name)
    this.exported.delete(name)
    this.refused.delete(name)
  }

  private doubt(name: string): void {
    this.unset(name)
    this.refused.add(name)
  }
}

const keyword =
  /^(if|then|elif|else|fi|for|in|while|until|do|done|case|esac|select|function|!|[{}()]|export|true|false|:)$/

/** Whether the command is `export`, `declare -x` or `typeset -x`. Other assignments do not reach other programs. */
const isExport = ([first, ...rest]: readonly string[]): boolean =>
  first === 'export' || (/^(declare|typeset)$/.test(first ?? '') && rest.some((word) => /^-\w*x/.test(word)))

interface Line {
  /** The words with their quotes. */
  readonly words: string[]
  /** The operator before the command. A line break counts as `;`. */
  readonly after: string
}

/** The simple commands of the text. */
function commandsIn(text: string): readonly Line[] {
  const word = /(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\$'(?:\\[\s\S]|[^'\\])*'|[^\s;&|'"\\])+/y
  const operator = /\|\||&&|[\n;&|]/y
  const commands: Line[] = [{ words: [], after: ';' }]
  for (let at = 0; at < text.length; ) {
    word.lastIndex = at
    operator.lastIndex = at
    const found = word.exec(text)?.[0]
    const between = operator.exec(text)?.[0]
    if (found?.startsWith('#')) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (found !== undefined) {
      commands.at(-1)?.words.push(found)
      at += found.length
    } else if (/['"\\]/.test(text[at] ?? '')) {
      // The quote is never closed: the rest belongs to its word, whose value is not known.
      const words = commands.at(-1)?.words ?? []
      words.push((/\s/.test(text[at - 1] ?? ' ') ? '' : (words.pop() ?? '')) + text.slice(at))
      at = text.length
    } else if (between !== undefined) {
      // After `&&` the line may end, and the operator still joins the two commands.
      const open = commands.at(-1)?.words.length === 0 && between === '\n' && commands.at(-1)?.after !== ';'
      if (!open) commands.push({ words: [], after: between === '\n' ? ';' : between })
      at += between.length
    } else at++
  }
  return commands
}

/** The value as a shell would compute it, or undefined if only a shell can. */
function readValue(written: string, variables: Variables): string | undefined {
  const part = /\\([\s\S])|'([^']*)'|\$'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\\'"]+?)(?=\$'|[\\'"]|$)/y
  let value = ''
  for (let at = 0; at < written.length; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(written)
    if (found === null) return undefined
    const [, escaped, single, ansi, double, bare] = found
    const piece = pieceOf({ escaped, single, ansi, double, bare }, variables)
    if (!piece.known) return undefined
    value += piece.text
  }
  return value
}

type Parts = Readonly<Record<'escaped' | 'single' | 'ansi' | 'double' | 'bare', string | undefined>>

function pieceOf({ escaped, single, ansi, double, bare }: Parts, variables: Variables): Piece {
  // A backslash before the end of a line joins the two lines.
  if (escaped !== undefined) return { text: escaped === '\n' ? '' : escaped, known: true }
  if (single !== undefined) return { text: single, known: true }
  if (ansi !== undefined)
    return {
      text: ansi.replace(/\\([\s\S])/g, (_all, char: string) => escapes[char] ?? `\\${char}`),
      known: !/\\[0-9xuUc]/.test(ansi),
    }
  return expanded(double === undefined ? (bare ?? '') : double, variables, double !== undefined)
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

function expanded(text: string, variables: Variables, quoted: boolean): Piece {
  let known = true
  const value = text.replace(
    /\\([$`"\\\n])|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)|[$`]/g,
    (all, escaped: string | undefined, braced: string | undefined, bare: string | undefined) => {
      if (escaped !== undefined) return escaped === '\n' ? '' : escaped
      const name = braced ?? bare
      // A lone `$` stands for itself.
      if (name === undefined && all === '$' && !/\$[({0-9@*#?!-]/.test(text)) return all
      const found = name === undefined ? undefined : variables.get(name)
      if (found === undefined) known = false
      return found ?? ''
    },
  )
  return { text: value, known: known && (quoted || !/[(){}<>*?[]|^~/.test(text)) }
}
