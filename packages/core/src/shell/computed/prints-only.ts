/** Recognises code that only prints, counts or compares strings, so that its literals are never run. */

const literals = /(?:\b[rbuf]{1,2})?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g
/** Names in several languages that neither start, evaluate nor open anything. */
const plain: ReadonlySet<string> = new Set(
  `print println printf puts p pp echo say console log error warn info sys stdout stderr write flush len length size count str repr
  int float bool list tuple dict set sorted sum min max range enumerate zip map filter any all not and or in is if else for of True False
  None true false null undefined nil const let var my upper lower strip lstrip rstrip split join replace startswith endswith find index
  includes startsWith endsWith indexOf toUpperCase toLowerCase trim substr substring slice reverse uc lc BEGIN END end
  import from re json JSON stringify dumps loads parse findall finditer search match fullmatch sub subn groups group compile test exec
  hash hashlib md5 sha1 sha256 hexdigest encode decode format padStart padEnd repeat at keys values items textwrap dedent wrap shlex quote
  difflib unicodedata string ascii_lowercase isdigit isalpha title capitalize center ljust rjust new RegExp String Number Boolean Array`
    .trim()
    .split(/\s+/),
)
/** Languages in which a literal or an operator can run a program. */
const withBackticks = /^(ruby|perl|php|sh|awk|lua|tcl|r|osascript)$/i

/** Whether no string of the code can be run as a program. False in case of doubt. */
export function printsOnly(language: string, code: string): boolean {
  if (code.length > 2_000 || code.includes('`') || /[#$@%]|\/\/|\/\*/.test(code.replace(literals, ''))) return false
  if (withBackticks.test(language) && /`|%x|\bqx\b|\$\{|#\{/.test(code)) return false
  const rest = code.replace(literals, ' ')
  // awk and similar languages print into programs: `print | "sh"`.
  if (/["']/.test(rest) || (withBackticks.test(language) && rest.includes('|'))) return false
  const assigned = new Set([...rest.matchAll(/(?:^|[\s;(,])([A-Za-z_]\w*)\s*=(?!=)/g)].map((match) => match[1]))
  // `exec` of a regular expression is fine, `exec` of Python is not.
  if (/(?:^|[^.\w])(exec|compile|test)\s*\(/.test(rest)) return false
  return [...rest.matchAll(/[A-Za-z_]\w*/g)].every(([name]) => plain.has(name) || assigned.has(name))
}
