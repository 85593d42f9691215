/** Computes the output of text filters for a known input: `tr`, `sed`, `cut`, `head`, `awk` and similar programs. */
import { foldCode } from '../folding/fold.ts'

type Filter = (args: readonly string[], input: string) => string | undefined

const splitLines = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')
const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const eachLine =
  (change: (line: string) => string | undefined): ((text: string) => string | undefined) =>
  (text) => {
    const lines = splitLines(text).map(change)
    return lines.every((line) => line !== undefined) ? joinLines(lines) : undefined
  }
const plainPattern = /^\^?[\w \-/:;,.~]*\$?$/

/** `-n 3`, `-n3`, `-3`, `--lines=3`. */
function count(args: readonly string[], letter: string, long: string): number | undefined {
  for (const [at, arg] of args.entries()) {
    const [, value] = new RegExp(`^(?:-${letter}|--${long}=)([+-]?\\d+)$`).exec(arg) ?? []
    if (value !== undefined) return Number(value)
    if (arg === `-${letter}` || arg === `--${long}`) return Number(args[at + 1])
    if (letter === 'n' && /^-\d+$/.test(arg)) return Number(arg.slice(1))
  }
  return undefined
}

const classes: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:space:]': ' \t\n\r',
  '[:blank:]': ' \t',
}
/** The characters of a set of `tr`. */
function expandSet(text: string): string {
  const plain = text
    .replace(/\[:\w+:\]/g, (name) => classes[name] ?? '')
    .replace(/\\([nrt\\]|[0-7]{1,3})/g, (_all, code: string) =>
      /^[0-7]/.test(code)
        ? String.fromCharCode(Number.parseInt(code, 8))
        : ({ n: '\n', r: '\r', t: '\t' }[code] ?? code),
    )
  return plain.replace(/([\s\S])-([\s\S])/g, (all, from: string, to: string) => {
    const length = to.charCodeAt(0) - from.charCodeAt(0) + 1
    return length > 0 && length < 300
      ? Array.from({ length }, (_, at) => String.fromCharCode(from.charCodeAt(0) + at)).join('')
      : all
  })
}

function tr(args: readonly string[], input: string): string | undefined {
  const options = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join('')
  const [first = '', second = ''] = args.filter((arg) => !/^-[a-zA-Z]+$/.test(arg)).map(expandSet)
  if (/[cC]/.test(options)) return undefined
  if (options.includes('d')) return [...input].filter((char) => !first.includes(char)).join('')
  if (options.includes('s') && second === '') return undefined
  return [...input]
    .map((char) => {
      const at = first.lastIndexOf(char)
      return at === -1 ? char : (second[Math.min(at, second.length - 1)] ?? char)
    })
    .join('')
}

/** Commands of `sed` that replace plain text; anything else is not followed. */
function sed(args: readonly string[], input: string): string | undefined {
  const own = args.filter((arg) => !/^(-e|-E|-r|-u|--expression|--regexp-extended)$/.test(arg))
  const [script, ...files] = own
  if (script === undefined || files.length > 0 || script.startsWith('-')) return undefined
  let text: string | undefined = input
  for (const command of script.split(/;(?=\s*(?:s|y)\W)/)) {
    const [, , from, to, flags] = /^\s*s([^\w\s\\])(.*?)\1(.*?)\1([gI]*)\s*$/.exec(command) ?? []
    if (from === undefined || to === undefined || text === undefined || !plainPattern.test(from) || /[\\&]/.test(to))
      return undefined
    const pattern = new RegExp(
      from.replace(/[./]/g, '\\$&'),
      (flags?.includes('g') ? 'g' : '') + (flags?.includes('I') ? 'i' : ''),
    )
    text = eachLine((line) => line.replace(pattern, () => to))(text)
  }
  return text
}

/** `1,3-5`, `2-`: returns a test for the selected positions. */
function ranges(text: string): ((at: number) => boolean) | undefined {
  const parts = text.split(',').map((part) => /^(\d*)(-?)(\d*)$/.exec(part))
  if (parts.some((part) => part === null)) return undefined
  return (at) =>
    parts.some((part) => {
      const [, from = '', dash = '', to = ''] = part ?? []
      return dash === '' ? at === Number(from) : at >= Number(from || 1) && (to === '' || at <= Number(to))
    })
}

