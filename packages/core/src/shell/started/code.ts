/** Programs that code of another language starts, where a literal names them: `os.system("rm -rf /")`. */
import { awkTexts } from '../computed/awk-programs.ts'
import { printsOnly } from '../computed/prints-only.ts'
import { plainQuotes } from '../computed/quoting.ts'
import { knownWord as word } from '../plain-words.ts'
import type { ShellWord } from '../types.ts'
import { escapesOf, unquotedPrograms } from './shell-escapes.ts'

export type Started =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly words: readonly ShellWord[] }
  /** A shell runs text that cannot be read before. */
  | { readonly kind: 'unseen'; readonly detail: string }

const literal = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\`(?:\\.|[^\`\\])*\`)`
const starter = String.raw`(?:(?<!["']|\$(?:db|dbh|pdo|conn|connection)->|\/[dgimsuvy]{0,4}\.)\b(?:system\d?|popen|popen2|exec\w*|spawn\w*|fork\w*|run|call|check_output|check_call|getoutput|getstatusoutput|Popen|shell_exec|passthru|proc_open|execute|sh|cmd|command|Command|capture2e?|capture3|pipeline|callCommand|callProcess|readProcess|shell|unix|do shell script|do script|shell-command(?:-to-string)?|run-program|run-shell-command|call-process|start-process|readpipe|create_subprocess_(?:shell|exec)|doShellScript|Exec|ssystem|RunProcess|Run|EXEC)|\$(?=\`))`
const texts = new RegExp(
  `${starter}\\s*(?:\\(\\s*)?(?:r|f|b|u|~[cs])?(${literal})(?=\\s*(,?\\s*(?:(?:\\{\\s*args\\s*:\\s*)?\\[|c\\()([^\\])]{0,2000})[\\])])?)`,
  'g',
)
const lists = new RegExp(
  `${starter}\\s*\\(\\s*(?:new String\\[\\]\\s*|List\\.of|Arrays\\.asList)?[[({]\\s*((?:${literal}\\s*(?:,\\s*)?)+)[\\])}]`,
  'g',
)
/** `call-process "rm" nil nil nil "-rf" "/"`, `spawn("rm", "-rf", "/")`: words one after another. */
const several = new RegExp(`${starter}\\s*\\(?\\s*(${literal}(?:\\s*,?\\s*(?:nil|null|t|${literal})){1,20})`, 'g')
/** `"rm -rf /".execute()`, `"rm -rf /".!`, `Command::new("rm")`. */
const short = String.raw`(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')`
const methods = new RegExp(
  `(${short})(?:\\s*\\.\\s*(?:execute\\s*\\(|!{1,2}|lazyLines|run\\s*\\()|\\s*!{1,2}(?:\\s|;|$))`,
  'g',
)
const built = new RegExp(`(?:Command::new|ProcessBuilder)\\s*\\(\\s*(${literal})((?:[^;]{0,400}?${literal})*)`, 'g')
/** `Process.Start("rm", "-rf /")` of .NET: the arguments stand in one text. */
const dotnetStarts = new RegExp(`Process\\]?(?:\\.|::)Start\\s*\\(\\s*(${short})(?:\\s*,\\s*(${short}))?`, 'g')
const backticks = /`([^`]+)`/g
/** `["rm", "-rf", "/"].execute()` of Groovy. */
const executedLists = new RegExp(
  `\\[\\s*((?:${literal}\\s*(?:,\\s*)?){1,50})\\]\\s*(?:as String\\[\\]\\)?\\s*)?\\.\\s*execute\\s*\\(`,
  'g',
)
/** `open(F, "ls |")`, `open("|sh")`: a pipe in the place of a file. */
const openedPipes = new RegExp(`\\bopen\\b[^;"'\\n]{0,40}(${literal})`, 'g')

/** `print | "cmd"` and `"cmd" | getline`. */
const awkPipes = /(\|&?\s*("(?:\\.|[^"\\])*"))|("(?:\\.|[^"\\])*")\s*\|&?\s*getline/g

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => ({ n: '\n', t: '\t' })[char] ?? char)
const literalsIn = (text: string | undefined): readonly ShellWord[] =>
  [...(text ?? '').matchAll(new RegExp(literal, 'g'))].map(([one]) => word(unquoted(one)))

/** Texts with calls in them that code only compares or replaces in other texts: `s.replace("os.system('rm')", "x")`. */
const replaced = new RegExp(
  `(\\.(?:replace|replaceAll|includes|count|index|find|startswith|endswith)\\(\\s*)(${literal})(\\s*,\\s*${literal})?`,
  'g',
)
const withoutReplaced = (code: string): string =>
  code.replace(replaced, (all, call: string, text: string) => (text.includes('(') ? `${call}""` : all))

export function startedBy(language: string, written: string): readonly Started[] {
  const escaped = escapesOf(language, written)
  if (escaped !== undefined) return escaped.map((text) => ({ kind: 'text', text }))
  if (printsOnly(language, written)) return []
  // Functions of Wolfram's language have square brackets.
  const { code, commands } = plainQuotes(
    language,
    withoutReplaced(language === 'wolfram' ? written.replaceAll('[', '(').replaceAll(']', ')') : written),
  )
  const found: Started[] = commands.map((text) => ({ kind: 'text', text }))
  for (const { 0: all, 1: text, 2: list, 3: inner, index } of code.matchAll(texts)) {
    // `'rm -rf ' + path`: the rest is known only when it runs.
    const more = /^\s*(\+|\.(?!\w)|%)/.test(code.slice(index + all.length)) ? '…' : ''
    const first = unquoted(text ?? '""') + more
    // `spawn('rm', ['-rf', '/'])`: the words are apart.
    found.push(
      list === undefined
        ? { kind: 'text', text: first }
        : { kind: 'command', words: [word(first), ...literalsIn(inner)] },
    )
  }
  for (const [, list] of [...code.matchAll(lists), ...code.matchAll(several), ...code.matchAll(executedLists)])
    found.push({ kind: 'command', words: literalsIn(list) })
  for (const [, text] of code.matchAll(methods)) found.push({ kind: 'text', text: unquoted(text ?? '""') })
  for (const [, first, rest] of code.matchAll(built))
    found.push({ kind: 'command', words: [...literalsIn(first), ...literalsIn(rest)] })
  for (const [, program, args] of code.matchAll(dotnetStarts))
    found.push({ kind: 'text', text: `${unquoted(program ?? '""')} ${unquoted(args ?? '""')}` })
  for (const text of unquotedPrograms(language, code)) found.push({ kind: 'text', text })
  if (language === 'awk') {
    for (const [, , into, from] of code.matchAll(awkPipes))
      found.push({ kind: 'text', text: unquoted(into ?? from ?? '""') })
    for (const text of awkTexts(code))
      found.push(text === undefined ? { kind: 'unseen', detail: 'awk' } : { kind: 'text', text })
  }
  if (language === 'perl' || language === 'ruby')
    for (const [, file] of code.matchAll(openedPipes)) {
      const [, into, from] = /^\s*(?:\|(.+)|(.+)\|)\s*$/s.exec(unquoted(file ?? '""')) ?? []
      const text = into ?? from
      if (text !== undefined && text !== '-') found.push({ kind: 'text', text })
    }
  if (/^(ruby|perl|php|julia|crystal|gnuplot)$/.test(language))
    for (const [, text] of code.matchAll(backticks)) found.push({ kind: 'text', text: text ?? '' })
  return found
}
