/** A text of an untrusted workspace for a person: on one line, without characters that are not shown, and short. */
const MAX_LENGTH = 500

export function shortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`
}
