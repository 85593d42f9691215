/** Finds commands that read secrets: key files, copies of them, and programs that print stored secrets. */
import { argumentsOf, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { findPrintedEnvFiles } from '../../lib/env-files.ts'
import { filesTouchedBy } from '../../lib/touched-files.ts'
import { makesContainer } from '../contained.ts'
import { has, joined, list, onlyShows } from '../options.ts'
import { ask, type CommandView, type Rule, type WholeRule } from '../rule.ts'
import { isSecretFile, personalSecret } from '../secret-files.ts'
import { openedSecret, searchedSecret } from '../secrets-in-reach.ts'
import { isLoaded, printsNamesOnly, secretName } from './loading.ts'

/** The arguments with which each program prints a secret. */
const printers: Readonly<Record<string, RegExp>> = {
  kubectl:
    /\bget\b.*\bsecrets?\b(?=.*(-o|--output|--template|jsonpath))(?!.*(-o|--output)[= ]?(name\b|wide\b|(custom-columns|jsonpath|go-template)=(?!.*(\.data|stringData|\*\]?\}|\{\.\}|@))\S*\b(metadata|type)\b))|\bview\b.*--raw|\bcreate token\b/,
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

const instead = 'Ask the person for what you need, and leave keys where they are.'

export const secretRules: readonly Rule[] = [
  {
    name: 'read-secret',
    instead,
    find({ command, reading }) {
      if (makesContainer(command)) return undefined
      const opened = openedSecret(command, reading)
      if (opened?.personal === true || takesKeys(command)) return ask(`read a secret (${opened?.path ?? '~/.ssh'})`)
      if (opened === undefined) return undefined
      if (isPublished(command)) return ask(`publish a secret (${opened.path})`)
      const shown =
        opened.shown && !isLoaded(command, reading) && !printsNamesOnly(command, reading) && !comparesSample(command)
      return ask(`read a secret (${opened.path})`, shown ? 'high' : 'strict')
    },
  },
  {
    name: 'print-secret',
    programs: Object.keys(printers),
    instead,
    find: ({ command }) =>
      !onlyShows(command) && printers[command.name]?.test(joined(command.words.slice(1)))
        ? ask('print a secret, or create a new one')
        : undefined,
  },
  {
    name: 'print-secret-variable',
    programs: list('echo printf printenv declare typeset grep egrep rg'),
    instead,
    find: (sight) => (variable(sight) ? ask('print a secret from the environment') : undefined),
  },
]

/** The command prints a variable that contains a key. */
function variable({ command, reading }: CommandView): boolean {
  const { name, words, stdin } = command
  const given = words.slice(1).map((word) => word.text)
  if (name === 'echo' || name === 'printf') return shown(command, reading)
  if (name === 'printenv') return given.some((text) => secretName.test(text))
  if (name === 'declare' || name === 'typeset') return given[0] === '-p' && given.some((text) => secretName.test(text))
  const listed =
    stdin.kind === 'pipe' && stdin.from.some((one) => /^(env|printenv|export|declare|typeset|set)$/.test(one.name))
  const history = given.some((text) => /\.\w+_history$|fish_history$|ConsoleHost_history/.test(text))
  const searchesSecret = given.some((text) => secretName.test(text) || /\bkey\b|passw/i.test(text))
  return (listed || history) && searchesSecret && !has(command, 'qcv', 'quiet', 'count', 'invert-match')
}

/** The value itself is printed, as opposed to passed to another program, measured, or tested. */
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

/** The command takes a whole directory of keys. */
const takesKeys = (command: ShellCommand): boolean =>
  filesTouchedBy(command).some(({ path, how }) => how === 'read' && /^[~/].*\/\.ssh\/?$/.test(path)) ||
  (/^(e?grep|rg)$/.test(command.name) && filesTouchedBy(command).some(({ path }) => /^[~/].*\/\.ssh\/?$/.test(path)))

/** A comparison with the example file only shows which variables are missing. */
const comparesSample = (command: ShellCommand): boolean =>
  /^(g|color)?diff$/.test(command.name) &&
  filesTouchedBy(command).some(({ path }) => /\.env\.(example|sample|template|dist|defaults)$/.test(path))

/** A copy in a directory that a server publishes. */
const isPublished = (command: ShellCommand): boolean =>
  filesTouchedBy(command).some(
    ({ path, how }) => how === 'write' && /(^|\/)(public|static|www|htdocs)(\/|$)/.test(path),
  )

/** Programs that print or pass on their input, in addition to those whose grammar says that they read files. */
const passes: ReadonlySet<string> = new Set(
  list('tr envsubst xargs tee pbcopy xclip xsel wl-copy clip nc ncat mapfile readarray'),
)
/** The commands of a loop that reads lines to set variables. */
const setsVariables: ReadonlySet<string> = new Set(list('read export declare local test [ [[ : continue unset case'))

/** The program prints its input. */
function showsInput({ by, path }: ShellReading['files'][number], { commands }: ShellReading): boolean {
  const reading = commands.filter(({ stdin }) => stdin.kind === 'file' && stdin.path.text === path.text)
  if (by === '') return reading.length === 0 || reading.some(({ name }) => !setsVariables.has(name))
  // A file that stays open for later commands, and a variable that is printed later.
  if (by === 'exec') return true
  if (by === 'read')
    return commands.some(({ name, words }) => /^(echo|printf)$/.test(name) && words.some((one) => !one.known))
  return reading.some((command) => {
    const read = argumentsOf(command)
    const filters = JSON.stringify(read?.grammar.operands ?? '').includes('read*')
    return passes.has(command.name) || (filters && read?.isQuiet === false && !has(command, 'i', 'in-place'))
  })
}

export const secretsInText: readonly WholeRule[] = [
  {
    name: 'secret-as-input',
    instead,
    findInText({ reading }) {
      const file = reading.files.find(
        (one) =>
          one.how === 'read' &&
          (personalSecret(one.path.text) || (isSecretFile(one.path.text) && showsInput(one, reading))),
      )
      return file === undefined ? undefined : ask(`read a secret (${file.path.text})`)
    },
  },
  {
    name: 'show-environment-file',
    instead,
    findInText({ reading }) {
      const file = findPrintedEnvFiles(reading).find((path) => isSecretFile(path))
      return file === undefined ? undefined : ask(`load a secret and print it (${file})`)
    },
  },
  {
    name: 'search-for-secret',
    instead,
    findInText({ reading }) {
      const name = searchedSecret(reading)
      return name === undefined ? undefined : ask(`search for a secret and read it (${name})`)
    },
  },
]
