/** Programs that run what they are given: which of their words is a command, which is shell text, which is code. */
import { executed } from './found-files.ts'
import { codeOf, interpreterOf, isInputFile } from './interpreters.ts'
import { bytes } from './output.ts'
import type { ShellWord } from './types.ts'
import { toShellText } from './windows-syntax.ts'
import { joinedText, wrapped, wrappers } from './wrappers.ts'

export type Carried =
  /** The words are a command of their own. */
  | { readonly kind: 'command'; readonly words: readonly ShellWord[]; readonly via: string }
  /** A shell will read the text. */
  | {
      readonly kind: 'text'
      readonly text: ShellWord
      readonly via: string
      readonly args?: readonly ShellWord[]
      readonly zero?: ShellWord
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: ShellWord }
  /** A shell reads this file. */
  | { readonly kind: 'script'; readonly path: ShellWord; readonly via: string }
  /** A shell reads what another command prints, which nobody has seen. */
  | { readonly kind: 'unseen'; readonly detail: string }
  /** Its standard input is read by a shell, or as code. */
  | { readonly kind: 'input'; readonly language: string; readonly via: string }

export const shells: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'mksh',
  'ash',
  'rbash',
  'fish',
  'tcsh',
  'csh',
])

/** `/usr/bin/rm` is `rm`, `RM.EXE` is `RM`. */
export const programName = (text: string): string => {
  const base = text.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/\.exe$/i, '')
}

/** A program may be called `toString`: only a row of the table's own counts. */
const rowOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** What the command hands on to be run. Words are its arguments, the name not among them. */
export function carriedBy(name: string, args: readonly ShellWord[]): readonly Carried[] {
  if (shells.has(name)) return shell(name, args)
  const own = rowOf(special, name)
  if (own !== undefined) return own(args, name)
  const interpreter = interpreterOf(name)
  if (interpreter !== undefined) return codeOf(interpreter, name, args)
  const wrapper = rowOf(wrappers, name)
  return wrapper === undefined ? [] : wrapped(name, wrapper, args)
}

function shell(name: string, args: readonly ShellWord[]): readonly Carried[] {
  const values = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file'])
  let text = false
  let checks = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]?.text ?? ''
    // `bash -n` reads the text without running it, unless the shell is interactive.
    if (/^-[a-zA-Z]*n[a-zA-Z]*$/.test(word) && !args.some((one) => /^(-[a-zA-Z]*i|\+[a-zA-Z]*n)/.test(one.text)))
      checks = true
    if (values.has(word)) at++
    // `bash -euo pipefail`: the last letter of a bundle takes the next word.
    else if (/^[-+][a-zA-Z]+o$/.test(word) && !word.includes('c')) at++
    else if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word) || word === '--command') text = true
    else if (word === '-s' || word === '-') return checks ? [] : [{ kind: 'input', language: 'sh', via: name }]
    else if (!/^[-+]./.test(word) || word === '--') {
      const given = args[word === '--' ? at + 1 : at]
      if (given === undefined) break
      if (checks) return []
      // The word after the text is `$0`.
      const [zero, ...after] = args.slice((word === '--' ? at + 1 : at) + 1)
      if (!text) return fromFile(given, name)
      return [{ kind: 'text', text: given, via: `${name} -c`, args: after, ...(zero === undefined ? {} : { zero }) }]
    }
  }
  return text || checks ? [] : [{ kind: 'input', language: 'sh', via: name }]
}

