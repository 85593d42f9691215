/** Describes how a program reads its arguments, as data: the row of a program defines for all packs what each word means. */

/** What one argument means to the program that gets it. */
export type ArgumentKind =
  /** Irrelevant for a guard: a number, a name, a message. */
  | 'data'
  /** A text to search for or a filter; it never names a file. */
  | 'pattern'
  /** A file or directory whose content is read. */
  | 'read'
  /** A file that is created, changed or overwritten. */
  | 'write'
  | 'delete'
  /** A file whose permissions, owner or time stamps change, or of which only the existence matters. */
  | 'alter'
  /** A file whose content is neither shown nor changed: only its name matters (`ls`, `test -f`), or a key is used (`ssh -i`). */
  | 'name'
  /** The directory in which the program works. */
  | 'directory'
  /** A word of another command: the words of one `group` form that command. */
  | 'command'
  /** A word of shell text: the words of one `group`, joined by spaces, form that text. */
  | 'words'
  /** Shell text in one word. */
  | 'shell'
  /** Code in `language`. */
  | 'code'
  /** A file that is run or loaded as code in `language`. */
  | 'script'
  | 'url'
  /** Another machine, a container or a pod. */
  | 'host'
  /** `host:path` or a local path: `scp`, `rsync`. */
  | 'remote-read'
  | 'remote-write'
  /** `NAME=value`. */
  | 'environment'
  /** `name=value` of a setting (`git -c`, `ssh -o`), which may name a program. */
  | 'setting'
  /** A file of arguments for a command (`xargs -a`). */
  | 'arguments-file'
  /** A program with its arguments in one word, split at blanks (`tar -I`, `rsync -e`). */
  | 'filter'
  /** A wildcard for the names of files that are included (`grep --include`, `find -name`, `rg -g`). */
  | 'selects'
  /** The first words of a command, whose further arguments are the operands (`env -S`, `docker run --entrypoint`). */
  | 'prefix'
  /** A file or a wildcard for files that are left out (`--exclude`). */
  | 'ignored'
  | 'verb'
  /** An option without a value, or whose value is the next word. */
  | 'option'
  /** `--`, `:::` and the like. */
  | 'separator'
  /** Not described by the row: it may be a path, a name or anything else. */
  | 'unknown'

/** A kind as a row writes it; `code:python` and `script:sh` name the language. */
type KindName = ArgumentKind | `code:${string}` | `script:${string}`

/** What a command does that the kinds of its arguments do not show. */
export type Effect = 'deletes' | 'rewrites-history' | 'sends' | 'starts' | 'persists' | 'reads-secrets' | 'downloads'

/**
 * Values by condition; the first condition that is true wins. A condition is one or more options joined by `|` for any of them and
 * `&` for all of them (`-i&-e|-x`), `no operands`, or `*` for always.
 */
export type Cases<T extends string> = T | Readonly<Record<string, T>>

export interface Grammar {
  /** Options without a value. Spellings of one option are joined by `|`; the first is its name everywhere else. */
  readonly flags?: string
  /**
   * Options with a value, by the kind of the value. `-i|--in-place[]` takes a value only in the same word; `--arg:2`
   * takes two words; `+` is a word that begins with a plus. The value of a `command` reaches to `;`, `+` or the end.
   */
  readonly values?: Readonly<Partial<Record<KindName, string>>>
  /**
   * `clusters`: `-rf`, `-bfix`, `--long=value`, `--lon`. `words`: one dash and a whole word (`find -name`, `java -jar`).
   * `slashes`: `/s`, `/c:x`. `powershell`: `-Recurse`, in any case, abbreviated.
   */
  readonly spelling?: 'clusters' | 'words' | 'slashes' | 'powershell'
  /** `options first`: the first operand ends the options, as POSIX has it. */
  readonly order?: 'any' | 'options first'
  /** The first word is a cluster of options even without a dash (`tar xzf`, `ps aux`). */
  readonly firstWordIsCluster?: true
  /** The kinds of the operands in order; one of them may have a star: `pattern read*`, `read* write`. */
  readonly operands?: Cases<string>
  /** The same for what follows `--`, where that differs. */
  readonly afterDashes?: Cases<string>
  /** The kind of an option's value where other options decide it (`tar -f`). */
  readonly decided?: Readonly<Record<string, Cases<string>>>
  /** Kinds of the words after a separator word (`parallel … ::: a b`), up to the next one. */
  readonly sections?: Readonly<Record<string, string>>
  /** Operands of the form `key=value` (`dd of=x`), by the kind of the value. */
  readonly keys?: Readonly<Partial<Record<KindName, string>>>
  /** `NAME=value` before the first operand is an environment variable. */
  readonly assigns?: true
  /** Sub-commands with rows of their own; other names of one are joined by `|`. */
  readonly verbs?: Readonly<Record<string, Grammar>>
  /** Options of this row are also allowed after the verb (`kubectl get -n x`). */
  readonly globals?: 'anywhere'
  /** With one of these options it changes nothing; `--dry-run=false` and `--no-dry-run` revoke that. */
  readonly dryRun?: string
  /** The condition under which its output does not reveal the content that it reads (`grep -q`, `wc`, `find`). */
  readonly quiet?: string
  /** How it uses the standard input: `shell`, `code:python`, `arguments`, `data`, or `none`. */
  readonly input?: Cases<string>
  /** The condition under which it has each effect. */
  readonly effects?: Readonly<Partial<Record<Effect, string>>>
}

