/** Finds programs that code in another language starts by a literal: `os.system("rm -rf /")`. */
import { findAwkShellCode } from '../computed/awk-programs.ts'
import { printsOnly } from '../computed/prints-only.ts'
import { normalizeQuotes } from '../computed/quoting.ts'
import { knownWord as word } from '../plain-words.ts'
import type { ShellWord } from '../types.ts'
import { findShellEscapes, unquotedPrograms } from './shell-escapes.ts'

export type StartedProgram =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly words: readonly ShellWord[] }
  /** A shell runs text that is known only at run time. */
  | { readonly kind: 'unseen'; readonly detail: string }

const literal = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\`(?:\\.|[^\`\\])*\`)`
const starter = String.raw`(?:(?<!["']|\$(?:db|dbh|pdo|conn|connection)->|\/[dgimsuvy]{0,4}\.)\b(?:system\d?|popen|popen2|exec\w*|spawn\w*|fork\w*|run|call|check_output|check_call|getoutput|getstatusoutput|Popen|shell_exec|passthru|proc_open|execute|sh|cmd|command|Command|capture2e?|capture3|pipeline|callCommand|callProcess|readProcess|shell|unix|do shell script|do script|shell-command(?:-to-string)?|run-program|run-shell-command|call-process|start-process|readpipe|create_subprocess_(?:shell|exec)|posix_spawnp?|doShellScript|Exec|ssystem|RunProcess|Run|EXEC)|\$(?=\`))`
const textCalls = new RegExp(
  `${starter}\\s*(?:\\(\\s*(?:os\\.P_\\w+\\s*,\\s*)?)?(?:r|f|b|u|~[cs])?(${literal})(?=\\s*(,?\\s*(?:(?:\\{\\s*args\\s*:\\s*)?\\[|c\\()([^\\])]{0,2000})[\\])])?)`,
  'g',
)
const listCalls = new RegExp(
  `${starter}\\s*\\(\\s*(?:new String\\[\\]\\s*|List\\.of|Arrays\\.asList)?[[({]\\s*((?:${literal}\\s*(?:,\\s*)?)+)[\\])}]`,
  'g',
)
/** `call-process "rm" nil nil nil "-rf" "/"`, `spawn("rm", "-rf", "/")`: one word after another. */
const wordCalls = new RegExp(`${starter}\\s*\\(?\\s*(${literal}(?:\\s*,?\\s*(?:nil|null|t|${literal})){1,20})`, 'g')
/** `"rm -rf /".execute()`, `"rm -rf /".!`, `Command::new("rm")`. */
const short = String.raw`(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')`
const methodCalls = new RegExp(
  `(${short})(?:\\s*\\.\\s*(?:execute\\s*\\(|!{1,2}|lazyLines|run\\s*\\()|\\s*!{1,2}(?:\\s|;|$))`,
  'g',
)
const builderCalls = new RegExp(
  `(?:Command::new|ProcessBuilder)\\s*\\(\\s*(${literal})((?:[^;]{0,400}?${literal})*)`,
  'g',
)
/** `Process.Start("rm", "-rf /")` of .NET: the arguments are one string. */
const dotnetStarts = new RegExp(`Process\\]?(?:\\.|::)Start\\s*\\(\\s*(${short})(?:\\s*,\\s*(${short}))?`, 'g')
const backticks = /`([^`]+)`/g
/** `["rm", "-rf", "/"].execute()` of Groovy. */
const executedLists = new RegExp(
  `\\[\\s*((?:${literal}\\s*(?:,\\s*)?){1,50})\\]\\s*(?:as String\\[\\]\\)?\\s*)?\\.\\s*execute\\s*\\(`,
  'g',
)
/** `open(F, "ls |")`, `open("|sh")`: a pipe instead of a file. */
const openedPipes = new RegExp(`\\bopen\\b[^;"'\\n]{0,40}(${literal})`, 'g')

/** `print | "cmd"` and `"cmd" | getline`. */
const awkPipes = /(\|&?\s*("(?:\\.|[^"\\])*"))|("(?:\\.|[^"\\])*")\s*\|&?\s*getline/g

const unquote = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => ({ n: '\n', t: '\t' })[char] ?? char)
const readLiterals = (text: string | undefined): readonly ShellWord[] =>
  [...(text ?? '').matchAll(new RegExp(literal, 'g'))].map(([one]) => word(unquote(one)))

/** `execvp("sh", ["sh", "-c", …])`: the list begins with the name that the program sees as its own. */
const withoutRepeatedName = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words.length > 2 && words[0]?.text.split('/').at(-1) === words[1]?.text.split('/').at(-1)
    ? [words[0], ...words.slice(2)].filter((one) => one !== undefined)
    : words

/** Strings that contain calls but that code only compares or replaces: `s.replace("os.system('rm')", "x")`. */
const comparedStrings = new RegExp(
  `(\\.(?:replace|replaceAll|includes|count|index|find|startswith|endswith)\\(\\s*)(${literal})(\\s*,\\s*${literal})?`,
  'g',
)
const withoutComparedStrings = (code: string): string =>
  code.replace(comparedStrings, (all, call: string, text: string) => (text.includes('(') ? `${call}""` : all))

export function findStartedPrograms(language: string, written: string): readonly StartedProgram[] {
  const escapes = findShellEscapes(language, written)
  if (escapes !== undefined) return escapes.map((text) => ({ kind: 'text', text }))
  if (printsOnly(language, written)) return []
  // In Wolfram's language, calls have square brackets.
  const { code, commands } = normalizeQuotes(
    language,
    withoutComparedStrings(language === 'wolfram' ? written.replaceAll('[', '(').replaceAll(']', ')') : written),
  )
  const found: StartedProgram[] = commands.map((text) => ({ kind: 'text', text }))
  for (const { 0: all, 1: text, 2: list, 3: inner, index } of code.matchAll(textCalls)) {
    // `'rm -rf ' + path`: the rest is known only at run time.
    const more = /^\s*(\+|\.(?!\w)|%)/.test(code.slice(index + all.length)) ? '…' : ''
    const first = unquote(text ?? '""') + more
    // `spawn('rm', ['-rf', '/'])`: the words are separate.
    found.push(
      list === undefined
        ? { kind: 'text', text: first }
        : { kind: 'command', words: withoutRepeatedName([word(first), ...readLiterals(inner)]) },
    )
  }
  for (const [, list] of [...code.matchAll(listCalls), ...code.matchAll(wordCalls), ...code.matchAll(executedLists)])
    found.push({ kind: 'command', words: withoutRepeatedName(readLiterals(list)) })
  for (const [, text] of code.matchAll(methodCalls)) found.push({ kind: 'text', text: unquote(text ?? '""') })
  for (const [, first, rest] of code.matchAll(builderCalls))
    found.push({ kind: 'command', words: [...readLiterals(first), ...readLiterals(rest)] })
  for (const [, program, args] of code.matchAll(dotnetStarts))
    found.push({ kind: 'text', text: `${unquote(program ?? '""')} ${unquote(args ?? '""')}` })
  for (const text of unquotedPrograms(language, code)) found.push({ kind: 'text', text })
  if (language === 'awk') {
    for (const [, , into, from] of code.matchAll(awkPipes))
      found.push({ kind: 'text', text: unquote(into ?? from ?? '""') })
    for (const text of findAwkShellCode(code))
      found.push(text === undefined ? { kind: 'unseen', detail: 'awk' } : { kind: 'text', text })
  }
  if (language === 'perl' || language === 'ruby')
    for (const [, file] of code.matchAll(openedPipes)) {
      const [, into, from] = /^\s*(?:\|(.+)|(.+)\|)\s*$/s.exec(unquote(file ?? '""')) ?? []
      const text = into ?? from
      if (text !== undefined && text !== '-') found.push({ kind: 'text', text })
    }
  if (/^(ruby|perl|php|julia|crystal|gnuplot)$/.test(language))
    for (const [, text] of code.matchAll(backticks)) found.push({ kind: 'text', text: text ?? '' })
  return found
}
