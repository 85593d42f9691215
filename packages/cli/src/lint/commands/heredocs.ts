/** Finds the here-documents of a shell script. */
export interface Heredoc {
  /** The delimiter is quoted, so the shell expands nothing in the body. */
  readonly quoted: boolean
  readonly body: readonly { readonly text: string; readonly line: number }[]
}

export function findHeredocs(lines: readonly string[]): readonly Heredoc[] {
  const found: Heredoc[] = []
  for (let at = 0; at < lines.length; at++) {
    const opening = /<<-?\s*(\\|['"]?)([A-Za-z_]\w*)['"]?/.exec((lines[at] ?? '').replace(/^\s*#.*/, ''))
    if (opening === null) continue
    const end = lines.findIndex((line, index) => index > at && line.trim() === opening[2])
    const last = end < 0 ? lines.length : end
    const body = lines.slice(at + 1, last).map((text, index) => ({ text, line: at + index + 2 }))
    found.push({ quoted: opening[1] !== '', body })
    at = last
  }
  return found
}

/** `"key": …`, with plain or escaped quotes. */
export const jsonKey = /\\?"[\w-]+\\?"\s*:/
/** A variable that the shell expands, as opposed to an escaped `$`. */
export const variable = /(?<!\\)\$(?:\{[A-Za-z_]|[A-Za-z_])/
