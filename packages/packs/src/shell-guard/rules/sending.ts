/** Finds commands that send secrets to other machines, or change data of a remote service. */
import type { ShellCommand, ShellFile, ShellReading, ShellWord } from '@hookline/core/shell'
import { list, operands, optionOf } from '../options.ts'
import { ask, type CommandView, deny, type Finding, type Rule } from '../rule.ts'
import { privateFile } from '../secret-files.ts'
import { copiesOfSecrets } from '../secrets-in-reach.ts'
import { bodies, copiers, local, lookups, network, posts, remote, secretWord } from './channels.ts'
import { sentBySettings } from './curl-settings.ts'
import { inTheOpen, namesSecret } from './receivers.ts'
import { seeksSecrets } from './searching.ts'
import {
  changesAccount,
  deletesByAddress,
  deletesByPath,
  deletesByText,
  isAdministered,
} from './tools/services/requests.ts'
import { downloaders } from './unread.ts'

const printsFile = /\$\(\s*<|(\$\(|`)\s*(cat|base64|head|tail|xxd|env|printenv)\b/

const spokenOf = (text: string): ShellWord | undefined => {
  const path = text.split(/\s+/).find(privateFile)
  return path === undefined ? undefined : { text: path, known: true, glob: false }
}

const spokenWords = ({ words }: ShellCommand): string =>
  words
    .slice(1)
    .map(({ text }) => text.replaceAll(';', ' '))
    .join(' ')

/** Programs that mark a path in their own way: `xh url @file`, `http url field@file`, `socat FILE:path …`. */
const marked: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(list('http https xh xhs curlie').map((name) => [name, /^[\w-]*(?:[=:]=?)?@(.+)$/])),
  socat: /^(?:file|open|gopen|create):([^,]+)/i,
}
function markedSecret({ name, words }: ShellCommand): ShellWord | undefined {
  const mark = Object.hasOwn(marked, name) ? marked[name] : undefined
  return mark === undefined
    ? undefined
    : words.slice(1).find(({ text }) => privateFile((mark.exec(text)?.[1] ?? '').replace(/^\$HOME\//, '~/')))
}

/** A secret among the arguments themselves. */
function given(command: ShellCommand): ShellWord | undefined {
  // These programs send their arguments.
  if (posts.has(command.name))
    return (
      (command.name === 'sftp' ? undefined : secretWord(command)) ??
      (command.name === 'sftp' ? undefined : spokenOf(spokenWords(command))) ??
      (command.stdin.kind === 'text' ? spokenOf(command.stdin.text) : undefined)
    )
  if (copiers.includes(command.name)) {
    const uploads = command.name === 'az' && command.words.some((word) => /^upload/.test(word.text))
    const secret = secretWord(command) ?? (uploads ? spokenOf(spokenWords(command)) : undefined)
    const from = command.words.findIndex((word) => word.text === secret?.text)
    return uploads || command.words.slice(from + 1).some(remote) ? secret : undefined
  }
  const markedName = markedSecret(command)
  if (markedName !== undefined) return markedName
  const body = /^(ssh|sftp)$/.test(command.name) ? undefined : optionOf(command, ...bodies)
  // No one outside needs the list of users.
  // `-F 'file=@.env;type=text/plain'`
  if (
    body !== undefined &&
    (privateFile(body.text.replace(/;.*$|["']/gs, '')) || privateFile(body.text) || /^@?\/etc\/passwd$/.test(body.text))
  )
    return body
  return command.words.find(({ text }) => printsSecret(text))
}

/** A substitution in it prints a secret: `x=$(cat .env)`. */
const printsSecret = (text: string): boolean =>
  printsFile.test(text) &&
  (/(env|printenv)\s*[|)`]/.test(text) ||
    text.split(/[\s)"'`|]+/).some((path) => privateFile(path) || path === '/etc/passwd'))

/** Files that the same text filled with secrets. */
function tainted({ reading }: CommandView): readonly string[] {
  const before = taintedFiles.get(reading)
  if (before !== undefined) return before
  const files = [...reading.files.flatMap(filled(reading)), ...reading.commands.flatMap(archived)]
  taintedFiles.set(reading, files)
  return files
}
/** Cached for all commands of a reading. */
const taintedFiles = new WeakMap<ShellReading, readonly string[]>()

/** The archives that a command creates, with their content. */
function archived(command: ShellCommand): readonly string[] {
  if (sees.has(command.name) || records(command)) return operands(command).map((word) => word.text)
  return packers.has(command.name) && operands(command).some((word) => privateFile(word.text))
    ? archivesOf(command)
    : []
}
const archivesOf = ({ words }: ShellCommand): readonly string[] =>
  words.filter(({ text }) => /\.(tar|t?gz|tgz|zip|7z|xz|bz2|zst)$/.test(text)).map(({ text }) => text)

/** A copy of a secret file, or a variable into which `read` or `mapfile` put one. */
function carriedSecret({ command, reading }: CommandView): string | undefined {
  const copies = copiesOfSecrets(reading)
  const filledNames = reading.commands.flatMap((one) => (readsSecret(one) ? variablesOf(one) : []))
  if (copies.size === 0 && filledNames.length === 0) return undefined
  return command.words.slice(1).find(({ text }) => {
    const names = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name)
    return names.some((name) => filledNames.includes(name ?? '')) || copies.has(text.replace(/^(.*[@=:])?(\.\/)*/s, ''))
  })?.text
}
const readsSecret = ({ name, stdin }: ShellCommand): boolean =>
  /^(read|mapfile|readarray)$/.test(name) &&
  ((stdin.kind === 'file' && privateFile(stdin.path.text)) || (stdin.kind === 'text' && printsSecret(stdin.text)))
const variablesOf = ({ words }: ShellCommand): readonly string[] =>
  words.slice(1).flatMap(({ text }) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : []))

/** Archives of the whole workspace or a home directory. Sending the workspace through ssh is allowed. */
const wholeArchives = ({ command: { name }, reading }: CommandView): readonly string[] =>
  reading.commands
    .filter(
      (one) =>
        packers.has(one.name) && operands(one).some((word) => isWhole(word) && !(isHere(word) && logins.has(name))),
    )
    .flatMap(archivesOf)
const isHere = ({ text }: ShellWord): boolean => /^\.\/?$/.test(text)
const logins: ReadonlySet<string> = new Set(list('scp rsync sftp ssh'))
/** Archives with keys, under any name. */
function archivedSecrets(command: ShellCommand): readonly string[] {
  if (!packers.has(command.name)) return []
  const words = command.words.slice(1).map((word) => word.text)
  return words.some((text) => privateFile(text))
    ? words.filter((text) => !text.startsWith('-')).map((text) => text.replace(/^\.\//, ''))
    : []
}
const packers: ReadonlySet<string> = new Set(list('tar zip 7z 7za cpio rar Compress-Archive'))

function filled({ commands }: ShellReading): (file: ShellFile) => readonly string[] {
  const showing = new Set(commands.filter((one) => secretWord(one) !== undefined).map(({ name }) => name))
  return ({ how, by, path }) => (how !== 'read' && (environments.includes(by) || showing.has(by)) ? [path.text] : [])
}
const environments = list('env printenv export set declare')

/** What one command writes into a pipe. */
type Trait =
  | 'environment'
  | 'token'
  | 'database'
  | 'seen'
  | 'repository'
  | 'encodes'
  | 'packs'
  | 'packs-whole'
  | 'packs-home'
  | 'searches-all'
  | 'seeks-secrets'
interface Flow {
  readonly secret: ShellWord | undefined
  readonly traits: ReadonlySet<Trait>
}

const tests: Readonly<Record<Trait, (one: ShellCommand) => boolean>> = {
  environment: ({ name, words }) =>
    environments.includes(name) && words.slice(1).every((word) => /^-[pxg]+$/.test(word.text)),
  token: ({ words }) => /print-access-token|auth token/.test(words.map((word) => word.text).join(' ')),
  database: ({ name, words }) => dumps.has(name) || (name === 'sqlite3' && words.some(({ text }) => text === '.dump')),
  seen: (one) => sees.has(one.name) || records(one) || one.words.some(({ text }) => text === '/etc/passwd'),
  repository: ({ name, words }) => name === 'git' && words.some(({ text }) => /^(archive|bundle)$/.test(text)),
  encodes: ({ name }) => encoders.has(name),
  packs: ({ name }) => packers.has(name),
  'packs-whole': ({ name, words }) => packers.has(name) && words.some(isWhole),
  'packs-home': ({ name, words }) => packers.has(name) && words.some(({ text }) => /^~(\/|$)/.test(text)),
  'searches-all': ({ name, words }) => /^(grep|rg|find)$/.test(name) && words.some(({ text }) => /^[/~]$/.test(text)),
  'seeks-secrets': seeksSecrets,
}
// The keys of the table are the traits.
const traitNames = Object.keys(tests) as readonly Trait[]

const flows = new WeakMap<readonly ShellCommand[], Flow>()
/** The traits of all earlier stages. Each stage is read once, however many follow it. */
function flowOf(stages: readonly ShellCommand[]): Flow {
  const before = flows.get(stages)
  if (before !== undefined) return before
  const traits = new Set<Trait>()
  let secret: ShellWord | undefined
  for (const one of stages) {
    for (const trait of traitNames) if (!traits.has(trait) && tests[trait](one)) traits.add(trait)
    secret ??= secretWord(one)
    const fed = one.stdin.kind === 'pipe' ? flowOf(one.stdin.from) : undefined
    for (const trait of fed?.traits ?? []) traits.add(trait)
    secret ??= fed?.secret
  }
  const flow = { secret, traits }
  flows.set(stages, flow)
  return flow
}

/** What comes through the pipe. */
function piped(stages: readonly ShellCommand[], sight: CommandView): Finding | undefined {
  const { secret, traits } = flowOf(stages)
  if (secret !== undefined) return deny(`send a secret to another machine (${secret.text})`)
  if (traits.has('environment')) return deny('send the environment, with its keys, to another machine')
  if (traits.has('token')) return deny('send a token to another machine')
  if (traits.has('database')) return ask('send a whole database to another machine')
  if (traits.has('seen')) return ask('send keystrokes, the clipboard or recordings of the person to another machine')
  const isCoded = traits.has('encodes') && traits.has('packs')
  const packs = traits.has('repository') || isCoded || traits.has('packs-whole')
  if (packs && (traits.has('packs-home') || sight.command.name !== 'ssh'))
    return ask('send a whole directory to another machine')
  if (traits.has('seeks-secrets')) return deny('search for keys or passwords and send them to another machine')
  return traits.has('searches-all') ? ask('send search results from the whole machine to another machine') : undefined
}
const isDelete = (method: string | undefined): boolean => /^(delete|purge)$/i.test(method ?? '')
const isWhole = (word: ShellWord): boolean =>
  /^(\.|\.\/|\/|~|\.\.|~\/.*|\/(home|Users)(\/[^/]+)?\/?|\/root\/?)$/.test(word.text)

const dumps: ReadonlySet<string> = new Set(list('pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport'))
const sees: ReadonlySet<string> = new Set(
  list(`pbpaste xclip xsel wl-paste history screencapture scrot grim arecord parec parecord pw-record pw-cat rec fswebcam imagesnap streamer
    gnome-screenshot maim import spectacle flameshot xwd ksnip shotgun wf-recorder recordmydesktop kooha termux-location
    termux-microphone-record termux-camera-photo termux-sms-list termux-contact-list whereami CoreLocationCLI isightcapture`),
)
/** Recordings of a camera, a microphone or the screen: `ffmpeg -f v4l2`, `sox -d`. */
const records = ({ name, words }: ShellCommand): boolean =>
  (/^(ffmpeg|avconv|gst-launch-1\.0|vlc|cvlc|mencoder)$/.test(name) &&
    words.some(({ text }) =>
      /^(v4l2|v4l2src|x11grab|gdigrab|dshow|avfoundation|alsa|alsasrc|pulse|pulsesrc|kmsgrab|screen:\/\/|ximagesrc|autoaudiosrc)$|^\/dev\/video\d/.test(
        text,
      ),
    )) ||
  (name === 'sox' && words.some(({ text }) => text === '-d'))

const encoders: ReadonlySet<string> = new Set(list('base64 base32 xxd openssl gpg age uuencode'))

/** A method of a service (`pkg.Users/DeleteUser`), or an event with such a name. */
const calledToDelete =
  /[\w.]+[/.](?:Batch)?(?:Delete|Remove|Destroy|Purge|Drop|Terminate|Revoke)(?:[A-Z]\w*)?$|"(?:event|type|action|method|op|command)"\s*:\s*"(?:[\w.:/-]*[.:/-])?(?:delete|remove|destroy|purge|drop|terminate|revoke)(?:[A-Z_.:-]\w*)?"/

export const sendingRules: readonly Rule[] = [
  {
    name: 'send-secrets',
    programs: [...network],
    instead: 'Send nothing that contains a key, or ask the person.',
    find(sight) {
      const { command } = sight
      if (local(command)) return undefined
      const word = given(command)
      if (word !== undefined) return deny(`send a secret to another machine (${word.text})`)
      const set = sentBySettings(command, sight.reading)
      if (set !== undefined) return deny(`send a secret to another machine (${set})`)
      const filled = tainted(sight)
      const leaked = command.words.find((one) => filled.some((path) => one.text.endsWith(path)))
      if (leaked !== undefined) return deny(`send a secret to another machine (${leaked.text})`)
      const carried = carriedSecret(sight)
      if (carried !== undefined) return deny(`send a secret to another machine (${carried})`)
      const packed = wholeArchives(sight)
      if (packed.length > 0 && command.words.some((one) => packed.some((path) => one.text.endsWith(path))))
        return ask('send a whole directory to another machine')
      const open = inTheOpen(sight)
      if (open !== undefined) return open
      const address = command.words.find((one) => /^https?:.*[?&/]/.test(one.text) && namesSecret.test(one.text))
      if (address !== undefined) return ask(`put a secret into a URL (${address.text})`)
      const { stdin } = command
      const input = stdin.kind === 'text' && !stdin.known && printsSecret(stdin.text) ? 'its input' : undefined
      const sent = stdin.kind === 'file' && privateFile(stdin.path.text) ? stdin.path.text : input
      if (sent !== undefined) return deny(`send a secret to another machine (${sent})`)
      return stdin.kind === 'pipe' ? piped(stdin.from, sight) : undefined
    },
  },
  {
    name: 'commit-secrets',
    programs: list('git gh glab hub hg jj'),
    instead: 'Keep keys out of the repository, or ask the person.',
    find(sight) {
      const args = sight.command.words.slice(1).map((word) => word.text)
      if (!/^(add|commit|stage|release|gist|upload|attach)$/.test(args[0] ?? '')) return undefined
      const packed = sight.reading.commands.flatMap(archivedSecrets)
      const path = args.find((text) => packed.includes(text.replace(/^\.\//, '')))
      return path === undefined ? undefined : deny(`put a secret into a repository (${path})`)
    },
  },
  {
    name: 'leak-by-name',
    programs: lookups,
    instead: 'Look up only literal names.',
    find: ({ command }) =>
      command.words.some((word) => /(\$\(|`)/.test(word.text) && /[)`]+["']?\.[\w.-]+$/.test(word.text))
        ? ask('send the output of a command as part of a host name')
        : undefined,
  },
  {
    name: 'mail',
    programs: list('mail mailx s-nail mutt sendmail msmtp swaks ssmtp'),
    instead: 'Show the text and let the person send it.',
    find: ({ command }) =>
      command.words.slice(1).some((word) => /@|^-t$|^\$/.test(word.text)) ? ask('send mail to others') : undefined,
  },
  {
    name: 'delete-by-call',
    programs: list('grpcurl grpc_cli evans wscat websocat'),
    instead: 'Try it with your own server first.',
    find: ({ command }) =>
      !local(command) && command.words.slice(1).some(({ text }) => calledToDelete.test(text))
        ? ask('delete something on another machine')
        : undefined,
  },
  {
    name: 'delete-by-request',
    programs: [...downloaders],
    instead: 'Try it with your own server first.',
    find({ command }) {
      // The last one counts.
      const last = command.words.findLastIndex((word) => /^(-X|--request|--method|-Method)/i.test(word.text))
      const method =
        last === -1
          ? optionOf(command, '-X')?.text
          : optionOf({ ...command, words: command.words.slice(last) }, '-X', '--request', '--method', '-Method')?.text
      const verb = /^delete$/i.test(command.words[1]?.text ?? '') ? 'DELETE' : method
      const { stdin } = command
      const fed = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined
      const args = [...command.words.slice(1).map((word) => word.text), ...(fed === undefined ? [] : [fed])]
      const remotely = !local(command)
      if (args.some(deletesByAddress) && remotely) return ask('delete data of a service')
      if (args.some(isAdministered) && isDelete(verb)) return ask('delete data of a service')
      if (args.some((text) => deletesByText(text) || (remotely && /_delete_by_query|<delete>/.test(text))))
        return remotely || args.some(isAdministered) ? ask('delete data of a service') : undefined
      const acts = method === undefined ? optionOf(command, ...bodies) !== undefined : !/^(get|head)$/i.test(method)
      if (args.some(deletesByPath) && (remotely || args.some(isAdministered)) && acts)
        return ask('delete or stop resources of a service, or run code there')
      if (remotely && acts && changesAccount(args)) return ask('change the permissions of an account')
      return isDelete(verb) && remotely ? ask('delete something on another machine') : undefined
    },
  },
]
