/** Long lines at a terminal end between words; what goes on is indented below where the line began. */
import type { Output } from './io.ts'

const esc = String.fromCharCode(0x1b)
const colour = new RegExp(`${esc}\\[[\\d;]*m`, 'g')
const widthOf = (text: string): number => text.replace(colour, '').length

/** Cursor moves, progress bars and unfinished lines are left alone. A terminal that does not know its width says 0. */
export function folding(output: Output): Output {
  return {
    write: (text) =>
      output.write(output.isTTY === true && !text.includes('\r') ? folded(text, output.columns || 80) : text),
    get isTTY() {
      return output.isTTY === true
    },
    get columns() {
      return output.columns || 80
    },
  }
}

export const folded = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line, at, all) => (at === all.length - 1 ? line : foldLine(line, columns)))
    .join('\n')

/** A command alone on its line is to be copied, a line of a difference to be read as it is: the terminal breaks them itself. */
const asItIs = /^ *(hookline |https?:\/\/|[+-](?! ))/

function foldLine(line: string, columns: number): string {
  if (widthOf(line) <= columns || asItIs.test(line.replace(colour, ''))) return line
  const indent = ' '.repeat(Math.min(/^ */.exec(line)?.[0].length ?? 0, columns / 2) + 2)
  const lines: string[] = []
  // The spaces before a word belong to it, so that columns stay where they are.
  for (const word of line.match(/ *[^ ]+| +$/g) ?? []) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (widthOf(last) + widthOf(word) <= columns) lines[lines.length - 1] = last + word
    else lines.push(indent + word.trimStart())
  }
  return lines.join('\n')
}
