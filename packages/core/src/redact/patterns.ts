/**
 * What a secret looks like, as one expression: a text is read once, however many kinds there are. Every repetition is
 * bounded, or ends in something that cannot fail, so that no text makes it slow. Cases are spelled out where a word may be
 * written either way: a flag for all would make the short prefixes match in any base64.
 */

import { mayHoldMore } from './more-patterns.ts'
import { mayHoldPublished } from './published.ts'

/** `password` → `[pP][aA]…`. */
const either = (word: string): string => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
const anyOf = (...words: readonly string[]): string => `(?:${words.map(either).join('|')})`

/**
 * A prefix that is not inside a longer word; the letter of an escape (`\n`) is no part of one. Looked at after the prefix,
 * so that the expression begins with a letter to search for.
 */
const word = (prefix: string): string => `${prefix}(?<=(?:^|[^A-Za-z0-9_-]|\\\\[bfnrt])${prefix})`

const keyName = `${anyOf('api', 'access', 'private', 'signing', 'encryption', 'master')}[_-]?${either('key')}`
/** `pass` and `pw` are a name of their own or the last part of one: `DB_PASS`, `PGPASS`, and not `compass`. A count is none. */
const beforeShort = `(?:^|[^A-Za-z0-9]|${anyOf('db', 'pg', 'sql', 'ftp', 'smtp', 'mail', 'user', 'admin', 'root', 'redis', 'ssh', 'git', 'app', 'vnc', 'key', 'store')})`
const shortWord = anyOf('pass', 'pw')
const shortName = `(?:${shortWord}(?<=${beforeShort}${shortWord})(?!=\\d{1,4}(?!\\w)))`
const secretName = `(?:${anyOf('password', 'passwd', 'passphrase', 'pwd', 'credentials', 'credential', 'token')}|${shortName}|${either('secret')}(?:[_-]?${either('access')})?(?:[_-]?${either('key')})?(?:[_-]${either('base')})?|${keyName})`

/** `$NAME`, `${…}`, `$(…)`, `<your token>` and what was replaced before: these name a secret and are none. */
const reference = '\\[redacted:|\\$[A-Za-z_{(]|<|\\{\\{'
const typeWords =
  'string|str|number|boolean|bool|any|unknown|null|none|None|nil|undefined|true|false|True|False|required|optional|object|bytes|void|never|int|char|text'
const bare = '[^\\s"\'`\\\\,;&|<>(){}\\[\\]$]'
const bareValue = `(?!(?:${typeWords})\\b)(?![\\w.]{1,64}\\()`

/** The value is what is replaced; what stands before it is kept. */
const quoted = `"(?!"|${reference})[^"\\\\\\n]{0,8192}(?:\\\\.[^"\\\\\\n]{0,8192}){0,64}|'(?!${reference}|\\)(?:$|\\s))[^'\\n]{1,8192}|\\\\{1,3}["'](?!${reference})[^"'\\\\\\n]{1,8192}`
const assigned = `${secretName}(?:\\\\{0,3}["'\`])?[ \\t]{0,4}(?:(?::=|=>|[:=])[ \\t]{0,4}(?:${quoted})|=${bareValue}${bare}[^\\s"'\`\\\\,;&|<>(){}\\[\\]]{2,511}|:[ \\t]{0,4}${bareValue}(?=${bare}{0,64}\\d|${bare}{12})${bare}{6,512})`
/**
 * Blanks around `=`, as settings files have them and code has them too: a value of one word that ends its line, long and with a digit,
 * and no path of names (`config.token2`), call or index,
 * nor a name that a number ends (`newPassword2`).
 */
