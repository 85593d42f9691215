/** Computes what a command prints, if its text is enough: so `echo … | base64 -d | sh` is read as what it runs. */

import { decodeBytes, maxTextLength } from '../folding/decode-bytes.ts'
import type { ShellCommand, ShellWord } from '../types.ts'
import { findPrintedByCode, textFilters, wordPrinters } from './text-filters.ts'

/** `files` contains the files that the text itself wrote. */
export function outputOf(command: ShellCommand, files?: ReadonlyMap<string, string>): string | undefined {
  const args = command.words.slice(1)
  if (command.code?.known === true) {
    const code = args.find(
      (word) => word.known && word.text === command.code?.text.slice(0, word.text.length) && /\s|\(/.test(word.text),
    )
    const printed = code === undefined ? undefined : findPrintedByCode(command.code.language, code.text)
    if (printed !== undefined) return printed
  }
  const own = findPrinter(command.name)
  if (own === undefined || args.some((word) => !word.known || (word.glob && command.name !== 'tr'))) return undefined
  const shown = command.name === 'cat' ? readContents(args, files) : undefined
  const text =
    shown ??
    own(
      args.map((word) => word.text),
      inputText(command),
    )
  return text === undefined || text.length > maxTextLength ? undefined : text
}

/** What `cat` prints from files that the text wrote. */
function readContents(args: readonly ShellWord[], files: ReadonlyMap<string, string> | undefined): string | undefined {
  const paths = args.filter(({ text }) => !text.startsWith('-'))
  const contents = paths.map(({ text }) => files?.get(text.replace(/^(\.\/)+/, '')))
  return paths.length > 0 && contents.every((one) => one !== undefined) ? contents.join('') : undefined
}

export const inputText = ({ stdin }: ShellCommand): string | undefined =>
  stdin.kind === 'pipe' ? stdin.text : stdin.kind === 'text' && stdin.known ? stdin.text : undefined

function findPrinter(name: string): Printer | undefined {
  if (Object.hasOwn(printers, name)) return printers[name]
  const words = Object.hasOwn(wordPrinters, name) ? wordPrinters[name] : undefined
  if (words !== undefined) return words
  const filter = Object.hasOwn(textFilters, name) ? textFilters[name] : undefined
  if (filter === undefined) return undefined
  return (args, input) =>
    input === undefined && !/\bBEGIN\b/.test(args[0] ?? '') ? undefined : filter(args, input ?? '')
}

type Printer = (args: readonly string[], input: string | undefined) => string | undefined

const printers: Readonly<Record<string, Printer>> = {
  echo: (args) => {
    const flags = args.findIndex((word) => !/^-[neE]+$/.test(word))
    const words = flags === -1 ? [] : args.slice(flags)
    const escapes = args.slice(0, flags === -1 ? args.length : flags).some((flag) => flag.includes('e'))
    return `${escapes ? withoutEscapes(words.join(' ')) : words.join(' ')}\n`
  },
  printf: (args) => printf(args),
  cat: (args, input) => (args.every((word) => word === '-' || /^-[a-zA-Z]+$/.test(word)) ? input : undefined),
  tee: (_args, input) => input,
  rev: (args, input) =>
    args.length === 0
      ? input
          ?.split('\n')
          .map((line) => [...line].reverse().join(''))
          .join('\n')
      : undefined,
  openssl: (args, input) => {
    const line = args.join(' ')
    const decodes = /(^| )-d( |$)/.test(line) && /^(base64|enc .*-(a|base64)|enc -d -(a|base64))/.test(line)
    return decodes && !/-(in|aes|des|k|pass)/.test(line) ? decodeBytes(input?.replace(/\s/g, ''), 'base64') : undefined
  },
  base64: (args, input) =>
    args.every((word) => /^(-d|-D|--decode|-i|-di|-id)$/.test(word)) ? decodeInput(args, input, 'base64') : undefined,
  xxd: (args, input) =>
    args.join(' ').replace(/[- ]/g, '') === 'rp' || args.join(' ').replace(/[- ]/g, '') === 'pr'
      ? decodeBytes(input?.replace(/\s/g, ''), 'hex')
      : undefined,
}

const decodeInput = (args: readonly string[], input: string | undefined, encoding: 'base64'): string | undefined =>
  args.length === 0 ? undefined : decodeBytes(input?.replace(/\s/g, ''), encoding)

function printf(args: readonly string[]): string | undefined {
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args
  if (format === undefined || /%(?![s%b])/.test(format)) return undefined
  let used = 0
  let text = ''
  do {
    text += withoutEscapes(format).replace(/%[s%b]/g, (part) =>
      part === '%%' ? '%' : withoutEscapes(values[used++] ?? ''),
    )
  } while (used > 0 && used < values.length && text.length <= maxTextLength)
  return text
}

const withoutEscapes = (text: string): string =>
  text.replace(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[abefnrtv\\])/g, (_all, code: string) => {
    if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return { a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }[code] ?? '\\'
  })
