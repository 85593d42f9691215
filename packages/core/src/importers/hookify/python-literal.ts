/** Writes a value as Python source in printable ASCII without a single quote, so that it can stand in a quoted shell word. */

/** The name of a Python constant, written as it is. */
export class Constant {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
const LINE_WIDTH = 100

export function pythonLiteral(value: unknown, indent = ''): string {
  if (value instanceof Constant) return value.name
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const inner = `${indent}    `
  if (Array.isArray(value))
    return wrap(
      '[]',
      value.map((member) => pythonLiteral(member, inner)),
      indent,
    )
  // The other values of a script are objects: it has no numbers and no null.
  const members = Object.entries(value as object)
  return wrap(
    '{}',
    members.map(([key, member]) => `${quote(key)}: ${pythonLiteral(member, inner)}`),
    indent,
  )
}

/** One literal for each line of a long text, which Python joins. */
export function pythonText(text: string): string {
  const lines = text.split(/(?<=\n)/)
  return lines.length === 1 ? quote(text) : `(\n${lines.map((line) => `    ${quote(line)}\n`).join('')})`
}

/** On one line if it fits, else one member per line. */
function wrap([open, close]: string, parts: readonly string[], indent: string): string {
  const line = `${open}${parts.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length <= LINE_WIDTH) return line
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`
}

const quote = (text: string): string => `"${[...text].map(escapeCharacter).join('')}"`

function escapeCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (char === '\n') return '\\n'
  if (char === '"' || char === '\\') return `\\${char}`
  if (char >= ' ' && char <= '~' && char !== "'") return char
  const [letter, digits] = code > 0xffff ? (['U', 8] as const) : code > 0xff ? (['u', 4] as const) : (['x', 2] as const)
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`
}