function cut(args: readonly string[], input: string): string | undefined {
  const valueAfter = (letter: string, long: string): string | undefined => {
    const at = args.findIndex((arg) => arg.startsWith(`-${letter}`) || arg.startsWith(`--${long}`))
    const arg = args[at] ?? ''
    return at === -1
      ? undefined
      : arg === `-${letter}`
        ? args[at + 1]
        : arg.replace(new RegExp(`^(--${long}=|-${letter})`), '')
  }
  const characters = valueAfter('c', 'characters') ?? valueAfter('b', 'bytes')
  const fields = valueAfter('f', 'fields')
  const delimiter = valueAfter('d', 'delimiter') ?? '\t'
  const takes = ranges(characters ?? fields ?? '')
  if (takes === undefined) return undefined
  return eachLine((line) =>
    characters !== undefined
      ? [...line].filter((_char, at) => takes(at + 1)).join('')
      : line.includes(delimiter)
        ? line
            .split(delimiter)
            .filter((_field, at) => takes(at + 1))
            .join(delimiter)
        : line,
  )(input)
}

/** `{print}`, `{print $2, $3}`, `{print "text"}` and the same in `BEGIN`. */
function awk(args: readonly string[], input: string): string | undefined {
  const at = args.findIndex((arg) => arg.startsWith('-F'))
  const separator = at === -1 ? undefined : args[at] === '-F' ? args[at + 1] : args[at]?.slice(2)
  const [script = ''] = args.filter((_arg, index) => index !== at && !(args[at] === '-F' && index === at + 1))
  const [, begin, list] = /^\s*(BEGIN)?\s*\{\s*print\s*([^{}|>;]*)\s*;?\s*\}\s*$/.exec(script) ?? []
  if (list === undefined || (separator?.length ?? 1) > 1) return undefined
  const parts = list.trim() === '' ? ['$0'] : list.split(',')
  const print = (line: string): string | undefined => {
    const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator)
    const printed = parts.map((part) => awkValue(part, line, fields))
    return printed.every((text) => text !== undefined) ? printed.join(' ') : undefined
  }
  return begin === undefined ? eachLine(print)(input) : eachLine(print)('')
}
function awkValue(text: string, line: string, fields: readonly string[]): string | undefined {
  const parts = text.match(/"[^"]*"|\$\d+|\$NF|\S+/g) ?? []
  const values = parts.map((part) => {
    if (part.startsWith('"')) return part.slice(1, -1)
    if (part === '$0') return line
    if (part === '$NF') return fields.at(-1)
    return /^\$\d+$/.test(part) ? (fields[Number(part.slice(1)) - 1] ?? '') : undefined
  })
  return values.every((value) => value !== undefined) ? values.join('') : undefined
}

