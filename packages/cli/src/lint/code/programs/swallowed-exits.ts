/** Finds Python's `except:` around `sys.exit(2)`, which catches the exit, so that the script does not refuse. */
import type { Flaw } from '../reading.ts'

interface Line {
  readonly text: string
  readonly indent: number
  readonly offset: number
}

const refusesBy = /\b(?:sys\.)?exit\(\s*[1-9]|\bquit\(\s*[1-9]|\bSystemExit\(\s*[1-9]/
const catchesExit = /^except\s*:|^except\s*\(?[^:]*\b(?:BaseException|SystemExit)\b[^:]*:/
/** The handler ends the script with a code that may refuse, or raises the exit again. */
const handsOn =
  /\braise\b|\bexit\(\s*(?:[1-9]|\w*\.code|code|status|rc)|_exit\(|\bSystemExit\(|["'](?:deny|block|ask)["']/

export function swallowedExits(text: string): readonly Flaw[] {
  const lines = linesOf(text)
  const refusing = refusingFunctions(lines)
  return lines.flatMap((line, at): readonly Flaw[] => {
    if (!catchesExit.test(line.text)) return []
    const from = openingTry(lines, at)
    const body = from < 0 ? [] : lines.slice(from + 1, at).filter((one) => !/^(except|else|finally)\b/.test(one.text))
    const handler = handlerOf(lines, at)
    const refuses = body.some(({ text: code }) => refusesBy.test(code) || callsOne(code, refusing))
    const isKept = handler.some(({ text: code }) => handsOn.test(code)) || earlierKeeps(lines, from, at)
    return refuses && !isKept ? [{ kind: 'swallowed-exit', offset: line.offset }] : []
  })
}

function linesOf(text: string): readonly Line[] {
  let offset = 0
  return text.split('\n').flatMap((line) => {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    const start = offset + indent
    offset += line.length + 1
    const code = line.slice(indent)
    return code === '' || code.startsWith('#') ? [] : [{ text: code, indent, offset: start }]
  })
}

/** The `try:` that an `except` belongs to. */
function openingTry(lines: readonly Line[], at: number): number {
  const { indent } = lines[at] as Line // The index is in range.
  for (let index = at - 1; index >= 0; index--) {
    const line = lines[index] as Line // The index is in range.
    if (line.indent < indent) return -1
    if (line.indent === indent && /^try\s*:/.test(line.text)) return index
  }
  return -1
}

/** An earlier `except SystemExit: raise` of the same try. */
function earlierKeeps(lines: readonly Line[], from: number, at: number): boolean {
  const { indent } = lines[at] as Line // The index is in range.
  return lines
    .slice(from + 1, at)
    .some((line, index) => line.indent === indent && /^except\b.*SystemExit/.test(line.text) && index >= 0)
}

function handlerOf(lines: readonly Line[], at: number): readonly Line[] {
  const { indent, text } = lines[at] as Line // The index is in range.
  const rest = { text: text.replace(/^[^:]*:/, ''), indent, offset: 0 }
  let end = at + 1
  while (end < lines.length && (lines[end] as Line).indent > indent) end++ // The index is in range.
  return [rest, ...lines.slice(at + 1, end)]
}

/** Functions that may end the script with a refusal, directly or through each other. */
function refusingFunctions(lines: readonly Line[]): ReadonlySet<string> {
  const bodies = lines.flatMap((line, at) => {
    const name = /^(?:async\s+)?def\s+(\w+)/.exec(line.text)?.[1]
    return name === undefined ? [] : [{ name, body: handlerOf(lines, at) }]
  })
  const found = new Set<string>()
  for (let round = 0; round < 3; round++)
    for (const { name, body } of bodies)
      if (body.some(({ text }) => refusesBy.test(text) || callsOne(text, found))) found.add(name)
  return found
}

const callsOne = (code: string, names: ReadonlySet<string>): boolean =>
  [...code.matchAll(/\b(\w+)\(/g)].some(([, name = '']) => names.has(name) && !/^def\s/.test(code))
