/** Decides whether code in another language, inside a command, starts Hookline to weaken a guard. */
import { weakens } from '@hookline/core/sdk'
import { printsOnly, type ShellCommand } from '@hookline/core/shell'

const startsPrograms =
  /exec|spawn|system|popen|subprocess|fork|run\s*\(|call\s*\(|import|require|`|qx|Command|do (shell )?script/i
/** The files of the program, however they are reached. The package's library and its package.json are not among them. */
const programFile = /hookline["'`\s,)/\\]*[/\\]["'`\s,(]*(bin|dist)\b|\.bin[/\\"'`\s,]+hookline|hookline\.[cm]js/i
/** Modules with which code reads files, but starts nothing. */
const readingModules = /require\(\s*["'](node:)?(fs|fs\/promises|path|os|util|url|crypto)["']\s*\)/g
const loadsModules = /\b(require|import|runMain|Worker|Module|createRequire|execfile|runpy|load)\b|_load/
const startsProcess =
  /\b(exec\w*|spawn\w*|system|popen\w*|Popen|subprocess|fork|run|call|check_\w+|getoutput|passthru|shell_exec|proc_open|capture\w*|Command|qx|do shell script|do script)\b|`/
/** The name of the command, as a whole text or at its beginning. */
const namesCommand = /["'`]\s*([^"'`\s]*[/\\])?hookline(@[\w.-]+)?(\.cmd|\.exe)?(?=["'`\s])/i
/** Values that come from outside of the code, or that it computes. */
const computed =
  /argv|\benv\b|getenv|environ|<[A-Z]*>|&\s*\w|\.\.|\bENV\b|[@$]\w|\*ARGV|ARGV|read|open\s*\(|input|stdin|gets|fetch|atob|Buffer|base64|decode|fromCharCode|chr\s*\(|concat|reverse|\.\.\.|\+|%|\.format|\bf["']|\$\{/

export function codeWeakens({ code, words }: ShellCommand): boolean {
  if (code === undefined || !startsPrograms.test(code.text)) return false
  const text = code.text.replace(/(["'`])\s*[+.]\s*(["'`])/g, '')
  if (!/hookline/i.test(text)) return false
  // The search takes quadratic time, so longer code is refused.
  if (text.length > LONGEST || loadsProgram(text)) return true
  if (printsOnly(code.language, code.text)) return false
  return startsWithComputed(text) || holdsCommand(text) || hasCommand(words)
}

const LONGEST = 20_000

/** Code that loads the program passes its own arguments to it, wherever they come from. */
const loadsProgram = (text: string): boolean =>
  programFile.test(text) && loadsModules.test(text.replace(readingModules, '').replace(/require\.resolve\b/g, ''))

/** Calls that are written out: `"hookline list --json"`, `["hookline", "list"]`, `"hookline", ["list"]`. */
const writtenCall =
  /(["'`])(?:npx )?hookline\s+[^"'`$#\s][^"'`$#]*\1(?!\s*[+.%&])|(?:\[\s*(["'])hookline\2|(["'])hookline\3\s*,\s*\[\s*(["'])[^"'$#]*\4)(?:\s*,\s*(["'])[^"'$#]*\5)*\s*\](?!\s*[+.])/g
/** `subprocess.run(["hookline"] + sys.argv[1:])` */
function startsWithComputed(text: string): boolean {
  const rest = text.replace(writtenCall, ' ')
  return (namesCommand.test(rest) || programFile.test(rest)) && startsProcess.test(text) && computed.test(text)
}

/** Words of languages that are also commands of Hookline. They count only inside a string. */
const keywords = new Set(['import', 'new', 'export'])
function holdsCommand(text: string): boolean {
  const inStrings = [...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map((found) => found[2] ?? '').join(' ')
  return (
    suffixWeakens(split(inStrings)) ||
    suffixWeakens(split(text), (word) => !keywords.has(word) && /^[A-Za-z]/.test(word))
  )
}
const split = (text: string): readonly string[] => text.split(/[^\w.@$-]+/).filter((word) => word !== '')
const suffixWeakens = (words: readonly string[], counts = (word: string) => /^[A-Za-z]/.test(word)): boolean =>
  words.some((word, at) => counts(word) && weakens(words.slice(at, at + 6)))

/** The operands after the code reach it as its arguments, and it may pass on any of them. */
const hasCommand = (words: ShellCommand['words']): boolean =>
  words
    .slice(1, 200)
    .some(({ text }, at) => /^[a-z_-]+$/.test(text) && weakens(words.slice(at + 1).map((one) => one.text)))
