/** Finds what a program runs: which of its words, by the program's grammar, are a command, shell text or code. */

import { windowsText } from '../computed/windows-text.ts'
import { decodeBytes } from '../folding/decode-bytes.ts'
import { isInputFile, joinWords, knownWord } from '../plain-words.ts'
import type { Argument, ReadArguments } from '../programs/argument-state.ts'
import { grammarOf } from '../programs/index.ts'
import { readArguments } from '../programs/read-arguments.ts'
import type { ShellInput, ShellWord } from '../types.ts'
import { findStarter, groupedArguments } from './found-files.ts'
import { programOfSetting } from './settings.ts'
import { ownRow, special } from './special-programs.ts'

export type NestedProgram =
  /** The words are another command. */
  | {
      readonly kind: 'command'
      readonly words: readonly ShellWord[]
      readonly via: string
      /** The directory it runs in, if an option of the program names it. */
      readonly directory?: ShellWord
    }
  /** A shell will run the text. */
  | {
      readonly kind: 'text'
      readonly text: ShellWord
      readonly via: string
      readonly directory?: ShellWord
      readonly args?: readonly ShellWord[]
      readonly zero?: ShellWord
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: ShellWord }
  /** The file is run in this language. */
  | { readonly kind: 'script'; readonly path: ShellWord; readonly via: string; readonly language: string }
  /** A shell runs the output of another command, which is not known before. */
  | { readonly kind: 'unseen'; readonly detail: string }
  /** Its standard input is run by a shell, or as code. */
  | { readonly kind: 'input'; readonly language: string; readonly via: string }

/** `/usr/bin/rm` is `rm`, `RM.EXE` is `RM`. */
export const programName = (text: string): string => {
  const base = text.split(/[\\/]/).at(-1) ?? ''
  // `zf_rm` is the `rm` of a module of zsh.
  return base.replace(/\.exe$/i, '').replace(/^zf_(?=\w)/, '')
}

/** The programs and code that a command runs. `args` does not include the program's name. */
export function findNestedPrograms(
  name: string,
  args: readonly ShellWord[],
  stdin: ShellInput = { kind: 'none' },
): readonly NestedProgram[] {
  const exception = ownRow(special, name)
  if (exception !== undefined) return exception(args, name)
  const verb = /^git-([a-z][\w-]*)$/.exec(name)?.[1]
  if (verb !== undefined && grammarOf(name) === undefined)
    return [{ kind: 'command', words: [knownWord('git'), knownWord(verb), ...args], via: name }]
  const row = grammarOf(name)
  if (row === undefined) return []
  const read = readArguments(row, args)
  return findStarter(name)?.(read, stdin) ?? findByGrammar(name, read)
}

function findByGrammar(name: string, read: ReadArguments): readonly NestedProgram[] {
  const label = [name, ...read.verbs].join(' ')
  const isChecked = read.options.some((one) => one.name === '-n') && read.input.kind !== 'arguments' && isShell(read)
  if (isChecked && !read.options.some((one) => one.name === '-i')) return []
  const found = [...read.all.flatMap((one) => findByArgument(name, label, one, read)), ...findByGroups(label, read)]
  if (found.some((one) => one.kind === 'input' || one.kind === 'text' || one.kind === 'command')) return found
  const { kind, language } = read.input
  if (kind === 'shell') return [...found, { kind: 'input', language: 'sh', via: inputLabel(label, read) }]
  return kind === 'code' && language !== undefined ? [...found, { kind: 'input', language, via: label }] : found
}

/** Whether the row is that of a shell: `bash -c text`. */
const isShell = (read: ReadArguments): boolean => JSON.stringify(read.grammar.operands ?? '').includes('script:sh')

const findHost = (read: ReadArguments): string | undefined =>
  read.all.find((one) => one.kind === 'host' && one.option === undefined)?.word.text
const inputLabel = (label: string, read: ReadArguments): string => [label, findHost(read) ?? []].flat().join(' ')

function findByArgument(name: string, label: string, one: Argument, read: ReadArguments): readonly NestedProgram[] {
  const { kind, word, option, language = 'sh' } = one
  const via = option === undefined ? label : `${label} ${option}`
  switch (kind) {
    case 'shell':
      // `concurrently npm:watch-*` runs scripts of the package.
      return /^conc/.test(name) && packageScript.test(word.text) ? [] : [readShellText(one, name, via, read)]
    case 'filter':
      // `sudo` on the remote side uses the rights of the account there.
      return [{ kind: 'text', text: { ...word, text: word.text.replace(/^sudo (?=rsync$)/, '') }, via }]
    case 'code':
      return language === 'base64-powershell'
        ? windowsText.decode(word, via)
        : language === 'sh'
          ? [{ kind: 'text', text: word, via }]
          : [{ kind: 'code', language, text: word }]
    case 'script':
      return [
        ...readScriptArgument(word, option === undefined ? name : `${name} ${option}`, language),
        ...(option === undefined ? readFrameworkConsole(one, name, read) : []),
      ]
    case 'setting': {
      const text = programOfSetting(name, word)
      return text === undefined ? [] : text.map((each) => ({ kind: 'text', text: each, via }))
    }
    default:
      return []
  }
}

