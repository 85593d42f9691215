/** What programs write into files out of their script or their input: `ed`, `patch`, `sponge`, `sed -n 'w x'`, `awk '{print > "x"}'`. */
import type { ShellWord } from './types.ts'
import { type CreatedFiles, findCreatedFile, writeFile } from './written-files.ts'

/** A file and the text that the program adds to it. */
type Written = readonly [path: string, text: string]
/** Finds the files from the arguments, and from the input if it is known. */
type Writer = (args: readonly string[], input: string | undefined) => readonly Written[]

/** Records what this program writes. What was in the file before stays, because an editor may keep it. */
export function writeByProgram(
  name: string,
  args: readonly ShellWord[],
  input: string | undefined,
  created: CreatedFiles,
): void {
  const own = Object.hasOwn(writers, name) ? writers[name] : undefined
  if (own === undefined) return
  const given = args.map(({ text }) => text)
  for (const [path, text] of own(given, input).slice(0, MAX_WRITTEN)) {
    const before = findCreatedFile(path, created)
    writeFile(path, before === undefined || before === text ? text : `${before}\n${text}`, created)
  }
}
const MAX_WRITTEN = 50

const operandsIn = (args: readonly string[], values = /(?!)/): readonly string[] =>
  args.filter((text, at) => (text === '-' || !text.startsWith('-')) && !values.test(args[at - 1] ?? ''))
const optionValue = (args: readonly string[], option: RegExp): string | undefined => {
  const at = args.findIndex((text) => option.test(text))
  return at === -1 ? undefined : args[at]?.replace(option, '').replace(/^=/, '') || args[at + 1]
}
const into = (path: string | undefined, text: string | undefined): readonly Written[] =>
  path === undefined || text === undefined ? [] : [[path, text]]

/** The lines that `a`, `i` and `c` of ed and ex insert, up to a line with a dot. */
const inserted = (script: string): string =>
  [...`${script}\n`.matchAll(/(?:^|[\n|])[\d$.,%+-]*(?:[aic]|append|insert|change)!?[\n|]([\s\S]*?)(?:\n\.(?=\n)|$)/g)]
    .map(([, text]) => text)
    .join('\n')

const ed: Writer = (args, input) => {
  const commands = args.filter((_text, at) => /^(-\w*c|--cmd)$/.test(args[at - 1] ?? ''))
  const attached = args.flatMap((text) => /^\+(.+)/s.exec(text)?.[1] ?? [])
  const script = [input ?? '', ...commands, ...attached].join('\n')
  const text = inserted(script)
  const saved = [...script.matchAll(/(?:^|[\n|])[\d$.,%]*(?:w|write|wq|saveas)!?[^\S\n]+(?!!)([^\s|]+)/g)]
  const paths = [...operandsIn(args, /^(-\w*c|--cmd|-p|-S|-u)$/), ...saved.map(([, path]) => path ?? '')]
  return text === '' ? [] : paths.filter((path) => path !== '-' && !path.startsWith('+')).map((path) => [path, text])
}

/** The lines that a patch adds, by file. */
const patch: Writer = (args, input) => {
  const [given] = operandsIn(args, /^(-[pidFDBzogVYr]|--\w+)$/)
  return [...(input ?? '').matchAll(/^\+\+\+ (?:[bwi]\/)?([^\t\n]+)[^\n]*\n((?:[-+ @\\][^\n]*(?:\n|$)|\n)*)/gm)].map(
    ([, path = '', hunks = '']) => [
      optionValue(args, /^(-o|--output)/) ?? given ?? path,
      [...hunks.matchAll(/^\+(.*)$/gm)].map(([, line]) => line).join('\n'),
    ],
  )
}

/** `1i text`, `$a\\` and the text on the next line. */
const address = String.raw`(?:\d+|\$|\/[^/\n]*\/)`
const addedLines = new RegExp(
  String.raw`(?:^|[;\n{])[^\S\n]*(?:${address}(?:,${address})?[^\S\n]*(?:![^\S\n]*)?)?[aic]\\?[^\S\n]*\n?[^\S\n]*([^\n]+)`,
  'g',
)

const sed: Writer = (args, input) => {
  const program = args.filter((_text, at) => /^(-\w*e|--expression)$/.test(args[at - 1] ?? ''))
  const [first = '', ...rest] = operandsIn(args, /^(-\w*[ef]|--expression|--file)$/)
  const script = program.length > 0 ? program.join('\n') : first
  const written = [...script.matchAll(/(?:^|[;\n{\d$/\s])[wW]\s+([^\n;}]+)/g)].flatMap(([, path]) => into(path, input))
  const added = [...script.matchAll(addedLines)].map(([, text]) => text).join('\n')
  const changesFile = args.some((text) => /^(-[a-zA-Z]*i|--in-place)/.test(text))
  return changesFile && added !== ''
    ? (program.length > 0 ? [first, ...rest] : rest).map((path) => [path, added])
    : written
}

const awk: Writer = (args, input) =>
  args.flatMap((text) =>
    [...text.matchAll(/\bprintf?\b\s*("(?:\\.|[^"\\])*")?[^;}\n>]{0,100}>>?\s*"([^"]+)"/g)].flatMap(([, line, path]) =>
      into(path, line === undefined ? input : line.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')),
    ),
  )

const writers: Readonly<Record<string, Writer>> = {
  sponge: (args, input) => into(operandsIn(args)[0], input),
  sort: (args, input) => into(optionValue(args, /^(-o|--output)/), input),
  iconv: (args, input) => into(optionValue(args, /^(-o|--output)/), input),
  uniq: (args, input) => into(operandsIn(args, /^-[fsw]$/)[1], input),
  split: (args, input) => into(`${operandsIn(args, /^-[abClnt]$/)[1] ?? 'x'}aa`, input),
  ...Object.fromEntries(['ed', 'red', 'ex', 'vi', 'vim', 'nvim'].map((name) => [name, ed])),
  patch,
  gpatch: patch,
  git: ([verb = '', ...args], input) =>
    /^(apply|am)$/.test(verb)
      ? patch(
          args.filter((text) => text.startsWith('-o')),
          input,
        )
      : [],
  sed,
  gsed: sed,
  ...Object.fromEntries(['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, awk])),
}
