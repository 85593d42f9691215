/** Wraps long lines between words at a terminal, and indents the continuation below the start of the line. */
import type { Output } from './io.ts'

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

/** Commands and addresses alone on a line must stay copyable, and lines of a diff must stay as they are. The terminal wraps them. */
const unfoldable = /^ *((npx |\S+\/)?hookline |node \S+hookline\.[cm]js |https?:\/\/|[+-](?! ))/

function foldLine(line: string, columns: number): string {
  if (visibleWidth(line) <= columns || unfoldable.test(line.replace(colour, ''))) return line
  const indent = ' '.repeat(Math.min(/^ */.exec(line)?.[0].length ?? 0, columns / 2) + 2)
  const lines: string[] = []
  // Each word keeps the spaces before it, so that columns stay aligned.
  for (const word of line.match(/ *[^ ]+| +$/g) ?? []) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (visibleWidth(last) + visibleWidth(word) <= columns) lines[lines.length - 1] = last + word
    else lines.push(indent + word.trimStart())
  }
  return lines.join('\n')
}