const spaced = `${secretName}[ \\t]{0,4}=[ \\t]{1,4}${bareValue}(?![A-Za-z_]\\w{0,64}[.[])(?![A-Za-z_]{1,64}\\d{0,3}(?!${bare}))(?=${bare}{0,64}\\d)(?![0-9.]{1,64}(?:$|[^0-9.A-Za-z]))${bare}{8,512}(?=[ \\t]{0,8}(?:$|[\\r\\n\\\\"'#;]))`
/** Options of programs that take a password in the same or the next word. */
const given = `(?:"(?!${reference})[^"\\n]{3,255}|'(?!${reference})[^'\\n]{3,255}|(?!${reference})[^\\s"'\`$]{3,255})`
const program = `(?:mysql|mysqldump|mysqladmin|mariadb)(?<=(?:^|[^\\w.-])[a-z]{5,10})(?:[ \\t]{1,4}[\\w.@:/=-]{1,64}){0,6}[ \\t]{1,4}-p${given}|sshpass[ \\t]{1,4}-p[ \\t]{0,4}${given}`
const flag = `--(?<!---)[a-z-]{0,24}${secretName}[ \\t]{1,2}(?!-)(?:${quoted}|${bareValue}${bare}{3,512})`

/** Alternatives by kind, in the order in which they are tried at one place. */
const kinds = {
  'private-key':
    '-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\\s:,.()]*(?:(?:-(?!-)|\\\\{1,4}[nr])[A-Za-z0-9+/=\\s:,.()]*)*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?',
  aws: '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  github: 'gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}',
  gitlab: 'gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|oas|agent)-[A-Za-z0-9_-]{20,255}',
  slack:
    'xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[0-9]-[A-Za-z0-9-]{10,255}|hooks\\.slack\\.com/services/[A-Za-z0-9/+]{20,255}',
  stripe: '[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{20,255}',
  anthropic: 'sk-ant-[A-Za-z0-9_-]{20,255}',
  openai: `${word('sk-')}[A-Za-z0-9_-]{32,255}`,
  npm: 'npm_[A-Za-z0-9]{36}',
  google: 'AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20,2048}|GOCSPX-[A-Za-z0-9_-]{20,255}',
  token:
    'hvs\\.[A-Za-z0-9_-]{20,255}|gsk_[A-Za-z0-9]{20,255}|lin_api_[A-Za-z0-9]{20,255}|ATATT[A-Za-z0-9_=-]{20,512}|hf_[A-Za-z0-9]{30,255}|dop_v1_[a-f0-9]{64}|pypi-AgE[A-Za-z0-9_-]{50,255}|SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}',
  jwt: `${word('eyJ')}[A-Za-z0-9_-]{8,8192}\\.eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{0,8192}`,
  bearer: `${anyOf('bearer')}[ \\t]{1,3}(?=[A-Za-z._~+/=-]{0,255}[0-9])[A-Za-z0-9._~+/=-]{16,8192}|${either('authorization')}["']?[ \\t]{0,3}[:=][ \\t]{0,3}["']?(?:${anyOf('bearer', 'basic', 'token')}[ \\t]{1,3}[A-Za-z0-9._~+/=-]{8,8192}|(?:[A-Za-z][\\w-]{1,30}[ \\t]{1,3})?(?=[A-Za-z._~+/=-]{0,255}[0-9])[A-Za-z0-9._~+/=-]{8,8192})`,
  'url-password': `://[^\\s/:@"'<>\\\\]{0,256}:(?!${reference})[^\\s/"'<>\\\\]{1,256}@`,
  'user-password': `[ \\t](?:-u|--user)[ \\t=]["']?[^\\s:"'$]{1,64}:(?![0-9]{1,9}\\b|${reference})[^\\s"'\`]{1,255}`,
  secret: `${program}|${flag}|${assigned}|${spaced}|(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,512}={0,2}|[?&]sig=[A-Za-z0-9%+/=_-]{20,512}`,
} as const
export type SecretKind = keyof typeof kinds

// `Object.keys` returns the keys of `kinds`, typed as strings.
const names = Object.keys(kinds) as readonly SecretKind[]