/** A script that is itself another command's output (`bash <(curl …)`) is read by nobody before it runs. */
const fromFile = (path: ShellWord | undefined, via: string): readonly Carried[] => {
  if (path === undefined) return []
  return /^(<\(|\/dev\/stdin$|\/dev\/fd\/|\/proc\/self\/fd\/)/.test(path.text)
    ? [{ kind: 'unseen', detail: `${via} ${path.text}` }]
    : [{ kind: 'script', path, via }]
}

const textOf = (word: ShellWord, text: string, via: string): Carried => ({ kind: 'text', text: { ...word, text }, via })

/** Programs with a grammar of their own. */
const special: Readonly<Record<string, (args: readonly ShellWord[], name: string) => readonly Carried[]>> = {
  eval: (args) => (args.length === 0 ? [] : [{ kind: 'text', text: joinedText(args), via: 'eval' }]),
  test: subscripts,
  '[': subscripts,
  let: subscripts,
  printf: subscripts,
  trap: (args) => {
    const text = args.find((word) => !/^-[lp]*$/.test(word.text) && word.text !== '--')
    return text === undefined || args.length < 2 ? [] : [{ kind: 'text', text, via: 'trap' }]
  },
  alias: (args) =>
    args
      .filter((word) => word.text.includes('='))
      .map((word) => textOf(word, word.text.replace(/^[^=]*=/, ''), 'alias')),
  find: executed,
  fd: executed,
  fdfind: executed,
  at: scheduled,
  batch: scheduled,
  source: (args) => fromFile(args[0], 'source'),
  '.': (args) => fromFile(args[0], '.'),
  tmux: typed,
  // `screen -dmS name rm x`: the name is no program.
  screen: (args, name) => {
    const at = args.findIndex((word) => /^-[dD]m/.test(word.text))
    return at === -1
      ? typed(args, name)
      : [{ kind: 'command', words: args.slice(at + (/S/.test(args[at]?.text ?? '') ? 2 : 1)), via: name }]
  },
  git: foreach,
  hub: foreach,
  vim: editor,
  vi: editor,
  nvim: editor,
  ex: editor,
  sed: (args) =>
    args.flatMap((word) => {
      // `s/a/rm x/e` runs what the line becomes.
      const [, , by] =
        /^[\d$,]*s([^\w\s])[^\n]{0,500}?\1([^\n]{0,500}?)\1[gpiImM\d]*e[gpiImM\d]*$/.exec(word.text) ?? []
      if (by !== undefined) return [textOf(word, by, 'sed e')]
      const [, text] = /^(?:[\d$,/]*)e (.+)$/.exec(word.text) ?? []
      return text === undefined ? [] : [textOf(word, text, 'sed e')]
    }),
  tar: (args) =>
    args.flatMap((word) => {
      const [, text] = /^--(?:checkpoint-action=exec|to-command|use-compress-program)=(.+)$/.exec(word.text) ?? []
      return text === undefined ? [] : [textOf(word, text, 'tar')]
    }),
  // Go has no option for it: its text comes as a file that is the input.
  go: (args) =>
    args[0]?.text === 'run' && args.some((word) => /^(-|\/dev\/stdin)$/.test(word.text))
      ? [{ kind: 'input', language: 'go', via: 'go run -' }]
      : [],
  make: (args) =>
    args.some(({ text }, at) => {
      const [, attached] = /^(?:-f|--(?:make)?file=)(.+)$/.exec(text) ?? []
      const file = attached ?? (/^(-f|--(make)?file)$/.test(args[at - 1]?.text ?? '') ? text : '')
      return file === '-' || isInputFile(file)
    })
      ? [{ kind: 'input', language: 'sh', via: 'make -f -' }]
      : args.flatMap((word) => (word.text.startsWith('<(') ? [{ kind: 'unseen', detail: `make ${word.text}` }] : [])),
  cmd: (args) => {
    const at = args.findIndex((word) => /^\/[ck]$/i.test(word.text))
    return at === -1 ? [] : [windowsText(joinedText(args.slice(at + 1)), 'cmd /c')]
  },
  powershell,
  pwsh: powershell,
}

/** `at now` reads its commands from the input; with a file, or to list and remove jobs, it does not. */
function scheduled(args: readonly ShellWord[], name: string): readonly Carried[] {
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*f/.test(text))
  const [, attached] = /^-[a-zA-Z]*f(.+)$/.exec(args[at]?.text ?? '') ?? []
  const path = at === -1 ? undefined : attached === undefined ? args[at + 1] : { ...args[at], text: attached }
  if (path !== undefined && !isInputFile(path.text)) return [{ kind: 'script', path: path as ShellWord, via: name }]
  return args.some(({ text }) => /^-[lrdcV]/.test(text)) ? [] : [{ kind: 'input', language: 'sh', via: name }]
}

