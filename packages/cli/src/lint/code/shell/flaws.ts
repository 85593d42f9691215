/** Finds defects in the flow of a shell script: raw values in JSON, stdin read twice, variables lost in a subshell. */
import type { WordPart } from 'unbash'
import { hole } from '../programs/tokens.ts'
import type { Flaw, Output } from '../reading.ts'
import { jqFilter, type ShellFlow } from './flow.ts'
import { type Hole, nameOf, type ShellText } from './text.ts'
import type { ShellAssignment, ShellRun } from './walk.ts'

const jsonKey = /"[\w-]+"\s*:/
/** Commands whose output cannot break a JSON string, or that escape it. */
const harmless =
  /\bjq\b[^|]*\s(-\w*R|--raw-input)|@json\b|\btojson\b|json\.dumps|JSON\.stringify|escape|\bjq\s+(-\w+\s+)*-\w*n|^\$\(\s*(date|wc|whoami|hostname|uname|nproc|id|pwd|git rev-parse|basename "\$0")\b|\|\s*(wc|base64|sha256sum|md5sum|tr -cd)\b/

/** `a` always runs before `b`: it is in the same branches, or in fewer. */
export const sameWay = (a: Pick<ShellRun, 'blocks'>, b: Pick<ShellRun, 'blocks'>): boolean =>
  a.blocks.every((block, at) => b.blocks[at] === block)

/** Finds raw values between the quotation marks of a JSON text. */
export function pastedIn(flow: ShellFlow): readonly Flaw[] {
  return flow.runs.flatMap((run): readonly Flaw[] => {
    const document =
      run.stdin.kind === 'text' && run.stdin.document && /^(cat|tee)$/.test(run.name) ? run.stdin.text : undefined
    if (document !== undefined) {
      const found = rawIn(document, run, flow)
      return found === undefined ? [] : [{ kind: 'pasted', offset: found.part.pos }]
    }
    if (run.name === 'jq' && pastedIntoJq(run, flow)) return [{ kind: 'pasted', offset: run.offset }]
    if (/^[gm]?awk$/.test(run.name) && pastedByAwk(run, flow)) return [{ kind: 'pasted', offset: run.offset }]
    const inAssigned = run.assigns.find(({ value }) => value !== undefined && rawIn(value, run, flow) !== undefined)
    if (inAssigned !== undefined) return [{ kind: 'pasted', offset: inAssigned.offset }]
    const pasted =
      run.name === 'printf'
        ? formatted(run, flow)
        : run.name === 'echo' && run.args.some((arg) => rawIn(arg, run, flow) !== undefined)
    return pasted ? [{ kind: 'pasted', offset: run.offset }] : []
  })
}

function rawIn(text: ShellText, run: ShellRun, flow: ShellFlow): Hole | undefined {
  if (!jsonKey.test(text.text)) return undefined
  return text.holes.find(({ index, part }) => isQuoted(text.text, index) && isRaw(part, run, flow, new Set()))
}

/** Finds `jq -n "{a: \\"$x\\"}"`, where the value becomes a part of the program. */
function pastedIntoJq(run: ShellRun, flow: ShellFlow): boolean {
  const filter = jqFilter(run)
  if (filter === undefined || !/\{[^}]*:/.test(filter.text)) return false
  return filter.holes.some(({ index, part }) => isQuoted(filter.text, index) && isRaw(part, run, flow, new Set()))
}

/** Finds `awk -v c="$x" 'BEGIN { printf "{\\"a\\":\\"%s\\"}", c }'`. */
const pastedByAwk = (run: ShellRun, flow: ShellFlow): boolean =>
  run.args.some(({ text }) => /\\"[\w-]+\\"\s*:\s*\\"[^,}]*(?:%s|"\s*\w)/.test(text)) &&
  run.args.some((arg) => /^\w+=/.test(arg.text) && arg.holes.some(({ part }) => isRaw(part, run, flow, new Set())))

