/** Sending away what is secret, and changing what lies behind an address. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { list, operands, optionOf } from '../options.ts'
import { ask, deny, type Finding, type Rule, type Sight } from '../rule.ts'
import { privateFile } from '../secret-files.ts'
import { downloaders } from './unread.ts'

const copiers = list('scp sftp rsync rclone aws gsutil gcloud s3cmd mc az')
const network: ReadonlySet<string> = new Set([
  ...downloaders,
  ...copiers,
  ...list('ftp socat telnet mail mailx sendmail mutt ssh'),
])
/** The name looked up goes to whoever serves it. */
const lookups = list('nslookup dig host drill')

const remote = (word: ShellWord): boolean =>
  /^([\w.-]+@)?[\w.-]+:(?!\\)/.test(word.text) || /^(https?|ftp|s3|gs|sftp|rsync):\/\//.test(word.text)
const local = (command: ShellCommand): boolean =>
  command.words.some((word) => /(^|\/\/|@)(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(:|\/|$)/.test(word.text))
const secretWord = (command: ShellCommand): ShellWord | undefined =>
  command.words.slice(1).find((word) => privateFile(word.text))

/** Options of curl and wget whose value is what they send. */
const bodies = list(
  '-d --data --data-binary --data-raw --data-urlencode -F --form -T --upload-file --post-file --body-file',
)
const printsFile = /\$\(\s*<|(\$\(|`)\s*(cat|base64|head|tail|xxd|env|printenv)\b/

/** A secret among the words themselves. */
function given(command: ShellCommand): ShellWord | undefined {
  if (copiers.includes(command.name)) {
    const to = command.words.at(-1)
    return to !== undefined && remote(to) ? secretWord(command) : undefined
  }
  const body = optionOf(command, ...bodies)
  // Nobody outside needs the list of users.
  if (body !== undefined && (privateFile(body.text) || /^@?\/etc\/passwd$/.test(body.text))) return body
  return command.words.find(
    (word) =>
      printsFile.test(word.text) &&
      (/(env|printenv)\s*[|)`]/.test(word.text) || word.text.split(/[\s)"'`|]+/).some(privateFile)),
  )
}

/** Files that the same text filled with what is secret. */
const tainted = ({ reading }: Sight): readonly string[] =>
  reading.files.flatMap((file) => {
    const secret =
      environments.includes(file.by) ||
      reading.commands.some((one) => one.name === file.by && secretWord(one) !== undefined)
    return file.how !== 'read' && secret ? [file.path.text] : []
  })
const environments = list('env printenv export set declare')

/** What comes through the pipe. */
function piped(from: readonly ShellCommand[], sight: Sight): Finding | undefined {
  const secret = from.map(secretWord).find((word) => word !== undefined)
  if (secret !== undefined) return deny(`send a secret away (${secret.text})`)
  const environment = from.some((one) => environments.includes(one.name) && one.words.length === 1)
  if (environment) return deny('send the environment, with its keys, away')
  if (from.some((one) => /print-access-token|auth token/.test(one.words.map((word) => word.text).join(' '))))
    return deny('send a token away')
  const packs = from.some((one) => list('tar zip 7z cpio').includes(one.name) && one.words.some(isWhole))
  if (packs && sight.command.name !== 'ssh') return ask('send a whole directory away')
  const searches = from.some(
    (one) => list('grep rg find').includes(one.name) && one.words.some((word) => /^[/~]$/.test(word.text)),
  )
  if (from.some(seeksSecrets)) return deny('send keys or passwords away that it looks for')
  return searches ? ask('send away what is found all over the machine') : undefined
}
const isWhole = (word: ShellWord): boolean => /^(\.|\.\/|\/|~|\.\.|~\/.*)$/.test(word.text)

/** A search for keys and passwords. */
export const seeksSecrets = ({ name, words }: ShellCommand): boolean =>
  list('grep egrep rg ag git-grep awk').includes(name) &&
  words.some((word) => /AKIA|secret|passw|\btoken|api.?key|private.?key|BEGIN.*KEY/i.test(word.text))

const namesSecret = /\$\{?\w*(TOKEN|SECRET|PASSWORD|PASSWD|API_KEY|PRIVATE_KEY|ACCESS_KEY)\w*\}?/

export const sendingRules: readonly Rule[] = [
  {
    name: 'send-secrets',
    programs: [...network],
    instead: 'Send nothing that holds a key; ask the person.',
    find(sight) {
      const { command } = sight
      if (local(command)) return undefined
      const word = given(command)
      if (word !== undefined) return deny(`send a secret away (${word.text})`)
      const filled = tainted(sight)
      const leaked = command.words.find((one) => filled.some((path) => one.text.endsWith(path)))
      if (leaked !== undefined) return deny(`send a secret away (${leaked.text})`)
      const address = command.words.find((one) => /^https?:.*[?&/]/.test(one.text) && namesSecret.test(one.text))
      if (address !== undefined) return ask(`put a secret into an address (${address.text})`)
      const { stdin } = command
      if (stdin.kind === 'file' && privateFile(stdin.path.text)) return deny(`send a secret away (${stdin.path.text})`)
      return stdin.kind === 'pipe' ? piped(stdin.from, sight) : undefined
    },
  },
  {
    name: 'leak-by-name',
    programs: lookups,
    instead: 'Look up names that are written out.',
    find: ({ command }) =>
      command.words.some((word) => /(\$\(|`)/.test(word.text) && /[)`]+["']?\.[\w.-]+$/.test(word.text))
        ? ask('send what a command prints away, as part of a name')
        : undefined,
  },
  {
    name: 'delete-by-request',
    programs: [...downloaders],
    instead: 'Try it against a server of your own first.',
    find({ command }) {
      const method = optionOf(command, '-X', '--request', '--method', '-Method')?.text
      const verb = command.words[1]?.text === 'DELETE' ? 'DELETE' : method
      const said = command.words.some((word) => /_delete_by_query|<delete>/.test(word.text))
      return (said || /^delete$/i.test(verb ?? '')) && !local(command)
        ? ask('delete something on another machine')
        : undefined
    },
  },
  {
    name: 'collect-secrets',
    programs: list('grep egrep rg ag'),
    instead: 'Search in the workspace.',
    find(sight) {
      const wide = operands(sight.command).some((word) => ['root', 'home', 'system'].includes(sight.placeOf(word)))
      return wide && seeksSecrets(sight.command) ? ask('look for keys and passwords outside the workspace') : undefined
    },
  },
]