/** Bash evaluates a subscript, `$(…)` and all, even between single quotes: `test -v 'a[$(rm x)]'`. */
function subscripts(args: readonly ShellWord[], name: string): readonly Carried[] {
  const said = args.filter((_word, at) => name !== 'printf' || args[at - 1]?.text === '-v')
  return said.flatMap((word) => {
    const [, text] = /^\w+\[[^\]]*?\$\(([^)]*)\)/.exec(word.text) ?? []
    return text === undefined || !word.known ? [] : [textOf(word, text, name)]
  })
}

/** A multiplexer types its last words into a shell, or starts them. */
function typed(args: readonly ShellWord[], via: string): readonly Carried[] {
  return args.filter((word) => /\s/.test(word.text)).map((text) => ({ kind: 'text', text, via }))
}

/** `git submodule foreach`, `git bisect run` and `git rebase --exec` hand their words to a shell. */
function foreach(args: readonly ShellWord[], name: string): readonly Carried[] {
  const each = args.findIndex((word, at) => word.text === 'foreach' && args[at - 1]?.text === 'submodule')
  const words = args.slice(each + 1).filter((word, at) => at > 0 || word.text !== '--recursive')
  if (each !== -1) return [{ kind: 'text', text: joinedText(words), via: `${name} submodule foreach` }]
  if (args[0]?.text === 'bisect' && args[1]?.text === 'run')
    return [{ kind: 'command', words: args.slice(2), via: `${name} bisect run` }]
  return args.flatMap((text, at) =>
    args[0]?.text === 'rebase' && /^(-x|--exec)$/.test(args[at - 1]?.text ?? '')
      ? [{ kind: 'text', text, via: `${name} rebase --exec` }]
      : [],
  )
}

/** `vim -c ':!rm x'`. */
function editor(args: readonly ShellWord[], name: string): readonly Carried[] {
  return args.flatMap((word) => {
    const [, text] = /^\+?:?\s*!(.+)$/.exec(word.text) ?? []
    return text === undefined ? [] : [textOf(word, text, name)]
  })
}

/** Its words are close enough to a shell's to be read as such, once a backslash is no escape. */
const windowsText = (word: ShellWord, via: string): Carried => textOf(word, toShellText(word.text), via)

function powershell(args: readonly ShellWord[], name: string): readonly Carried[] {
  for (const [at, { text }] of args.entries()) {
    const next = args[at + 1]
    if (/^-(e|ec|enc\w*)$/i.test(text)) {
      // UTF-16, of which every second byte of plain text is nothing.
      const plain = bytes(next?.text, 'base64')?.replaceAll('\0', '')
      return plain === undefined || next === undefined
        ? [{ kind: 'unseen', detail: `${name} ${text}` }]
        : [windowsText({ ...next, text: plain }, `${name} ${text}`)]
    }
    if (/^-(c(ommand)?|f(ile)?)$/i.test(text) && next?.text === '-')
      return [{ kind: 'input', language: 'sh', via: `${name} ${text} -` }]
    if (/^-c(ommand)?$/i.test(text)) return [windowsText(joinedText(args.slice(at + 1)), `${name} ${text}`)]
  }
  const bare = args.findIndex((_word, at) => !isPowershellOption(args[at] as ShellWord, at, args))
  if (name === 'powershell' && bare !== -1 && !args.some(({ text }) => /^-f(ile)?$/i.test(text)))
    return [windowsText(joinedText(args.slice(bare)), name)]
  return args.every(isPowershellOption) ? [{ kind: 'input', language: 'sh', via: name }] : []
}

const powershellValues =
  /^-(ex\w*|ep|w\w*|version|psconsolefile|inp\w*|o\w*|config\w*|wd|workingdirectory|settingsfile)$/i
const isPowershellOption = ({ text }: ShellWord, at: number, args: readonly ShellWord[]): boolean =>
  text === '-' || /^-(?!f(ile)?$)/i.test(text) || powershellValues.test(args[at - 1]?.text ?? '')
