/** Wraps long lines between words at a terminal, and indents the continuation below the start of the line. */
import type { Output } from '../io.ts'

const esc = String.fromCharCode(0x1b)
const colour = new RegExp(`${esc}\\[[\\d;]*m`, 'g')
const visibleWidth = (text: string): number => text.replace(colour, '').length

/** Leaves cursor moves, progress bars and unfinished lines as they are. A terminal that does not know its width reports 0. */
export function foldingOutput(output: Output): Output {
  return {
    write: (text) =>
      output.write(output.isTTY === true && !text.includes('\r') ? foldText(text, output.columns || 80) : text),
    get isTTY() {
      return output.isTTY === true
    },
    get columns() {
      return output.columns || 80
    },
  }
}

export const foldText = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line, at, all) => (at === all.length - 1 ? line : foldLine(line, columns)))
    .join('\n')

/**
 * Commands and addresses alone on a line must stay copyable, and lines of a diff must stay as they are. The terminal wraps them.
 * An item of a list also begins with a sign, but is indented and has one space after the sign.
 */
const unfoldable = /^ *((npx |\S+\/)?hookline |node \S+hookline\.[cm]js |https?:\/\/|[+-](?! \S))|^[+-]/

function foldLine(line: string, columns: number): string {
  const visible = line.replace(colour, '')
  if (visible.length <= columns || unfoldable.test(visible)) return line
  const indent = ' '.repeat(continuationColumn(visible, columns))
  const lines: string[] = []
  // Each piece keeps the spaces before it, so that columns stay aligned.
  for (const piece of piecesOf(line, columns - indent.length)) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(piece)
    else if (piece.trim() === '') continue
    else if (visibleWidth(last) + visibleWidth(piece) <= columns) lines[lines.length - 1] = last + piece
    else lines.push(indent + piece.trimStart())
  }
  return lines.join('\n')
}

/** Below the last column of a table that begins in the left half, and otherwise two more than the line itself. */
function continuationColumn(visible: string, columns: number): number {
  const starts = [...visible.matchAll(/(?<=\S) {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length)
  const begin = /^ */.exec(visible)?.[0].length ?? 0
  return starts.findLast((one) => one <= columns / 2) ?? Math.min(begin, Math.floor(columns / 2)) + 2
}

/** A hint ends with its sentence, or before a comma, a semicolon or a bracket. */
const hint = `(?<=[:→] +)(?:${colour.source})*(?:npx |node )?(?:[^ ]+/)?hookline(?:\\.[cm]js)? (?:(?![.,;] | \\().)+`
const pieces = new RegExp(` *(?:(?<hint>${hint})|\`[^\`]+\`[^ ]*|[^ ]+)| +$`, 'g')
const words = / *[^ ]+| +$/g

/** The words of a line. A command to type, after a colon, is one piece, and so is text in backticks that fits into a line. */
const piecesOf = (line: string, width: number): readonly string[] =>
  [...line.matchAll(pieces)].flatMap(({ 0: piece, groups }) =>
    groups?.hint !== undefined || visibleWidth(piece.trimStart()) <= width ? [piece] : (piece.match(words) ?? []),
  )
