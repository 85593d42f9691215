/** What was printed beside what a story expects of it. */
import { createTwoFilesPatch } from 'diff'

/** How long it took differs from run to run, and so does where it ran. */
export function normalised(text: string, places: Readonly<Record<string, string>>): readonly string[] {
  const named = Object.entries(places).reduce((all, [mark, path]) => all.replaceAll(path, mark), text)
  const lines = named.replaceAll('\r\n', '\n').split('\n').map(plainLine)
  while (lines.at(-1) === '') lines.pop()
  while (lines[0] === '') lines.shift()
  return lines
}

/** A busy machine says the same time in seconds. */
const plainLine = (line: string): string => line.replace(/\b(\d+(\.\d+)? ms|\d+\.\d s)\b/g, '[ms]').trimEnd()

/** `[..]` is any text within a line, `...` alone any lines. */
export function fits(expected: readonly string[], actual: readonly string[]): boolean {
  const parts = expected.map((line) => (line.trim() === '...' ? '(?:[^\\n]*\\n)*?' : `${pattern(line)}\\n`))
  return new RegExp(`^${parts.join('')}$`).test(actual.map((line) => `${line}\n`).join(''))
}

const pattern = (line: string): string =>
  plainLine(line)
    .split('[..]')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^\\n]*?')

/** A diff in which lines that fit a wildcard are shown as the story has them. */
export function difference(expected: readonly string[], actual: readonly string[]): string {
  const asWritten = actual.map((line) => expected.find((one) => one.trim() !== '...' && fits([one], [line])) ?? line)
  const patch = createTwoFilesPatch('a', 'b', `${expected.join('\n')}\n`, `${asWritten.join('\n')}\n`, '', '', {
    context: 3,
  })
  return patch
    .split('\n')
    .filter((line) => !/^(===|---|\+\+\+|\\ No newline)/.test(line))
    .join('\n')
}
