/** Finds exit codes of a shell script with an unintended effect: a refusal inside `$( )`, and the exit code of a search. */
import type { Flaw } from '../reading.ts'
import { namesIn, type ShellFlow } from './flow.ts'
import type { ShellRun } from './walk.ts'

const setsErrexit = ({ runs }: ShellFlow): boolean =>
  runs.some(({ name, args }) => name === 'set' && args.some(({ text }) => /^-[a-z]*e|errexit/.test(text)))

/** Finds `result=$(check)`, where `check` refuses with `exit 2`, which ends only the subshell. */
export function capturedExits(flow: ShellFlow, text: string): readonly Flaw[] {
  const { runs, walked } = flow
  if (setsErrexit(flow)) return []
  return walked.subshells
    .filter(({ captured }) => captured)
    .flatMap(({ id, start, end }): readonly Flaw[] => {
      const called = runs.find((run) => run.subshells.at(-1) === id && refuses(run, flow))
      return called === undefined || isChecked(text, start, end)
        ? []
        : [{ kind: 'captured-exit', offset: start, name: called.name === 'exit' ? 'it' : called.name }]
    })
}

const isRefusal = ({ name, args }: ShellRun): boolean => name === 'exit' && args[0]?.text === '2'

const refuses = (run: ShellRun, { runs, walked }: ShellFlow): boolean =>
  isRefusal(run) ||
  (walked.functions.has(run.name) &&
    runs.some((one) => one.inside === run.name && one.subshells.length === 0 && isRefusal(one)))

/** The script uses the exit code of the subshell: in a condition, with `||`, or as `$?` after it. */
function isChecked(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
  const after = text.slice(end)
  return (
    /\b(?:if|elif|while|until)\b|!\s|\[\[?\s/.test(before) ||
    /^["']?[ \t]*(?:\|\||&&)/.test(after) ||
    /^[^\n]*(?:\n[ \t]*(?:#[^\n]*)?)*\n?[^\n]*\$\?/.test(after)
  )
}

/** Finds `grep -q x list; exit $?`: 1 means no match, but 2 means that the file cannot be read. */
export function handedOnExits({ runs }: ShellFlow, text: string): readonly Flaw[] {
  if (/(?:\[|\btest)\s+(?:!\s+)?-[frse]\s|-(?:ge|eq)\s+["']?2|-gt\s+["']?1\b|^\s*2\)|\|\s*[2-9]\)/m.test(text))
    return []
  return runs.flatMap((run, at): readonly Flaw[] => {
    if (!/^(?:[ef]?grep|rg|diff|cmp)$/.test(run.name) || !readsNamedFile(run) || run.inside !== undefined) return []
    const next = runs[at + 1]
    const isDirect = next !== undefined && isExitWith(next, '?')
    const kept = next?.assigns.find(({ value }) => namesIn(value).includes('?'))?.name
    const isKept = kept !== undefined && runs.slice(at + 2).some((one) => isExitWith(one, kept))
    return (isDirect || isKept) && isBare(text, run)
      ? [{ kind: 'handed-on-exit', offset: run.offset, name: run.name }]
      : []
  })
}

const isExitWith = ({ name, args }: ShellRun, variable: string): boolean =>
  name === 'exit' && namesIn(args[0]).includes(variable)

const readsNamedFile = ({ args, stdin }: ShellRun): boolean =>
  stdin.kind === 'script' && args.filter(({ text }) => !/^-/.test(text)).length === 2

/** Nothing on its line handles the exit code. */
const isBare = (text: string, { end }: ShellRun): boolean =>
  /^[^\n]*/.exec(text.slice(end))?.[0].includes('||') !== true
