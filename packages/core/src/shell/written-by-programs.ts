/** What programs write into files out of their script or their input: `ed`, `patch`, `sponge`, `sed -n 'w x'`, `awk '{print > "x"}'`. */
import { foldCode } from './folding/fold.ts'
import { isProgram } from './started/guess.ts'
import { addedLines, newParts } from './started/sed-scripts.ts'
import type { ShellCommand, ShellInput } from './types.ts'
import { type CreatedFiles, findCreatedFile, writeFile } from './written-files.ts'

/** A file and the text that the program adds to it. */
type Written = readonly [path: string, text: string]
/** Finds the files from the arguments, and from the input if it is known. */
type Writer = (args: readonly string[], input: string | undefined) => readonly Written[]

/** Records what this program writes. What was in the file before stays, because an editor may keep it. */
export function writeByProgram(command: ShellCommand, created: CreatedFiles): void {
  const { name, words, stdin } = command
  const own = Object.hasOwn(writers, name) ? writers[name] : undefined
  if (own === undefined) return
  const input = filters.test(name) ? passedOnBy(command, created) : textOf(stdin)
  const args = words.slice(1).map(({ text }) => text)
  for (const [path, text] of own(args, input).slice(0, MAX_WRITTEN)) {
    const before = findCreatedFile(path, created)
    writeFile(path, before === undefined || before === text ? text : `${before}\n${text}`, created)
  }
}
const MAX_WRITTEN = 50

const textOf = (stdin: ShellInput): string | undefined =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined
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

/** `call setline(1, "text")` of vim. */
const setLines = (script: string): readonly string[] =>
  [...script.matchAll(/\b(?:setline|append)\([^"'\n]{0,40}(["'])([^\n]{0,1000}?)\1/g)].map(([, , text]) => text ?? '')

const ed: Writer = (args, input) => {
  const commands = args.filter((_text, at) => /^(-\w*c|--cmd)$/.test(args[at - 1] ?? ''))
  const attached = args.flatMap((text) => /^\+(.+)/s.exec(text)?.[1] ?? [])
  const script = [input ?? '', ...commands, ...attached].join('\n')
  const text = [inserted(script), ...newCommands(script.replace(/(^|[\n|])[%\d$.,]+(?=s)/g, '$1')), ...setLines(script)]
    .join('\n')
    .trim()
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

/** The scripts of sed or perl, and the files after them. */
function scriptAndFiles(args: readonly string[]): { readonly script: string; readonly files: readonly string[] } {
  const given = args.filter((_text, at) => /^(-\w*e|--expression)$/.test(args[at - 1] ?? ''))
  const [first = '', ...rest] = operandsIn(args, /^(-\w*[ef]|--expression|--file)$/)
  return given.length > 0 ? { script: given.join('\n'), files: [first, ...rest] } : { script: first, files: rest }
}

/** The parts of lines that `s/a/b/` puts in place of others, if a shell would run them: they begin with a program. */
const newCommands = (script: string): readonly string[] =>
  newParts(script).filter((text) => isProgram(text.trim().split(/\s/)[0] ?? '') && closesQuotes(text))
const closesQuotes = (text: string): boolean => {
  const plain = text.replace(/\s#.*$/s, '')
  return plain.split('"').length % 2 === 1 && plain.split("'").length % 2 === 1
}
const added = (script: string): string =>
  [...addedLines(script).filter(closesQuotes), ...newCommands(script)].join('\n')

const sed: Writer = (args, input) => {
  const { script, files } = scriptAndFiles(args)
  const text = added(script)
  const saved = [...script.matchAll(/(?:^|[;\n{\d$/\s])[wW]\s+([^\n;}]+)/g)]
  return [
    ...(editsFiles(args) && text !== '' ? files.map((path): Written => [path, text]) : []),
    ...saved.flatMap(([, path]) => into(path, input)),
  ]
}
const perl: Writer = (args) => (editsFiles(args) ? sed(args, undefined) : [])
const editsFiles = (args: readonly string[]): boolean => args.some((text) => /^(-[a-zA-Z]*i|--in-place)/.test(text))

const awk: Writer = (args, input) =>
  args
    .filter((text) => text.includes('print'))
    .flatMap((text) =>
      [
        ...foldCode('awk', text).matchAll(
          /\bprintf?\b\s*(?:\(\s*)?("(?:\\.|[^"\\])*")?[^;}\n>]{0,100}>>?\s*"([^"]+)"/g,
        ),
      ].flatMap(([, line, path]) =>
        into(path, line === undefined ? input : line.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')),
      ),
    )

const csplit: Writer = (args, input) =>
  ['00', '01'].flatMap((number) => into(`${optionValue(args, /^(-f|--prefix)/) ?? 'xx'}${number}`, input))

/** Programs whose output has lines of their input. */
const filters =
  /^g?(cat|iconv|tee|sort|uniq|head|tail|tac|cut|paste|grep|sed|awk|tr|nl|fold|fmt|expand|column|shuf|rev|envsubst)$/

/** What a filter prints at most: its input, the files that the text wrote, and what a script of sed adds. */
export function passedOnBy({ name, words, stdin }: ShellCommand, created: CreatedFiles): string | undefined {
  if (!filters.test(name)) return undefined
  const args = words.slice(1).map(({ text }) => text)
  const parts = [
    textOf(stdin),
    ...args.map((path) => findCreatedFile(path, created)),
    /^g?sed$/.test(name) ? added(scriptAndFiles(args).script) : undefined,
  ].filter((text) => text !== undefined && text !== '')
  return parts.length === 0 ? undefined : parts.join('\n')
}

const writers: Readonly<Record<string, Writer>> = {
  sponge: (args, input) => into(operandsIn(args)[0], input),
  sort: (args, input) => into(optionValue(args, /^(-o|--output)/), input),
  iconv: (args, input) => into(optionValue(args, /^(-o|--output)/), input),
  uniq: (args, input) => into(operandsIn(args, /^-[fsw]$/)[1], input),
  csplit,
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
  perl,
  ...Object.fromEntries(['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, awk])),
}
