/** Interpreters of other languages: where in their words the program text stands. */
import type { Carried } from './carriers.ts'
import type { ShellWord } from './types.ts'

export interface Interpreter {
  readonly language: string
  /** The options that hand over program text. */
  readonly flags: RegExp
  /** The options whose value is the next word. */
  readonly values?: RegExp
  /** A word of its own before the file (`deno run x.ts`). */
  readonly verb?: RegExp
  /** An option that names what is run (`python3 -mhook`), or only checks the text: the input is not run. */
  readonly instead?: RegExp
  /** An option with which it reads its input as program text whatever else it is given. */
  readonly interactive?: RegExp
}

const nodeFlags = /^(-[a-z]*[ep]+|--eval|--print)$/
const nodeValues =
  /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--input-type|--title)$/
const pythonRow: Interpreter = {
  language: 'python',
  flags: /^-[a-zA-Z]*c$/,
  values: /^-[WX]$/,
  instead: /^-[bBdEIOqsSuvx]*m./,
  interactive: /^-[bBdEIOqsSuvx]*i/,
}
const nodeRow: Interpreter = {
  language: 'javascript',
  flags: nodeFlags,
  values: nodeValues,
  instead: /^(-c|--check)$/,
  interactive: /^(-i|--interactive)$/,
}

const rows: Readonly<Record<string, Interpreter>> = {
  python: pythonRow,
  pypy: pythonRow,
  py: { ...pythonRow, instead: /^-(m.|0|-list)/ },
  ipython: pythonRow,
  node: nodeRow,
  nodejs: nodeRow,
  tsx: nodeRow,
  'ts-node': { ...nodeRow, values: /^(-r|--require|-P|--project|-O|--compilerOptions|--cwd)$/ },
  bun: { language: 'javascript', flags: /^(-e|--eval|-p|--print)$/, values: /^(-r|--preload|--cwd)$/, verb: /^run$/ },
  deno: { language: 'javascript', flags: /^eval$/, values: /^(-c|--config|--import-map)$/, verb: /^run$/ },
  perl: { language: 'perl', flags: /^-[a-zA-Z0-9]*[eE]$/, values: /^-I$/ },
  ruby: { language: 'ruby', flags: /^-[a-zA-Z]*e$/, values: /^-[rIE]$/, instead: /^-[nvwW]*c[nvwW]*$/ },
  irb: { language: 'ruby', flags: /^$/, values: /^-[rI]$/ },
  php: { language: 'php', flags: /^-r$/, values: /^-[dc]$/, instead: /^-l$/, interactive: /^-a$/ },
  tclsh: { language: 'tcl', flags: /^$/ },
  expect: { language: 'tcl', flags: /^-c$/ },
  jshell: { language: 'java', flags: /^$/ },
  octave: { language: 'octave', flags: /^--eval$/ },
  ghci: { language: 'haskell', flags: /^-e$/ },
  iex: { language: 'elixir', flags: /^(-e|--eval)$/ },
  lua: { language: 'lua', flags: /^-e$/ },
  osascript: { language: 'applescript', flags: /^-e$/ },
  emacs: { language: 'lisp', flags: /^--?(eval|execute)$/ },
  Rscript: { language: 'r', flags: /^-e$/ },
  R: { language: 'r', flags: /^-e$/ },
  julia: { language: 'julia', flags: /^(-[a-z]*[eE]|--eval)$/ },
  elixir: { language: 'elixir', flags: /^(-e|--eval)$/ },
  groovy: { language: 'groovy', flags: /^-e$/ },
  scala: { language: 'scala', flags: /^-e$/ },
  swift: { language: 'swift', flags: /^-e$/ },
  racket: { language: 'lisp', flags: /^-[a-z]*e$/ },
  guile: { language: 'lisp', flags: /^-c$/ },
  sbcl: { language: 'lisp', flags: /^--eval$/ },
  clojure: { language: 'lisp', flags: /^-[a-zA-Z]*e$/, instead: /^-[MXT]./ },
  clj: { language: 'lisp', flags: /^-[a-zA-Z]*e$/, instead: /^-[MXT]./ },
  bb: { language: 'lisp', flags: /^-e$/ },
  crystal: { language: 'crystal', flags: /^eval$/ },
  gdb: { language: 'gdb', flags: /^--?(ex|eval-command)$/ },
  nu: { language: 'nu', flags: /^(-[a-z]*c|--commands|-e|--execute)$/, values: /^(--config|--env-config|-I)$/ },
  xonsh: { language: 'xonsh', flags: /^-c$/, values: /^(--rc|--shell-type)$/ },
  elvish: { language: 'elvish', flags: /^-c$/, values: /^-rc$/ },
  awk: { language: 'awk', flags: /^$/ },
}

