/** Chooses the lines of stderr that say why a program ended: the message and its location rather than the stack below them. */

export interface ErrorLines {
  readonly lines: readonly string[]
  /** How many lines are left out. */
  readonly omitted: number
}

/** A frame of a stack below a message, as Node, Java and Ruby print it. Python prints frames above its message. */
const frame = /^\s+(?:at (?:async )?\S.*[(:].*|from \S+:\d+:in .*)$/
/** A message as most languages begin it: with the name of the error, or with the location. */
const message =
  /^(?:Uncaught |panic: |Exception in thread \S+ |thread '.*' panicked |\S+:\d+:in .*: )|^[\w.:$]*(?:Error|Exception)\b/
const versionOfNode = /^Node\.js v\d/

export function chooseErrorLines(lines: readonly string[], most: number): ErrorLines {
  const useful = lines.length > most ? withoutStack(lines) : lines
  const from = Math.max(0, useful.length - most)
  const at = useful.findIndex((line) => message.test(line))
  const earlier = at >= 0 && at < from ? [useful[at] ?? ''] : []
  const chosen = [...earlier, ...useful.slice(from + earlier.length)]
  return { lines: chosen, omitted: lines.length - chosen.length }
}

/** The one line that says the most: the message above a stack, and else the last line. */
export function chooseErrorLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const useful = withoutStack(lines)
  return useful.length < lines.length ? useful.find((line) => message.test(line)) : lines.at(-1)
}

/** All lines if no frame is below a message: the last lines then say the most. */
function withoutStack(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => message.test(line))
  if (at < 0 || !lines.slice(at).some((line) => frame.test(line))) return lines
  return lines.filter((line) => line.trim() !== '' && !frame.test(line) && !versionOfNode.test(line))
}
