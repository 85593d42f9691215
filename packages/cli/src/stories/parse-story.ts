/** Parses a story: commands with their output, then files. `stories/README.md` explains the format. */
export interface Step {
  readonly command: string
  /** Absent if it is not checked. */
  readonly stdout?: readonly string[]
  readonly stderr?: readonly string[]
  readonly exit: number
  /** The first line of the step, and the one after its last, counted from 0. An update replaces them. */
  readonly from: number
  readonly to: number
}
interface StoryFile {
  readonly path: string
  readonly mode?: number
  readonly content: string
}
export interface Story {
  readonly lines: readonly string[]
  readonly steps: readonly Step[]
  readonly files: readonly StoryFile[]
}

const section = /^-- (\S.*?)(?: \(([0-7]{3})\))? --$/

export function parseStory(text: string): Story {
  const lines = text.split('\n')
  const firstFile = lines.findIndex((line) => section.test(line))
  const end = firstFile < 0 ? lines.length : firstFile
  const starts = lines.flatMap((line, at) => (at < end && line.startsWith('$ ') ? [at] : []))
  const head = lines.slice(0, starts[0] ?? end).find((line) => line.trim() !== '' && !line.startsWith('#'))
  if (head !== undefined) throw new Error(`only # lines are allowed before the first command, got: ${head}`)
  return {
    lines,
    steps: starts.map((from, at) => parseStep(lines, from, starts[at + 1] ?? end)),
    files: parseFiles(lines.slice(end)),
  }
}

function parseStep(lines: readonly string[], from: number, next: number): Step {
  const to = lastText(lines, from, next) + 1
  const block = lines.slice(from, to)
  const more = block.slice(1).findIndex((line) => !line.startsWith('> '))
  const commandEnd = more < 0 ? block.length : more + 1
  const command = [block[0]?.slice(2), ...block.slice(1, commandEnd).map((line) => line.slice(2))].join('\n')
  const output = block.slice(commandEnd).filter((line) => !line.startsWith('# '))
  const last = /^exit (\d+)$/.exec(output.at(-1) ?? '')
  const printed = last === null ? output : output.slice(0, -1)
  const cut = printed.indexOf('stderr:')
  const stdout = expected(cut < 0 ? printed : printed.slice(0, cut))
  const stderr = cut < 0 ? undefined : expected(printed.slice(cut + 1))
  return {
    command,
    ...(stdout === undefined ? {} : { stdout }),
    ...(stderr === undefined ? {} : { stderr }),
    exit: last === null ? 0 : Number(last[1]),
    from,
    to,
  }
}

/** The last line with text. Empty lines before the next command or file do not count. */
function lastText(lines: readonly string[], from: number, next: number): number {
  let at = next - 1
  while (at > from && lines[at]?.trim() === '') at--
  return at
}

/** No lines: not checked. `(nothing)`: the command must print nothing. */
function expected(lines: readonly string[]): readonly string[] | undefined {
  if (lines.length === 0) return undefined
  return lines.length === 1 && lines[0] === '(nothing)' ? [] : lines.map((line) => line.replace(/^\\/, ''))
}

function parseFiles(lines: readonly string[]): readonly StoryFile[] {
  const heads = lines.flatMap((line, at) => (section.test(line) ? [at] : []))
  return heads.map((from, at) => {
    const [, path = '', mode] = section.exec(lines[from] ?? '') ?? []
    const content = lines.slice(from + 1, heads[at + 1] ?? lines.length).join('\n')
    const whole = heads[at + 1] === undefined ? content : `${content}\n`
    return { path, content: whole, ...(mode === undefined ? {} : { mode: Number.parseInt(mode, 8) }) }
  })
}