const base32 = (text: string): string | undefined => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/[\s=]/g, '')].map((char) => digits.indexOf(char.toUpperCase()))
  if (bits.some((value) => value === -1)) return undefined
  const all = bits.map((value) => value.toString(2).padStart(5, '0')).join('')
  return (all.match(/[01]{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

const noFiles = (args: readonly string[]): boolean => args.every((arg) => arg.startsWith('-') || /^\d+$/.test(arg))
const same: Filter = (args, input) => (noFiles(args) ? input : undefined)

/** Filters by name; each gets its arguments and its input. */
export const textFilters: Readonly<Record<string, Filter>> = {
  tr,
  sed,
  gsed: sed,
  cut,
  awk,
  gawk: awk,
  mawk: awk,
  head: (args, input) => {
    const bytes = count(args, 'c', 'bytes')
    const lines = count(args, 'n', 'lines') ?? 10
    if (!noFiles(args) || (bytes ?? lines) < 0) return undefined
    return bytes === undefined ? joinLines(splitLines(input).slice(0, lines)) : input.slice(0, bytes)
  },
  tail: (args, input) => {
    const bytes = count(args, 'c', 'bytes')
    const lines = count(args, 'n', 'lines') ?? 10
    if (!noFiles(args) || args.some((arg) => arg.includes('+')) || lines <= 0) return undefined
    return bytes === undefined ? joinLines(splitLines(input).slice(-lines)) : input.slice(-Math.abs(bytes))
  },
  tac: (args, input) => (args.length === 0 ? joinLines([...splitLines(input)].reverse()) : undefined),
  sort: (args, input) =>
    args.every((arg) => arg === '-u') ? joinLines([...new Set(splitLines(input))].sort()) : undefined,
  uniq: (args, input) => (args.length === 0 ? input : undefined),
  fold: same,
  expand: same,
  unexpand: same,
  strings: same,
  dos2unix: same,
  paste: (args, input) => {
    const [, delimiter = '\t'] = /^-s?d?(.*)$/.exec(args.join('')) ?? []
    return args.join('').startsWith('-s') ? `${splitLines(input).join(delimiter)}\n` : undefined
  },
  grep: (args, input) => {
    const [text, ...rest] = args.filter((arg) => !/^-[EFiw]+$/.test(arg))
    return text !== undefined && rest.length === 0 && plainPattern.test(text) && !/[.^$]/.test(text)
      ? joinLines(splitLines(input).filter((line) => line.toLowerCase().includes(text.toLowerCase())))
      : undefined
  },
  base32: (args, input) =>
    args.every((arg) => /^(-d|--decode|-i|-di)$/.test(arg)) && args.length > 0 ? base32(input) : undefined,
  xargs: (args, input) =>
    args.length === 0 || args.join(' ') === 'echo' ? `${input.trim().split(/\s+/).join(' ')}\n` : undefined,
}

/** Programs whose output depends only on their arguments. */
export const wordPrinters: Readonly<Record<string, (args: readonly string[]) => string | undefined>> = {
  dirname: (args) =>
    args.length > 0 && args.every((arg) => !arg.startsWith('-')) ? joinLines(args.map(directoryOf)) : undefined,
  basename: ([path, suffix, ...more]) =>
    path === undefined || path.startsWith('-') || more.length > 0
      ? undefined
      : `${(
          path
            .replace(/(.)\/+$/, '$1')
            .split('/')
            .at(-1) || '/'
        ).replace(new RegExp(`${(suffix ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`), '')}\n`,
  realpath: (args) => onlyPath(args, /^-[ems]$/),
  readlink: (args) => (args.some((arg) => /^-[fem]$/.test(arg)) ? onlyPath(args, /^-[fem]$/) : undefined),
  printenv: (args) => (args.length === 1 && args[0] === 'HOME' ? '~\n' : undefined),
  date: ([format, ...more]) =>
    format !== undefined && /^\+[^%]+$/.test(format) && more.length === 0 ? `${format.slice(1)}\n` : undefined,
}
const directoryOf = (path: string): string => {
  const own = path.replace(/(.)\/+$/, '$1')
  if (!own.includes('/')) return /^(~|\.\.)$/.test(own) ? `${own}/..` : '.'
  return own.replace(/\/+[^/]*$/, '') || '/'
}
const onlyPath = (args: readonly string[], options: RegExp): string | undefined => {
  const [path, ...more] = args.filter((arg) => !options.test(arg))
  return path === undefined || more.length > 0 || path.startsWith('-') ? undefined : `${path}\n`
}

const print =
  /^\s*(?:print|puts|echo|say|console\.log|io\.write|printf|process\.stdout\.write|sys\.stdout\.write|cat|p)\s*\(?\s*"((?:\\.|[^"\\])*)"\s*(?:,\s*end\s*=\s*""\s*)?\)?\s*;?\s*$/

/** The output of code that only prints a constant. */
export function findPrintedByCode(language: string, code: string): string | undefined {
  if (code.length > 2_000) return undefined
  const folded = foldCode(language, code).split('\n').at(-1) ?? ''
  const [, text] = print.exec(folded.replace(/'((?:[^'\\"])*)'/g, '"$1"')) ?? []
  return text === undefined ? undefined : `${text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')}\n`
}