/** Finds `printf '{"a":"%s"}' "$x"` with a raw value for a `%s` between quotation marks. */
function formatted(run: ShellRun, flow: ShellFlow): boolean {
  const [format, ...values] = run.args.filter(({ text }) => text !== '--')
  if (format === undefined) return false
  if (rawIn(format, run, flow) !== undefined) return true
  if (!jsonKey.test(format.text)) return false
  const conversions = [...format.text.matchAll(/%(?:%|[-+ 0#]*\d*(?:\.\d+)?([a-zA-Z]))/g)].filter(
    ([, kind]) => kind !== undefined,
  )
  return conversions.some(({ 1: kind, index }, at) => {
    const value = values[at]
    return (
      kind === 's' &&
      value !== undefined &&
      isQuoted(format.text, index) &&
      value.holes.some(({ part }) => isRaw(part, run, flow, new Set()))
    )
  })
}

/** Whether an index is inside a JSON string. */
function isQuoted(text: string, index: number): boolean {
  let inside = false
  for (let at = text.search(/[{[]/); at >= 0 && at < index; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') inside = !inside
  }
  return inside
}

/** The value may contain a quotation mark, a backslash or a line break. */
function isRaw(part: WordPart, run: ShellRun, flow: ShellFlow, seen: Set<string>): boolean {
  if (part.type === 'CommandExpansion')
    return !(afterSed(part.text) ?? (harmless.test(part.text) || callsEscaper(part.text, flow)))
  if (part.type === 'ParameterExpansion' && part.prefix === '#') return false
  if (part.type === 'ParameterExpansion' && part.operation?.type === 'Replace') return unescapes.test(part.text)
  const name = nameOf(part)
  if (name === undefined || /^[?#$!-]$/.test(name) || seen.has(name)) return false
  seen.add(name)
  if (/^[\d@*]+$/.test(name)) return argumentIsRaw(name, run, flow, seen)
  if (flow.payload.has(name) || flow.isRead(name)) return true
  const assigned = flow.assigned.get(name)
  if (assigned === undefined) return !flow.walked.loopVariables.has(name) && !/^[A-Z][A-Z0-9_]*$/.test(name)
  return assigned.some(({ value }) => value !== undefined && holdsRaw(value, run, flow, seen))
}

/** `${x//\\\"/\"}` turns an escaped quotation mark into a plain one. */
const unescapes = /^\$\{\w+\/\/?["']?\\\\[^/]*"["']?\/["']?\\?"["']?\}$/

/**
 * Whether text is safe inside a JSON string after the `sed` programs in a command; undefined if they do not change it.
 * Escaping or replacing quotation marks makes it safe. Text extracted from JSON is still escaped, unless a later
 * substitution unescapes it, or the pattern stops at an escaped quotation mark.
 */
function afterSed(command: string): boolean | undefined {
  if (!/\bsed\b/.test(command)) return undefined
  let safe: boolean | undefined
  for (const [, , pattern = '', replacement = ''] of command.matchAll(substitution)) {
    if (/\\\\/.test(replacement)) safe = true
    else if (/\\\\/.test(pattern) && /"/.test(replacement)) safe = false
    else if (/\[\^"\]/.test(pattern) && /\\\d/.test(replacement)) safe = false
    else if (/"/.test(pattern) && !/"/.test(replacement)) safe = true
  }
  return safe
}
const substitution = /(?<![\w\\])s([/|#,!@~])((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1/gs

const holdsRaw = (value: ShellText, run: ShellRun, flow: ShellFlow, seen: Set<string>): boolean =>
  /["\n]/.test(value.text) || value.holes.some(({ part }) => isRaw(part, run, flow, seen))

/** Whether any call of the function passes a raw argument. Without a call nothing is known. */
function argumentIsRaw(name: string, run: ShellRun, flow: ShellFlow, seen: Set<string>): boolean {
  const calls = run.inside === undefined ? [] : flow.runs.filter((one) => one.name === run.inside)
  if (calls.length === 0) return run.inside !== undefined
  return calls.some((call) => {
    const given = /^\d+$/.test(name) ? call.args.slice(Number(name) - 1, Number(name)) : call.args
    return given.some((value) => holdsRaw(value, call, flow, new Set(seen)))
  })
}

/** True for `$(json_string "$x")`, where a function of the script escapes the value. */
function callsEscaper(text: string, flow: ShellFlow): boolean {
  const called = /^\$\(\s*([\w-]+)/.exec(text)?.[1]
  if (called === undefined || !flow.walked.functions.has(called)) return false
  return flow.runs.some(
    (run) =>
      run.inside === called &&
      (/^(jq|python3?|node|sed|perl|awk)$/.test(run.name) || run.args.some(({ text: arg }) => /\\"/.test(arg))),
  )
}

/** Finds `exit` inside a pipe or parentheses, which ends only that part. */
export function exitsInSubshells({ walked, runs }: ShellFlow, text: string): readonly Flaw[] {
  const setsExit = runs.some(
    ({ name, args }) => name === 'set' && args.some(({ text: arg }) => /^-[a-z]*e|errexit/.test(arg)),
  )
  if (setsExit) return []
  const exits = runs.filter(
    ({ name, args, subshells }) => name === 'exit' && subshells.length > 0 && args[0]?.text !== '0',
  )
  return walked.subshells
    .filter(({ captured }) => !captured)
    .flatMap(({ id, start, end }) => {
      const exit = exits.find((run) => run.subshells.at(-1) === id)
      const goesOn =
        exit !== undefined && runs.some((run) => run.offset >= end && sameWay(run, exit) && !run.subshells.includes(id))
      const isAsked = /\b(?:if|elif|while|until)\b[^\n]*$|!\s*$/.test(
        text.slice(text.lastIndexOf('\n', start) + 1, start),
      )
      const isUsed = /^\s*(?:\)\s*)?(?:\|\||&&|;?\s*(?:exit|return)\s+["']?\$\?|\|(?!\|))/.test(text.slice(end))
      return exit === undefined || !goesOn || isAsked || isUsed || exit.inside !== undefined
        ? []
        : [{ kind: 'exit-in-subshell' as const, offset: exit.offset, name: exit.args[0]?.text ?? '' }]
    })
}

/** Finds a reply in a branch that does not end the script, so that another reply follows. */
export function twoReplies({ runs }: ShellFlow, outputs: readonly Output[]): readonly Flaw[] {
  const printing = runs.filter(
    (run) =>
      run.inside === undefined &&
      outputs.some(
        ({ offset, to, reply }) => reply !== undefined && to === 'stdout' && offset >= run.offset && offset < run.end,
      ),
  )
  return printing.flatMap((run): readonly Flaw[] => {
    const ends = runs.some(
      (one) =>
        one.offset > run.offset &&
        sameWay(one, run) &&
        /^(exit|return|exec|break|continue)$/.test(one.name) &&
        one.blocks.length === run.blocks.length,
    )
    const next = printing.find(
      (one) => one.offset > run.end && one.blocks.length < run.blocks.length && sameWay(one, run),
    )
    const between =
      next !== undefined &&
      runs.some((one) => one.name === 'exit' && one.offset > run.end && one.offset < next.offset && sameWay(one, next))
    return ends || next === undefined || between ? [] : [{ kind: 'two-replies', offset: run.offset }]
  })
}

/** Finds `grep -q x "$command"`, where grep takes the text of the command as a file name. */
export function findTextUsedAsFile(flow: ShellFlow): readonly Flaw[] {
  const fromEvent = new Set(
    flow.runs.flatMap((run) =>
      run.into !== undefined && /\.(command|prompt|content|text)\b/.test(flow.jqProgramOf(run)?.text ?? '')
        ? [run.into]
        : [],
    ),
  )
  return flow.runs.flatMap((run): readonly Flaw[] => {
    if (!/^([ef]?grep|rg)$/.test(run.name) || run.args.some(({ text }) => /^-[A-Za-z]*[efrR]$|^--/.test(text)))
      return []
    const [, file, ...more] = run.args.filter(({ text }) => !/^-./.test(text))
    const [only] = file?.text === hole ? file.holes : []
    const name = only === undefined ? undefined : nameOf(only.part)
    return more.length === 0 && name !== undefined && fromEvent.has(name)
      ? [{ kind: 'text-as-file', offset: run.offset, name: `${run.name} … "$${name}"` }]
      : []
  })
}

/** Finds `python3 < x.py` and `cat x.js | node -`, where the program replaces the event on stdin. */
export function programsFromFiles(flow: ShellFlow): readonly Flaw[] {
  return flow.runs.flatMap((run): readonly Flaw[] => {
    if (!/^(python[\d.]*|node|bun|deno|ruby|perl|php|sh|bash|zsh|dash|ksh)$/.test(run.name)) return []
    const isProgramRead = run.args[0]?.text === '-'
    if (
      (!isProgramRead && run.args.some(({ text }) => text !== '-' && !/^-[a-zA-Z]$/.test(text))) ||
      run.args.some(({ text }) => /^-[ceps]$/.test(text))
    )
      return []
    const { stdin } = run
    const fromFile =
      stdin.kind === 'file' ||
      (stdin.kind === 'script' && /^-$/.test(run.args[0]?.text ?? '')) ||
      (stdin.kind === 'pipe' &&
        stdin.from.length === 1 &&
        stdin.from.every(({ name, args }) => name === 'cat' && args.some(({ text }) => /^[^-].*\.\w+$/.test(text))))
    return fromFile ? [{ kind: 'program-on-stdin', offset: run.offset, name: run.name }] : []
  })
}

/** Finds a second reader of stdin, which gets nothing because the first has read all of it. */
export function readTwice(flow: ShellFlow): readonly Flaw[] {
  if (flow.runs.some(({ name, stdin }) => name === 'exec' && stdin.kind !== 'script')) return []
  const readers = flow.runs
    .filter((run) => run.inside === undefined && (flow.takesStdin(run) === 'all' || flow.callTakesStdin(run)))
    .toSorted((a, b) => a.offset - b.offset)
  return readers.flatMap((run, at): readonly Flaw[] => {
    const first = readers.slice(0, at).find((one) => one.end <= run.offset && sameWay(one, run))
    const drains = run.name === 'cat' && run.out === 'elsewhere' && run.into === undefined && run.subshells.length === 0
    return first === undefined || drains
      ? []
      : [{ kind: 'read-twice', offset: run.offset, name: first.name || 'the first command' }]
  })
}

/** Finds a variable that is set inside a part of a pipe and read after it, when the value is lost. */
export function subshellLosses({ walked, runs }: ShellFlow): readonly Flaw[] {
  if (runs.some(({ name, args }) => name === 'shopt' && args.some(({ text }) => text === 'lastpipe'))) return []
  const inside = new Map<number, ShellAssignment[]>()
  for (const { assigns, subshells } of runs)
    for (const id of assigns.length === 0 ? [] : subshells) inside.set(id, [...(inside.get(id) ?? []), ...assigns])
  return walked.subshells
    .filter(({ captured, id }) => !captured && inside.has(id))
    .flatMap(({ id, start, end }) => {
      const lost = inside.get(id) ?? []
      return lost.filter(({ name, offset }, at) => {
        if (lost.findIndex((one) => one.name === name) !== at || offset < start) return false
        const set = runs
          .flatMap((run) => (run.subshells.includes(id) ? [] : run.assigns))
          .filter((one) => one.name === name)
        const before = set.some((one) => one.offset < start)
        const again = Math.min(...set.map((one) => one.offset).filter((one) => one > end), Number.POSITIVE_INFINITY)
        const read = walked.expansions.some(
          (one) => one.offset > end && one.offset < again && !one.subshells.includes(id) && nameOf(one.part) === name,
        )
        return before && read
      })
    })
    .map(({ name, offset }): Flaw => ({ kind: 'lost-in-subshell', offset, name }))
}
