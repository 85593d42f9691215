/** Reading what is secret: key files of the person, and the programs that print what is kept for them. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'
import { has, joined, list, onlyShows, operands } from '../options.ts'
import { ask, type Rule, type Sight, type WholeRule } from '../rule.ts'
import { isOpen, personalSecret, secretFile } from '../secret-files.ts'

const readers =
  list(`cat bat less more head tail tac nl base64 base32 xxd od hexdump strings cp mv install dd grep egrep rg
  awk sed sort cut tr diff tar zip gzip scp rsync openssl jq yq python python3 node perl ruby view vim nano code open tee
  type Get-Content gc sqlite3 rev paste column fold docker podman ln`)

/** They take a whole directory along. */
const takers: ReadonlySet<string> = new Set(list('tar zip cp rsync scp grep egrep rg mv docker podman ln'))

/** They show a file as it is, to whoever reads along. */
const showers: ReadonlySet<string> = new Set(
  list('cat bat less more head tail tac nl base64 xxd od hexdump strings type Get-Content gc'),
)

/** Filters that print lines of it: by their nature, or unless they are told to change or only to count. */
function prints(command: ShellCommand): boolean {
  const { name, via } = command
  // `export $(grep -v '^#' .env | xargs)` loads it and shows nothing.
  if (via.includes('$(…)')) return false
  if (name === 'sed') return !has(command, 'i', 'in-place')
  if (!/^(e?grep|rg)$/.test(name)) return list('awk cut rev sort paste column fold').includes(name)
  const pattern = operands(command)[0]?.text ?? ''
  const plain = /^\^?\w+=?$/.test(pattern) && !secretName.test(pattern)
  return !plain && !has(command, 'qclL', 'quiet', 'silent', 'count', 'files-with-matches')
}

/** Variables that hold a key, by their names. */
const secretName = /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL|^key$)/i

/** What each program must be told to print a secret. */
const printers: Readonly<Record<string, RegExp>> = {
  kubectl: /\bget\b.*\bsecrets?\b.*(-o\b|--output|--template|jsonpath)|\bview\b.*--raw/,
  aws: /\b(get-secret-value|get-session-token|get-login-password|create-access-key|get-password-data)\b|--with-decryption|export-credentials|configure get \S*(secret|token)/,
  gcloud: /\bsecrets versions access\b|\bprint-(access|identity)-token\b|\bkeys create\b/,
  az: /\bkeyvault (secret|key) (show|download)\b|\bget-access-token\b|\bkeys? list\b|\bcreate-for-rbac\b/,
  heroku: /^config(:get)?\b|\bauth:token\b/,
  fly: /\bauth token\b/,
  vault: /^(kv get|read)\b|\bprint token\b|^token create\b/,
  op: /^(read|item get)\b/,
  pass: /^(show\b|(?!(ls|list|find|git|init|insert|generate|help|version)\b)\w)/,
  bw: /^(get|export|unlock)\b/,
  gopass: /^show\b/,
  doppler: /^secrets( (get|download))?\b/,
  security: /\bfind-(generic|internet)-password\b.*\s-\w*[wg]\w*\b|\bdump-keychain\b|^export\b/,
  npm: /^(config get|get)\b.*_(authToken|auth|password)\b/,
  docker: /^inspect\b.*Config\.Env/,
  git: /^show \S*:(\S*\/)?\.env(\.(?!example|sample|template|dist|test)\S*)?$/,
  'secret-tool': /^(lookup|search)\b/,
  gpg: /--export-secret/,
  terraform: /^output\b.*-raw\b.*(password|secret|token|key)/i,
}

const instead = 'Ask the person for what is needed; keys stay where they are.'

export const secretRules: readonly Rule[] = [
  {
    name: 'read-secret',
    programs: readers,
    instead,
    find({ command }) {
      const words = operands(command)
      const own = words.find(
        (word) => personalSecret(word.text) || (takers.has(command.name) && /^[~/].*\/\.ssh\/?$/.test(word.text)),
      )
      if (own !== undefined) return ask(`read a secret (${own.text})`)
      const near = words.find((word) => secretFile.test(word.text) && !isOpen(word.text))
      if (near === undefined) return undefined
      if (command.name === 'cp' && /(^|\/)(public|static|www|htdocs)(\/|$)/.test(words.at(-1)?.text ?? ''))
        return ask(`put a secret where everybody may read it (${near.text})`)
      const shows = (showers.has(command.name) || prints(command)) && !/\.(pem|npmrc)$|^\.npmrc$/.test(near.text)
      return ask(`read a secret (${near.text})`, shows ? 'high' : 'strict')
    },
  },
  {
    name: 'print-secret',
    programs: Object.keys(printers),
    instead,
    find: ({ command }) =>
      !onlyShows(command) && printers[command.name]?.test(joined(command.words.slice(1)))
        ? ask('print a secret, or make a new one')
        : undefined,
  },
  {
    name: 'print-secret-variable',
    programs: list('echo printf printenv grep egrep rg'),
    instead,
    find: (sight) => (variable(sight) ? ask('print a secret of the environment') : undefined),
  },
]

/** A variable that holds a key is printed. */
function variable({ command, reading }: Sight): boolean {
  const { name, words, stdin } = command
  const given = words.slice(1).map((word) => word.text)
  if (name === 'echo' || name === 'printf') return shown(command, reading)
  if (name === 'printenv') return given.some((text) => secretName.test(text))
  const listed = stdin.kind === 'pipe' && stdin.from.some((one) => /^(env|printenv|export|declare)$/.test(one.name))
  const looksFor = given.some((text) => secretName.test(text) || /\bkey\b|passw/i.test(text))
  return listed && looksFor && !has(command, 'qc', 'quiet', 'count')
}

/** The value itself, to be seen: not handed to another program, nor only its length or whether it is set. */
const shown = ({ name, words, via }: ShellCommand, { commands, files }: ShellReading): boolean =>
  via.length === 0 &&
  !files.some((file) => file.by === name) &&
  !commands.some(({ stdin }) => stdin.kind === 'pipe' && stdin.from.some((one) => one.words === words)) &&
  words
    .slice(1)
    .some(
      (word) =>
        !word.known &&
        /^[^$]{0,40}\$\{?\w*(TOKEN|SECRET|PASSWORD|API_KEY|PRIVATE_KEY|ACCESS_KEY)\w*\}?$/.test(word.text),
    )

/** What they read they show. */
const passes: ReadonlySet<string> = new Set([...showers, 'tee'])

export const secretsInText: readonly WholeRule[] = [
  {
    name: 'secret-as-input',
    instead,
    findInText({ reading }) {
      const file = reading.files.find(
        (one) =>
          one.how === 'read' &&
          (personalSecret(one.path.text) || (passes.has(one.by) && secretFile.test(one.path.text))),
      )
      return file === undefined ? undefined : ask(`read a secret (${file.path.text})`)
    },
  },
]
