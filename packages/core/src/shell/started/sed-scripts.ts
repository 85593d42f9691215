/** Reads scripts of sed: the commands that they run, and the text that they add. */

/** `1`, `$`, `/x/`, `1,/x/`, and a `!` after them. */
const address = String.raw`(?:(?:\d+|\$|\/[^/\n]*\/)(?:,[+~]?(?:\d+|\$|\/[^/\n]*\/))?[^\S\n]*)?(?:![^\S\n]*)?`
/** The position of a command, with its address. */
const command = String.raw`(?:^|[;\n{])[^\S\n]*${address}`
const programs = new RegExp(String.raw`${command}e(?:\s+|\\\n?)([^\n]+)`, 'g')
const runsInput = new RegExp(String.raw`${command}e[^\S\n]*(?:$|[;\n}])`)
const substitutions = new RegExp(String.raw`${command}s([^\w\s\\])`, 'g')
const additions = new RegExp(String.raw`${command}[aic]\\?[^\S\n]*\n?[^\S\n]*([^\n]+)`, 'g')

/** `1e rm x`, and `s/a/rm x/e`, which runs the resulting line. */
export function findSedPrograms(script: string): readonly string[] {
  const run = [...script.matchAll(programs)].map(([, text]) => text ?? '')
  const replaced = replacementsIn(script, /s([^\w\s\\])/g).filter(({ runs }) => runs)
  return [...run, ...replaced.slice(0, MAX_REPLACED).map(({ text }) => text)]
}
const MAX_REPLACED = 50

/** Whether a script runs what it reads: `e`, `s/a/b/e`. */
export const runsItsLines = (script: string): boolean =>
  runsInput.test(script) || replacementsIn(script).some(({ runs }) => runs)

/** The lines that a script adds: `1i text`, `$a\` and the text on the next line. */
export const addedLines = (script: string): readonly string[] =>
  [...script.matchAll(additions)].map(([, text]) => text ?? '')

/** The parts of lines that a script puts in place of others: `s/a/text/`. */
export const newParts = (script: string): readonly string[] =>
  replacementsIn(script)
    .slice(0, MAX_REPLACED)
    .map(({ text }) => text)

/** What each `s/a/b/` puts in place of a match, and whether it runs the line. */
function replacementsIn(
  script: string,
  beginning = substitutions,
): readonly { readonly text: string; readonly runs: boolean }[] {
  return [...script.matchAll(beginning)].map(({ index, 0: all, 1: mark = '' }) => {
    const pattern = findMark(script, index + all.length, mark)
    const end = findMark(script, pattern + 1, mark)
    return {
      text: script.slice(pattern + 1, end),
      runs: /^[gpiImM\d]*e/.test(script.slice(end + 1, end + 12)),
    }
  })
}

/** The position of the next mark without a backslash. The search is limited, because a sed command is short. */
function findMark(script: string, from: number, mark: string): number {
  for (let at = from; at < Math.min(script.length, from + 1_000); at++) {
    if (script[at] === '\\') at++
    else if (script[at] === mark) return at
  }
  return script.length
}