/** `python3.12` is `python`, `gawk` is `awk`. */
const family = (name: string): string =>
  name.replace(/^(g?awk|mawk|nawk)$/, 'awk').replace(/^(python|pypy|ruby|perl|php|lua)(?:jit)?[0-9.]*$/, '$1')

export function interpreterOf(name: string): Interpreter | undefined {
  const own = family(name)
  return Object.hasOwn(rows, own) ? rows[own] : undefined
}

/** `python3 -c'…'`, `node --eval='…'`: the text stands in the same word. */
function attached(row: Interpreter, word: ShellWord): ShellWord | undefined {
  const [, long, value] = /^(--[a-z-]+)=([\s\S]+)$/.exec(word.text) ?? []
  if (long !== undefined && value !== undefined) return row.flags.test(long) ? { ...word, text: value } : undefined
  // Only what no bundle of options holds is code.
  const [, flag, rest] = /^(-[a-zA-Z])([\s\S]*[^\w.=/:,+-][\s\S]*)$/.exec(word.text) ?? []
  return flag !== undefined && rest !== undefined && row.flags.test(flag) ? { ...word, text: rest } : undefined
}

export function codeOf(row: Interpreter, name: string, args: readonly ShellWord[]): readonly Carried[] {
  if (row.language === 'awk') {
    const text = args.find((word, at) => !word.text.startsWith('-') && !/^-[Fvf]$/.test(args[at - 1]?.text ?? ''))
    return text === undefined ? [] : [{ kind: 'code', language: row.language, text }]
  }
  const found = args.flatMap((word, at): readonly Carried[] => {
    const text = row.flags.test(word.text) ? args[at + 1] : attached(row, word)
    return text === undefined ? [] : [{ kind: 'code', language: row.language, text }]
  })
  const file = fileOf(row, args)
  if (found.length === 0 && file?.text.startsWith('<(')) return [{ kind: 'unseen', detail: `${name} ${file.text}` }]
  const interactive = args.findIndex(({ text }) => row.interactive?.test(text))
  const own = file === undefined ? args.length : args.indexOf(file)
  if (interactive !== -1 && interactive < own) return [...found, { kind: 'input', language: row.language, via: name }]
  if (found.length === 0 && row.instead !== undefined && args.some(({ text }) => row.instead?.test(text))) return []
  return found.length === 0 && (file === undefined || file.text === '-' || isInputFile(file.text))
    ? [{ kind: 'input', language: row.language, via: name }]
    : found
}

/** The file that it is given to run: the first word that is neither an option nor the value of one. */
function fileOf({ values, verb }: Interpreter, args: readonly ShellWord[]): ShellWord | undefined {
  const words = verb?.test(args[0]?.text ?? '') === true ? args.slice(1) : args
  return words.find(
    ({ text }, at) => (!text.startsWith('-') || text === '-') && values?.test(words[at - 1]?.text ?? '') !== true,
  )
}

/** The names under which a program can open its own standard input. */
export const isInputFile = (path: string): boolean => /^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(path)
