/** What a command line says about files, as text alone, in time linear in its length. A reading for fingerprints, never for execution. */
import type { Platform } from '../ports.ts'
import { wordsOf } from './words.ts'

export interface Word {
  readonly text: string
  /** In the place of a program, or what an interpreter is given to run. */
  readonly runs: boolean
  /** The interpreter before it, or '' where there is none. */
  readonly by: string
}
export interface CommandText {
  readonly words: readonly Word[]
  /** Operands of `cd` and `-C`, in order. */
  readonly entered: readonly { readonly to: string; readonly stays: boolean }[]
  /** What `PATH=` names. */
  readonly searched: readonly string[]
  /** What runs is said by a glob, or by an expansion that is not understood. */
  readonly vague: boolean
}

const interpreters =
  /^(.*\/)?(sh|bash|zsh|dash|ksh|fish|python[\d.]*|node|bun|deno|ruby|perl|pwsh|powershell|tsx|ts-node|source|\.|eval)(\.exe)?$/
const prefixes = /^(env|exec|command|nohup|time|sudo|nice|xargs|then|do|else|if|while|until|!|\{)$/
const assignment = /^([A-Za-z_]\w*)=(.*)$/s
const isVague = (word: string): boolean => /[*?[{$]/.test(word)
const longestWord = 4096

export function readCommandText(text: string, system: Platform['system']): CommandText {
  const found = {
    words: new Map<string, Word>(),
    entered: [] as CommandText['entered'][number][],
    searched: [] as string[],
  }
  const values = new Map<string, string>()
  const state = { vague: /[`]|\$\(/.test(text) }
  const add = (word: string, runs = false, by = '') => {
    if (word === '' || word.length > longestWord) return
    const known = found.words.get(word)
    if (known === undefined || (runs && !known.runs)) found.words.set(word, { text: word, runs, by })
    if (runs && isVague(word)) state.vague = true
  }
  const readCommand = (words: readonly string[], inner: boolean): void => {
    let expects: 'program' | 'script' | 'argument' = 'program'
    let by = ''
    for (const [at, raw] of words.entries()) {
      const word = expanded(raw, values)
      const before = words[at - 1] ?? ''
      const set = assignment.exec(word)
      if (set !== null) {
        const [, name = '', value = ''] = set
        values.set(name, value)
        add(value)
        if (name === 'PATH') found.searched.push(...value.split(':').filter((part) => part !== '' && !isVague(part)))
      }
      if ((before === 'cd' || before === 'pushd' || before === '-C') && !word.startsWith('-')) {
        if (isVague(word)) state.vague = true
        found.entered.push({ to: word, stays: before === '-C' })
      }
      const isPart = /[\s;|&()<>]/.test(word)
      if (isPart && inner && (before === 'eval' || /^-\w*c$/.test(before)))
        for (const command of commandsOf(word, system)) readCommand(command, false)
      else if (isPart && inner) for (const piece of wordsOf(word, backslashOf(system))) add(expanded(piece, values))
      if (word.startsWith('-')) add(word)
      else if (set !== null) add(word)
      else if (expects === 'argument') {
        add(word)
        // `timeout 5 sh x`: a program that runs another one for us.
        const runner = interpreters.exec(word)?.[2]
        if (runner !== undefined && runner !== '.') {
          expects = 'script'
          by = runner
        }
      } else {
        add(word, true, by)
        if (expects === 'program' && prefixes.test(word)) continue
        const runner: string | undefined = expects === 'program' ? interpreters.exec(word)?.[2] : undefined
        expects = runner === undefined ? 'argument' : 'script'
        by = runner ?? ''
      }
      if (before === '-m' && by.startsWith('python')) add(word.replaceAll('.', '/'), true, by)
    }
  }
  for (const command of commandsOf(text, system)) readCommand(command, true)
  return { ...found, words: [...found.words.values()], vague: state.vague }
}

const backslashOf = (system: Platform['system']) => (system === 'win32' ? 'stays' : 'escapes')

/** `$D` as it was set before; what is not known could be anything. */
function expanded(word: string, values: ReadonlyMap<string, string>): string {
  if (!word.includes('$')) return word
  const text = word.replace(
    /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^}]{0,200}\}|[0-9@*#?!-])/g,
    (_all, bare, braced) => {
      return values.get(bare ?? braced ?? '') ?? '*'
    },
  )
  return text.length > longestWord ? '*' : text
}

/** The simple commands of a line, each as its words with the quotes taken off. */
function commandsOf(text: string, system: Platform['system']): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  let word = ''
  let open = false
  let quote = ''
  let escaped = false
  // What a command only writes to is nothing it runs, and changes with every run.
  let written = false
  let last = ''
  const end = () => {
    if (open || word !== '') {
      if (!written) commands.at(-1)?.push(word)
      written = false
    }
    word = ''
    open = false
  }
  for (const character of text) {
    if (escaped) {
      word += character
      escaped = false
    } else if (character === '\\' && quote !== "'" && system !== 'win32') escaped = true
    else if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === '"' || character === "'") {
      quote = character
      open = true
    } else if (/\s/.test(character) && character !== '\n') end()
    else if (character === '<' || character === '>') {
      end()
      written = character === '>' && last !== '<'
    } else if (/[;|&()`\n]/.test(character)) {
      end()
      written = false
      if (commands.at(-1)?.length !== 0) commands.push([])
    } else word += character
    last = character
  }
  end()
  return commands.map((words) => (words[0] === 'tee' ? ['tee'] : words))
}