/** `python manage.py shell -c …`: the script is a program with its own arguments. */
function readFrameworkConsole(one: Argument, name: string, read: ReadArguments): readonly NestedProgram[] {
  if (!/(^|\/)(manage\.py|artisan|wp-cli\.phar|drush(\.php)?|occ|n98-magerun\d?\.phar|odoo-bin)$/.test(one.word.text))
    return []
  const rest = read.all.slice(read.all.indexOf(one) + 1).map(({ word }) => word)
  return [
    { kind: 'command', words: [{ ...one.word, text: one.word.text.replace(/\.(phar|php)$/, '') }, ...rest], via: name },
  ]
}

/** The words after the text of `sh -c` are `$0` and the arguments. */
function readShellText(one: Argument, name: string, via: string, read: ReadArguments): NestedProgram {
  if (one.position !== 0 || !isShell(read)) return { kind: 'text', text: one.word, via }
  const [zero, ...args] = read.all.slice(read.all.indexOf(one) + 1).map(({ word }) => word)
  return { kind: 'text', text: one.word, via: `${name} -c`, args, ...(zero === undefined ? {} : { zero }) }
}

/** Finds groups of words that together are one command or one text. */
function findByGroups(label: string, read: ReadArguments): readonly NestedProgram[] {
  const prefix = read.all.find((one) => one.kind === 'prefix')
  const directory = read.all.findLast((one) => one.kind === 'directory' && one.option !== undefined)?.word
  const there = directory === undefined ? {} : { directory }
  if (prefix !== undefined) {
    const rest = read.all.filter((one) => one.kind === 'command').map(({ word }) => word)
    if (prefix.word.known && /^\S+$/.test(prefix.word.text))
      return [
        { kind: 'command', words: [prefix.word, ...rest], via: `${label} ${prefix.option ?? ''}`.trim(), ...there },
      ]
    return [{ kind: 'text', text: joinWords([prefix.word, ...rest]), via: `${label} ${prefix.option}`, ...there }]
  }
  return groupedArguments(read).flatMap((group): readonly NestedProgram[] => {
    const words = group.map(({ word }) => word)
    const option = group[0]?.option
    const via =
      option !== undefined ? `${label} ${option}` : group[0]?.kind === 'words' ? inputLabel(label, read) : label
    // One word with spaces is a command line: `watchexec 'npm test'`.
    const [only] = words
    if (
      words.length === 1 &&
      only !== undefined &&
      only.known &&
      /^\S+\s+\S/.test(only.text) &&
      group[0]?.kind === 'command'
    )
      return [{ kind: 'text', text: only, via, ...there }]
    if (group[0]?.kind === 'command') return [{ kind: 'command', words: withoutApplet(words, option), via, ...there }]
    const text = joinWords(words)
    return [read.grammar.spelling === undefined ? { kind: 'text', text, via, ...there } : windowsText.read(text, via)]
  })
}

/** `cmake -E remove_directory x` is `rm -rf x`. */
function withoutApplet(words: readonly ShellWord[], option: string | undefined): readonly ShellWord[] {
  const [, program] = /^remove(_directory)?$/.exec(words[0]?.text ?? '') ?? []
  if (option !== '-E' || !/^remove(_directory)?$/.test(words[0]?.text ?? '')) return words
  return [knownWord('rm'), ...(program === undefined ? [] : [knownWord('-rf')]), ...words.slice(1)]
}

/** `node --import 'data:text/javascript,…'`: the code in an address. */
function codeOfAddress(text: string): string | undefined {
  const [, encoded, code] =
    /^data:(?:text|application)\/(?:java|type)script(?:;charset=[\w-]+)?(;base64)?,([\s\S]*)$/.exec(text) ?? []
  if (code === undefined) return undefined
  const plain = code.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return encoded === undefined ? plain : decodeBytes(plain, 'base64')
}

const packageScript = /^(npm|pnpm|yarn|bun|node|deno):[\w:.*-]+$/

/** A script that is the output of another command (`bash <(curl …)`) is not known before it runs. */
function readScriptArgument(path: ShellWord, via: string, language: string): readonly NestedProgram[] {
  if (path.text === '-' || isInputFile(path.text))
    return [
      { kind: 'input', language: language === 'make' ? 'sh' : language, via: via.includes(' ') ? `${via} -` : via },
    ]
  const code = codeOfAddress(path.text)
  if (code !== undefined) return [{ kind: 'code', language, text: { ...path, text: code } }]
  return /^(<\(|\/dev\/fd\/|\/proc\/self\/fd\/)/.test(path.text)
    ? [{ kind: 'unseen', detail: `${via} ${path.text}` }]
    : [{ kind: 'script', path, via, language }]
}
