/** Reading what is secret: key files of the person, and the programs that print what is kept for them. */
import { joined, list, operands } from '../options.ts'
import { ask, type Rule, type WholeRule } from '../rule.ts'
import { personalSecret, secretFile } from '../secret-files.ts'

const readers =
  list(`cat bat less more head tail tac nl base64 base32 xxd od hexdump strings cp mv install dd grep egrep rg
  awk sed sort cut tr diff tar zip gzip scp rsync openssl jq yq python python3 node perl ruby view vim nano code open tee
  type Get-Content gc sqlite3`)

/** They show a file as it is, to whoever reads along. */
const showers: ReadonlySet<string> = new Set(
  list('cat bat less more head tail tac nl base64 xxd od hexdump strings type Get-Content gc'),
)

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
  security: /\bfind-(generic|internet)-password\b.*\s-(w|g)\b|\bdump-keychain\b|^export\b/,
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
      const own = words.find((word) => personalSecret(word.text))
      if (own !== undefined) return ask(`read a secret (${own.text})`)
      const near = words.find((word) => secretFile.test(word.text) && !/\.pub$/.test(word.text))
      if (near === undefined) return undefined
      const shows = showers.has(command.name) && !/\.(pem|npmrc)$|^\.npmrc$/.test(near.text)
      return ask(`read a secret (${near.text})`, shows ? 'high' : 'strict')
    },
  },
  {
    name: 'print-secret',
    programs: Object.keys(printers),
    instead,
    find: ({ command }) =>
      printers[command.name]?.test(joined(command.words.slice(1)))
        ? ask('print a secret, or make a new one')
        : undefined,
  },
]

export const secretsInText: readonly WholeRule[] = [
  {
    name: 'secret-as-input',
    instead,
    findInText({ reading }) {
      const file = reading.files.find((one) => one.how === 'read' && personalSecret(one.path.text))
      return file === undefined ? undefined : ask(`read a secret (${file.path.text})`)
    },
  },
]
