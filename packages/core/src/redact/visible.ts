/** What stands where a secret would and runs as a command is no secret: hidden, it would pass every guard that reads. Pure. */

/** From the first command substitution on. */
export function runsIn(value: string): string | undefined {
  const at = value.search(/\$\(|`[^`\n]+`/)
  return at === -1 ? undefined : value.slice(at)
}

const begin = /^-----BEGIN [A-Z ]*-----/
const end = /-----END [A-Z ]*-----$/
/** Of a PEM or PGP block: `Proc-Type: 4,ENCRYPTED`. */
const header = /(?:^|[\n\r]|\\[nr])[A-Z][A-Za-z-]{2,20}: [^\n\r\\]{0,100}/g
const gap = /(?:\s|\\{1,4}[nr])+/
/** As lines of a key are; the last may be short, and a key that was cut after a few letters begins as keys do. */
const keyLine = /^[A-Za-z0-9+/=]{24,}$/
const lastLine = /^[A-Za-z0-9+/=]+$/
const keyBegins = /^(?:M[A-Z]|b3B)/

/** The block whole where it is a key; of anything else between the marks only what may be part of one. */
export function withoutKey(block: string): string {
  const body = block.replace(begin, '').replace(end, '')
  const words = body
    .replace(header, '')
    .split(gap)
    .filter((word) => word !== '')
  if (isKey(words)) return '[redacted:private-key]'
  return `[redacted:private-key]${body.replace(/[A-Za-z0-9+/=]{24,}/g, '[redacted:private-key]')}`
}

function isKey(words: readonly string[]): boolean {
  const last = words.at(-1)
  if (last === undefined) return true
  if (!words.slice(0, -1).every((word) => keyLine.test(word))) return false
  return lastLine.test(last) && (words.length > 1 || keyLine.test(last) || keyBegins.test(last))
}