/** One option as a row describes it. */
export interface OptionRow {
  readonly name: string
  /** Undefined for an option without a value. */
  readonly kind?: ArgumentKind
  readonly language?: string
  /** Takes a value only in the same word. */
  readonly optional: boolean
  /** How many words its value has. */
  readonly count: number
}

/** A row with tables for looking up words. */
export interface CompiledGrammar {
  readonly options: ReadonlyMap<string, OptionRow>
  readonly long: readonly string[]
  readonly keys: ReadonlyMap<string, KindName>
  readonly verbs: ReadonlyMap<string, { readonly name: string; readonly grammar: Grammar }>
}

const compiled = new WeakMap<Grammar, CompiledGrammar>()

/** Compiles a row when a command first needs it, so that the tables cost nothing at start-up. */
export function compileGrammar(row: Grammar): CompiledGrammar {
  const before = compiled.get(row)
  if (before !== undefined) return before
  const options = new Map<string, OptionRow>()
  for (const spellings of listOf(row.flags)) addOption(options, spellings, undefined)
  for (const [kind, text] of Object.entries(row.values ?? {})) {
    // The keys of `values` are kinds, but `Object.entries` types every key as a string.
    for (const spellings of listOf(text)) addOption(options, spellings, kind as KindName)
  }
  for (const spellings of (row.dryRun ?? '').split('|').filter(Boolean))
    if (!options.has(spellings)) addOption(options, spellings, undefined)
  const keys = new Map<string, KindName>()
  for (const [kind, text] of Object.entries(row.keys ?? {})) {
    // The keys of `keys` are kinds too.
    for (const key of listOf(text)) keys.set(key, kind as KindName)
  }
  const verbs = new Map<string, { name: string; grammar: Grammar }>()
  for (const [names, grammar] of Object.entries(row.verbs ?? {})) {
    const [name = ''] = names.split('|')
    for (const one of names.split('|')) verbs.set(one, { name, grammar })
  }
  const made = { options, long: [...options.keys()].filter((name) => name.startsWith('--')), keys, verbs }
  compiled.set(row, made)
  return made
}

function addOption(options: Map<string, OptionRow>, text: string, kind: KindName | undefined): void {
  const [, spellings = '', optional, count] = /^([^[\]:]*)(\[\])?(?::(\d))?$/.exec(text) ?? []
  const [name = ''] = spellings.split('|')
  const value = kind === undefined ? {} : splitKind(kind)
  const row: OptionRow = { name, ...value, optional: optional !== undefined, count: Number(count ?? 1) }
  for (const one of spellings.split('|')) options.set(one, row)
}

const listOf = (text: string | undefined): readonly string[] => (text ?? '').split(/\s+/).filter((one) => one !== '')

/** `code:python` is the kind `code` in the language `python`. */
export function splitKind(name: string): { readonly kind: ArgumentKind; readonly language?: string } {
  const [kind = 'unknown', language] = name.split(':')
  // True: rows are written with these kinds, and the types of `Grammar` check most of them.
  return { kind: kind as ArgumentKind, ...(language === undefined ? {} : { language }) }
}
