/** Finds the file names in a command line, in linear time. For fingerprints only, never for execution. */
import type { Platform } from '../../ports.ts'
import { backslashOf, splitWords } from '../split-words.ts'
import { readModuleOption } from './module-options.ts'

export interface Word {
  readonly text: string
  /** Whether it is the program, or the script of an interpreter. */
  readonly runs: boolean
  /** The interpreter before it, or ''. */
  readonly by: string
  /** Whether a program gets it that may run it. */
  readonly isPassedOn: boolean
}
export interface CommandText {
  readonly words: readonly Word[]
  /** The files that it writes. */
  readonly written: readonly string[]
  /** Operands of `cd` and `-C`, in order. */
  readonly entered: readonly { readonly to: string; readonly stays: boolean }[]
  /** The directories of `PATH=`. */
  readonly searched: readonly string[]
  /** Whether a glob or an unknown expansion determines what runs. */
  readonly vague: boolean
}

const interpreters =
  /^(.*[\\/])?(sh|bash|zsh|dash|ksh|fish|python[\d.]*|py|node|bun|deno|ruby|perl|pwsh|powershell|cmd|tsx|ts-node|source|\.|eval)(\.exe)?$/i
const prefixes =
  /^(env|exec|command|nohup|time|timeout|sudo|nice|ionice|chrt|stdbuf|setsid|unbuffer|xargs|npx|bunx|pnpx|then|do|else|if|while|until|!|\{)$/
/** A duration or a level, after an option or the program that takes it: `timeout 5`, `nice -n 10`. */
const prefixValue = /^\d[\d.]*[smhd]?$/
/** Programs that do not run their operands: they write or remove them, test them or set their mode, or write only the last one. */
const operandsOf: Readonly<Record<string, 'written' | 'tested' | 'last-written'>> = Object.fromEntries([
  ...'mkdir rmdir touch rm unlink truncate tee mktemp mkfifo'.split(' ').map((name) => [name, 'written']),
  ...['[', '[[', 'test', 'chmod', 'chown'].map((name) => [name, 'tested']),
  ...['cp', 'mv', 'ln', 'install'].map((name) => [name, 'last-written']),
])
/** Programs that run an operand, after options and values of their own. */
const starters = new Set('flock parallel'.split(' '))
/** Programs that read, check or change the files that they are given, and run none of them, or words of the shell that name files. */
const readers = new Set(
  [
    'cat head tail wc grep egrep fgrep rg ag jq yq cut sort uniq diff cmp comm stat ls date file basename dirname realpath readlink',
    'echo printf true false tr od xxd less more md5sum sha1sum sha256sum shasum base64 sed awk gawk mawk tar zip gzip rsync scp curl wget',
    'for case in select return exit cp mv ln install git gh npm pnpm yarn pip pip3 cargo go rustc gofmt rustfmt goimports clang-format',
    'eslint prettier biome tsc oxlint dprint stylelint ruff black isort mypy pyright flake8 pylint bandit pytest jest vitest mocha shellcheck',
    'shfmt bats rubocop phpcs php-cs-fixer phpstan markdownlint hadolint actionlint yamllint semgrep gitleaks cspell open xdg-open code',
  ].flatMap((line) => line.split(' ')),
)
/** Modules of Python that run the file that they are given. All others only read it. */
const runningModules = new Set('coverage pdb cProfile profile trace runpy debugpy'.split(' '))
/** An interpreter and the option with which it only reads its script. */
const onlyChecks = /^(?:(?:ba|z|da|k)?sh -n|node --check|(?:node|ruby|perl) -c)$/
const assignment = /^([A-Za-z_]\w*)=(.*)$/s
/** Directories in which programs and modules are searched. */
const searchVariables: ReadonlySet<string> = new Set(['PATH', 'PYTHONPATH', 'NODE_PATH', 'PERL5LIB', 'RUBYLIB'])
const isVague = (word: string): boolean => /[*?[{$]/.test(word)
const MAX_WORD_LENGTH = 4096
/** Words of the shell syntax, which are neither globs nor file names. */
const syntax: ReadonlySet<string> = new Set(['[', '[[', ']', ']]', '{', '}'])

export function readCommandText(text: string, system: Platform['system']): CommandText {
  const entered: CommandText['entered'][number][] = []
  const searched: string[] = []
  const found = { words: new Map<string, Word>(), entered, searched }
  const values = new Map<string, string>()
  const written = new Set<string>()
  /** Operands of programs that may run them, as in `timeout 5 ./x`. */
  const passedOn = new Set<string>()
  const state = { vague: /[`]|\$\(/.test(text) }
  const add = (word: string, runs = false, by = '', isData = false) => {
    if (word === '' || word.length > MAX_WORD_LENGTH || syntax.has(word)) return
    if (!isData) passedOn.add(word)
    const known = found.words.get(word)
    if (known === undefined || (runs && !known.runs)) found.words.set(word, { text: word, runs, by, isPassedOn: false })
    if (runs && isVague(word)) state.vague = true
  }
  const readCommand = ({ words, outputs }: SimpleCommand, inner: boolean): void => {
    for (const output of outputs) written.add(expandVariables(output, values))
    const data = classifyOperands(words)
    for (const at of data.written) written.add(expandVariables(words[at] ?? '', values))
    let expects: 'program' | 'script' | 'argument' = 'program'
    let by = ''
    /** The last program that was named: a value of one of its options looks like its script. */
    let interpreter = ''
    for (const [at, raw] of words.entries()) {
      const word = expandVariables(raw, values)
      const before = words[at - 1] ?? ''
      const set = assignment.exec(word)
      if (set !== null) {
        const [, name = '', value = ''] = set
        values.set(name, value)
        add(value, false, '', data.isReader)
        if (searchVariables.has(name))
          found.searched.push(...value.split(':').filter((part) => part !== '' && !isVague(part)))
      }
      if ((before === 'cd' || before === 'pushd' || before === '-C') && !word.startsWith('-')) {
        if (isVague(word)) state.vague = true
        found.entered.push({ to: word, stays: before === '-C' })
      }
      const isPart = /[\s;|&()<>]/.test(word)
      if (!isPart && (data.written.has(at) || data.tested.has(at))) continue
      if (isPart && inner && (before === 'eval' || before === 'trap' || /^-\w*c$/.test(before)))
        for (const command of splitCommands(word, system)) readCommand(command, false)
      else if (isPart && inner)
        for (const piece of splitWords(word, backslashOf(system))) add(expandVariables(piece, values))
      if (word.startsWith('-')) add(word)
      else if (set !== null) add(word, false, '', data.isReader)
      else if (expects === 'argument') {
        add(word, data.isStarter && /[\\/]/.test(word), '', data.isReader)
        // `timeout 5 sh x`: a program that runs another one.
        const runner = interpreters.exec(word)?.[2]?.toLowerCase()
        if (runner !== undefined && runner !== '.') {
          expects = 'script'
          by = runner
        }
      } else {
        if (expects === 'program' && prefixValue.test(word) && at > 0) continue
        if (!onlyChecks.test(`${by} ${before}`)) add(word, true, by)
        if (expects === 'program' && prefixes.test(word)) continue
        const runner: string | undefined =
          expects === 'program' ? interpreters.exec(word)?.[2]?.toLowerCase() : undefined
        if (expects === 'program') interpreter = word.split(/[\\/]/).at(-1) ?? ''
        expects = runner === undefined ? 'argument' : 'script'
        by = runner ?? ''
      }
      const { modules, directory } = readModuleOption(interpreter, word, before)
      for (const name of modules) add(name, true, interpreter)
      if (directory !== undefined && !isVague(directory)) found.searched.push(directory)
      interpreter = by === '' ? interpreter : by
    }
  }
  const all = splitCommands(text, system)
  for (const command of all) readCommand(command, true)
  for (const listed of startedFromLists(all.map(({ words }) => words))) add(expandVariables(listed, values), true)
  // A file that the command writes and reads again is its own data. Binding trust to it would remove trust at every run.
  const isOwnData = (word: string) => !passedOn.has(word) && written.has(word.slice(word.indexOf('=') + 1))
  const words = [...found.words.values()]
    .filter(({ runs, text: word }) => runs || !isOwnData(word))
    .map((word) => ({ ...word, isPassedOn: passedOn.has(word.text) }))
  return { ...found, words, written: [...written], vague: state.vague }
}

/** What `run-parts checks.d`, `find checks -name '*.sh' -exec sh {} +` and `find checks | xargs sh` start, as globs. */
function startedFromLists(commands: readonly (readonly string[])[]): readonly string[] {
  const pipesToInterpreter = commands.some(startsWhatItReads)
  return commands.flatMap((words) => {
    const [program = '', first = ''] = words.filter((word) => !prefixes.test(word) && !assignment.test(word))
    if (program === 'run-parts') return [`${words.findLast((word) => !word.startsWith('-'))}/*`]
    if (program !== 'find' || first.startsWith('-')) return []
    const started = words[words.findIndex((word) => /^-(exec|ok)(dir)?$/.test(word)) + 1] ?? ''
    if (started !== '{}' && !interpreters.test(started) && !pipesToInterpreter) return []
    return [`${first.replace(/\/$/, '')}/${words[words.indexOf('-name') + 1 || words.length] ?? '*'}`]
  })
}
const startsWhatItReads = ([program, ...rest]: readonly string[]): boolean =>
  program === 'xargs' && rest.some((word) => interpreters.test(word))

interface Operands {
  /** Positions of the operands that the command writes, and of those that it only tests. */
  readonly written: ReadonlySet<number>
  readonly tested: ReadonlySet<number>
  /** Whether it passes nothing to a program that could run it. */
  readonly isReader: boolean
  /** Whether it runs one of its operands, which stands after others. */
  readonly isStarter: boolean
}

function classifyOperands(words: readonly string[]): Operands {
  const program = words.findIndex(
    (word) => !prefixes.test(word) && !assignment.test(word) && !word.startsWith('-') && !prefixValue.test(word),
  )
  const name = (words[program] ?? '').split(/[\\/]/).at(-1) ?? ''
  const isReader = program < 0 || readers.has(name) || runsOnlyModule(words.slice(program))
  const none: Operands = {
    written: new Set(),
    tested: new Set(),
    isReader,
    isStarter: starters.has(name),
  }
  const kind = Object.hasOwn(operandsOf, name) ? operandsOf[name] : undefined
  // The second half of `[[ -f a && -f b ]]`.
  if (kind === undefined && words.at(-1) === ']]') return { ...none, tested: new Set(words.keys()) }
  const operands = [...words.keys()].filter((at) => at > program && words[at]?.startsWith('-') === false)
  if (kind === 'tested') return { ...none, tested: new Set(operands) }
  if (kind === 'written') return { ...none, written: new Set(operands) }
  return kind === 'last-written' && operands.length > 1 ? { ...none, written: new Set(operands.slice(-1)) } : none
}

/** `python -m mypy x.py`, where the module is no file of the command. */
function runsOnlyModule([program = '', ...rest]: readonly string[]): boolean {
  const at = rest.indexOf('-m')
  return at >= 0 && /(^|[\\/])py(thon[\d.]*)?(\.exe)?$/i.test(program) && !runningModules.has(rest[at + 1] ?? '')
}

/** Replaces `$D` by the value that was set before. An unknown variable becomes `*`. */
function expandVariables(word: string, values: ReadonlyMap<string, string>): string {
  if (!word.includes('$')) return word
  const text = word.replace(
    /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^}]{0,200}\}|[0-9@*#?!-])/g,
    (_all, bare, braced) => {
      return values.get(bare ?? braced ?? '') ?? '*'
    },
  )
  return text.length > MAX_WORD_LENGTH ? '*' : text
}

interface SimpleCommand {
  readonly words: string[]
  /** The files after `>`. */
  readonly outputs: string[]
}

/** The simple commands of a line, each as its words without quotes. */
function splitCommands(text: string, system: Platform['system']): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [{ words: [], outputs: [] }]
  let word = ''
  let open = false
  let quote = ''
  let escaped = false
  // A command does not run the files that it only writes, and they change with every run.
  let written = false
  let last = ''
  const end = () => {
    if (open || word !== '') {
      const command = commands.at(-1)
      if (written) command?.outputs.push(word)
      else command?.words.push(word)
      written = false
    }
    word = ''
    open = false
  }
  const isPowerShell = system === 'win32'
  const escapeCharacter = isPowerShell ? '`' : '\\'
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (escaped) {
      word += character
      escaped = false
    } else if (character === escapeCharacter && quote !== "'") escaped = true
    else if (quote !== '') {
      if (character !== quote) word += character
      else if (isPowerShell && text[at + 1] === quote) word += text[++at]
      else quote = ''
    } else if (character === '"' || character === "'") {
      quote = character
      open = true
    } else if (/\s/.test(character) && character !== '\n') end()
    else if (character === '<' || character === '>') {
      end()
      written = character === '>' && last !== '<'
    } else if (character === '|' && last === '>') {
      // `>|` writes too.
    } else if (/[;|&()`\n]/.test(character)) {
      end()
      written = false
      if (commands.at(-1)?.words.length !== 0) commands.push({ words: [], outputs: [] })
    } else word += character
    last = character
  }
  end()
  return commands
}
