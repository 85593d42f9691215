/** Makes text from hooks, files and payloads safe for a terminal: no control characters, escape sequences or bidi overrides. */
const esc = String.fromCharCode(0x1b)
const bel = String.fromCharCode(0x07)
/** Whole sequences (colours, cursor moves, titles, links), so that no `[31m` is left behind. An unfinished one is kept as text. */
const sequences = (): RegExp =>
  new RegExp(
    [
      `(?:${esc}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
      `(?:${esc}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^${bel}${esc}\\u0080-\\u009f]*(?:${bel}|${esc}\\\\|\\u009c)`,
    ].join('|'),
    'gu',
  )
/** Made where it is used: V8 reads the tables of Unicode for it, and `run` starts for every event. */
const hidden = (): RegExp => /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu
/** Of most texts nothing has to be removed. */
const isPlain = (text: string): boolean => /^[ -~\n\t]*$/.test(text)

/** Removes control characters except line breaks and tabs. */
export const plain = (text: string): string =>
  isPlain(text)
    ? text
    : text.replace(sequences(), '').replace(hidden(), (one) => (one === '\n' || one === '\t' ? one : ''))

/** The same on one line, so that configured or printed text cannot imitate a line of Hookline's own output. */
export const oneLine = (text: string): string =>
  plain(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('\t', ' ')

/** Beside these: invisible letters, joiners, variation selectors, fillers, annotations, and blanks other than the space. */
const invisible = (): RegExp =>
  /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]|(?! )\p{Zs}/gu

/** Shows all characters that a person cannot see as escapes, for text that a person is about to approve. */
export const visible = (text: string): string =>
  text.replace(invisible(), (one) => (one === '\n' ? '\\n' : one === '\t' ? '\\t' : escaped(one)))

/** JSON that parses to the same value and is safe to print at a terminal. */
export const json = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(hidden(), (one) =>
    one === '\n' ? one : Array.from({ length: one.length }, (_, at) => unit(one.charCodeAt(at))).join(''),
  )

/** The same on one line. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(hidden(), (one) =>
    Array.from({ length: one.length }, (_, at) => unit(one.charCodeAt(at))).join(''),
  )

export const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Quotes a path for the person's shell. */
export const quoted = (path: string): string =>
  process.platform === 'win32' ? quotedOnWindows(path) : quotedForPosix(path)

/** `~/` stays outside the quotes, because a shell does not expand it inside them. */
export const quotedForPosix = (path: string): string => {
  if (/^[\w./~+@:-]+$/.test(path)) return path
  const [, home = '', rest = ''] = /^(~\/)?(.*)$/s.exec(path) ?? []
  return `${home}'${rest.replaceAll("'", `'\\''`)}'`
}

/** In double quotes, which cmd.exe and PowerShell both know, unless PowerShell would replace something in them. */
export function quotedOnWindows(path: string): string {
  if (/^[\w./\\+:-]+$/.test(path)) return path
  return /[$`]/.test(path) ? `'${path.replaceAll("'", "''")}'` : `"${path}"`
}

const escaped = (one: string): string => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`
const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