let compiled: RegExp | undefined
/** Group `n` is the kind `n - 1`: no pattern above has a group of its own. Made at the first use: most processes find no hint. */
export function secrets(): RegExp {
  compiled ??= new RegExp(names.map((name) => `(${kinds[name]})`).join('|'), 'g')
  return compiled
}

/**
 * Whether a JSON text may hold something that the rest of this file would find in its strings or names: a little more than
 * that, and all of it, whatever JSON escapes. One reading that spares nearly every record the walk through its strings.
 */
export const mayHoldSecrets = (json: string): boolean =>
  hintPrefixes.test(json) ||
  hintWords.test(json) ||
  hintContexts.test(json) ||
  mayHoldMore(json) ||
  mayHoldPublished(json)

// Three, because each alone is short enough for V8 to skip ahead by first letters: together they take twice the time.
const hintPrefixes =
  /PRIVATE KEY|A[KSBC][IC]A[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_|gl[a-z]{2,5}-[A-Za-z0-9_-]{20}|xox[abeoprs]-|xapp-|hooks\.slack|[sr]k_(?:live|test|prod)_|whsec_|sk-[A-Za-z0-9_-]{20}|npm_[A-Za-z0-9]{36}|AIza|ya29\.|GOCSPX-|hf_[A-Za-z0-9]{30}|dop_v1_|pypi-AgE|SG\.|hvs\.|gsk_|lin_api_|ATATT|eyJ[A-Za-z0-9_-]{8}/
// A count of tokens is no secret: a quote that is not escaped ends a name here, and a number is never replaced.
const hintWords =
  /passw|passphrase|mysql|mariadb|sshpass|pwd|token(?!s":\d)|secret|credential|cookie|bearer|authorization|(?:api|access|private|signing|encryption|master)[_-]?key/i
const hintContexts = /:\/\/[^\s/"]{1,4096}@|(?:-u|--user)(?:[ =]|\\t)|AccountKey=|AccessKey=|[?&]sig=/

// The caller passes the index of a group that matched, and each group is a kind.
export const kindAt = (index: number): SecretKind => names[index] as SecretKind

/** Kinds whose match begins with words that are no secret; the rest is replaced whole. */
export const leads: Partial<Record<SecretKind, RegExp>> = {
  bearer: /^(?:bearer[ \t]+|authorization["']?[ \t]*[:=][ \t]*["']?(?:[A-Za-z][\w-]*[ \t]+)?)/i,
  'url-password': /^:\/\/[^:]*:/,
  'user-password': /^[ \t]\S+[ \t=]["']?[^:]*:/,
  secret:
    /^(?:(?:mysql|mysqldump|mysqladmin|mariadb)[ \t][^\r\n]*?[ \t]-p|sshpass[ \t]+-p[ \t]*|[?&]sig=|--[a-z-]*[a-z_][ \t]+|[a-z_-]+\\*["'`]?[ \t]*(?::=|=>|[:=])[ \t]*)(?:\\*["'])?/i,
}
/** What the match ends with and keeps. */
export const keepsEnd: Partial<Record<SecretKind, string>> = { 'url-password': '@' }

const secretKey = new RegExp(
  `(?:^_?${either('auth')}|(?:^|[_.-])${anyOf('pass', 'pw')}|${anyOf('password', 'passwd', 'passphrase', 'credential', 'authorization', 'secret', 'cookie')}|${keyName}|^${either('token')}|[_-]${either('token')}|[a-z]Token)[sS]?(?:[_-]?${either('key')})?(?:[_-]${either('base')})?$`,
)
/** Whether whatever stands under this name is a secret. */
export const isSecretName = (name: string): boolean => name.length <= 128 && secretKey.test(name)
const beginsAsReference = new RegExp(`^(?:${reference})`)
/** Names a secret, and is none. */
export const isReference = (text: string): boolean => beginsAsReference.test(text)
