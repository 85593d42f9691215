/** Programs that code of another language starts, where a literal names them: `os.system("rm -rf /")`. */
import type { ShellWord } from './types.ts'

export type Started =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly words: readonly ShellWord[] }

const literal = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\`(?:\\.|[^\`\\])*\`)`
const starter = String.raw`\b(?:system|popen|popen2|exec\w*|spawn\w*|fork\w*|run|call|check_output|check_call|getoutput|getstatusoutput|Popen|shell_exec|passthru|proc_open|execute|sh|do shell script|\$)`
const texts = new RegExp(
  `${starter}\\s*(?:\\(\\s*)?(?:r|f|b|u)?(${literal})(?=\\s*(,\\s*\\[([^\\]]{0,2000})\\])?)`,
  'g',
)
const lists = new RegExp(`${starter}\\s*\\(\\s*[[(]\\s*((?:${literal}\\s*(?:,\\s*)?)+)[\\])]`, 'g')
const backticks = /`([^`]+)`|%x[{([]([^})\]]*)[})\]]|\bqx[{([/]([^})\]/]*)/g

/** `print | "cmd"` and `"cmd" | getline`. */
const awkPipes = /(\|&?\s*("(?:\\.|[^"\\])*"))|("(?:\\.|[^"\\])*")\s*\|&?\s*getline/g

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => ({ n: '\n', t: '\t' })[char] ?? char)
const word = (text: string): ShellWord => ({ text, known: true, glob: false })

export function startedBy(language: string, code: string): readonly Started[] {
  const found: Started[] = []
  for (const { 0: all, 1: text, 3: list, index } of code.matchAll(texts)) {
    // `'rm -rf ' + path`: the rest is known only when it runs.
    const more = /^\s*(\+|\.(?!\w)|%)/.test(code.slice(index + all.length)) ? '…' : ''
    const first = unquoted(text ?? '""') + more
    const args = [...(list ?? '').matchAll(new RegExp(literal, 'g'))].map(([one]) => word(unquoted(one)))
    // `spawn('rm', ['-rf', '/'])`: the words are apart.
    found.push(list === undefined ? { kind: 'text', text: first } : { kind: 'command', words: [word(first), ...args] })
  }
  for (const [, list] of code.matchAll(lists))
    found.push({
      kind: 'command',
      words: [...(list ?? '').matchAll(new RegExp(literal, 'g'))].map(([one]) => word(unquoted(one))),
    })
  if (language === 'awk')
    for (const [, , into, from] of code.matchAll(awkPipes))
      found.push({ kind: 'text', text: unquoted(into ?? from ?? '""') })
  if (language === 'perl')
    for (const [, list] of code.matchAll(/\b(?:system|exec)\s*\(?\s*qw\s*[({[/]([^)}\]/]*(?:\/[^)}\]]*)?)/g))
      found.push({ kind: 'text', text: list ?? '' })
  if (language === 'ruby' || language === 'perl' || language === 'php')
    for (const [, one, two, three] of code.matchAll(backticks))
      found.push({ kind: 'text', text: one ?? two ?? three ?? '' })
  return found
}
