/** Finds commands that run code which no one has read: downloaded, decoded, or known only at run time. */
import {
  argumentsOf,
  type Doubt,
  filesRunBy,
  type ShellCommand,
  type ShellInput,
  type ShellReading,
} from '@hookline/core/shell'
import { filesTouchedBy } from '../../lib/touched-files.ts'
import { has, joined, list, onlyShows, operands, optionOf } from '../options.ts'
import { ask, deny, type Rule, type WholeRule } from '../rule.ts'

export const downloaders: ReadonlySet<string> = new Set(
  list(
    'curl wget fetch http https xh aria2c axel lynx nc ncat iwr irm Invoke-WebRequest Invoke-RestMethod Start-BitsTransfer',
  ),
)
const decoders: ReadonlySet<string> = new Set(
  list('base64 base32 xxd openssl gunzip zcat gzip bzip2 xz unxz uudecode rev tr gpg od hexdump'),
)
/** Programs whose output is meant to be run by a shell. */
const shellwriters: ReadonlySet<string> = new Set(
  list(`ssh-agent keychain pyenv rbenv nodenv goenv jenv direnv brew starship zoxide fnm nvm mise asdf rtx dircolors
    minikube conda mamba micromamba opam luarocks docker-machine register-python-argcomplete thefuck gcloud podman
    hookline atuin op tmux lesspipe resize perl pip npm pnpm gh kubectl helm rustup poetry sed dotenv xargs grep
    aws assume vault`),
)

/** The arguments with which these programs fetch code of others. */
const fetching: Readonly<Record<string, RegExp>> = {
  gh: /^(gist|api|release|issue|pr)$/,
  aws: /^(s3|s3api)$/,
}
const isFetched = (name: string, { commands }: ShellReading): boolean =>
  commands.some((one) => one.name === name && fetching[name]?.test(one.words[1]?.text ?? '') === true)

/** `perl -e '…' | sh`: it prints what its code says, unlike `perl -Mlocal::lib`. */
const isOwnCode = (name: string, { commands }: ShellReading): boolean =>
  name === 'perl' && commands.some((one) => one.name === name && one.code !== undefined)

/** Consoles commonly read files of the workspace: `psql -f <(cat a.sql b.sql)`. */
const forConsole = /^(psql|mysql|mariadb|sqlite3|duckdb|clickhouse-client)\b/
function isMadeForShell({ from, detail }: Doubt, reading: ShellReading): boolean {
  if (from.length === 0) return false
  return from.every(
    (name) =>
      !isFetched(name, reading) &&
      !isOwnCode(name, reading) &&
      (shellwriters.has(name) || (name === 'cat' && forConsole.test(detail))),
  )
}

/** `grep '^rm' notes.txt | bash` runs lines that were not written to be run together. */
const isFiltered = (detail: string, from: readonly string[]): boolean =>
  / \| (ba|z|da|k)?sh$/.test(detail) && from.some((name) => /^([ef]?grep|rg|g?sed|g?awk|cut|tac|shuf)$/.test(name))

const read = 'Download to a file, read it, then run it.'
const unseen = (doubts: readonly Doubt[], programs: ReadonlySet<string>): boolean =>
  doubts.some(({ kind, from }) => /^unknown-/.test(kind) && from.some((name) => programs.has(name)))

export const unreadText: readonly WholeRule[] = [
  {
    name: 'pipe-to-shell',
    instead: read,
    findInText({ reading }) {
      if (unseen(reading.doubts, downloaders)) return deny('run downloaded code that no one has read')
      return unseen(reading.doubts, decoders) ? deny('run decoded text that no one has read') : undefined
    },
  },
  {
    name: 'unknown-code',
    instead: 'Write the command in full, so that it can be read before it runs.',
    findInText({ reading }) {
      const doubt = reading.doubts.find(
        (one) =>
          one.kind === 'too-much' ||
          (one.kind === 'unknown-code' && (isFiltered(one.detail, one.from) || !isMadeForShell(one, reading))),
      )
      return doubt === undefined
        ? undefined
        : ask(`run code that cannot be read before it runs (${doubt.detail.slice(0, 80)})`)
    },
  },
  {
    name: 'decoded-text',
    instead: 'Write the command in full, so that it can be read before it runs.',
    findInText: ({ reading }) =>
      reading.doubts.some((doubt) => doubt.kind === 'decoded') ||
      reading.commands.some((one) => argumentsOf(one)?.all.some(({ language }) => language === 'base64-powershell'))
        ? ask('run text that is hidden by an encoding')
        : undefined,
  },
  {
    name: 'unparsable',
    instead: 'Write the command in plain shell.',
    findInText: ({ reading }) =>
      reading.doubts.some((doubt) => doubt.kind === 'unparsable')
        ? ask('run something that no shell parser understands')
        : undefined,
  },
  {
    name: 'fork-bomb',
    instead: 'Do not run this; no task needs it.',
    findInText: ({ reading }) =>
      reading.doubts.some((doubt) => doubt.kind === 'endless') ? deny('start processes without end') : undefined,
  },
]

/** The files that a download creates: named by an option, or by the end of the URL. */
function savedBy(command: ShellCommand): readonly string[] {
  if (['scp', 'rsync'].includes(command.name))
    return operands(command).flatMap((word) => /^[\w.@-]+:.*?([^/:]+)$/.exec(word.text)?.[1] ?? [])
  if (/^(smbclient|tftp|ftp|lftp|sftp)$/.test(command.name))
    return [...joined(command.words.slice(1)).matchAll(/\bm?get\s+(?:\S*\/)?([^\s/;]+)/g)].map(([, file]) => file ?? '')
  if (/^(aws|gsutil|gcloud|s3cmd|mc|rclone)$/.test(command.name))
    return command.words.some(({ text }) => /^(cp|sync|get|copy|mirror)$/.test(text)) ? takenFrom(command) : []
  if (!downloaders.has(command.name)) return []
  if (command.name === 'Start-BitsTransfer')
    return operands(command)
      .slice(-1)
      .map((word) => bare(word.text))
  const named = optionOf(
    command,
    '-o',
    '--output',
    '--output-document',
    '-OutFile',
    '-Destination',
    '-outfile',
    ...(command.name === 'wget' ? ['-O'] : []),
  )
  if (named !== undefined) return named.text === '-' ? [] : [bare(named.text)]
  const keeps =
    ['wget', 'aria2c', 'axel'].includes(command.name) ||
    command.words.some((word) => /^(-\w*O|--remote-name)/.test(word.text))
  return keeps ? operands(command).flatMap((word) => /([^/?]+)(\?.*)?$/.exec(word.text)?.[1] ?? []) : []
}

/** For `aws s3 cp s3://bucket/x.sh .`: the name at the end of the URL, and the given name. */
function takenFrom(command: ShellCommand): readonly string[] {
  const at = command.words.findIndex(({ text }) => /^(s3|gs):\/\/|^[\w-]+:[^/\\]/.test(text))
  if (at === -1) return []
  const from = /([^/:]+)$/.exec(command.words[at]?.text ?? '')?.[1]
  const to = command.words[at + 1]?.text ?? ''
  return [from, /^[.-]?\/?$|^-/.test(to) ? undefined : bare(to)].filter((one) => one !== undefined)
}

/** `curl … | tee x`. */
const teed = ({ name, words, stdin }: ShellCommand): readonly string[] =>
  name === 'tee' && stdin.kind === 'pipe' && stdin.from.some((one) => downloaders.has(one.name))
    ? words.slice(1).flatMap(({ text }) => (text.startsWith('-') ? [] : [bare(text)]))
    : []

const savedFiles = new WeakMap<ShellReading, readonly string[]>()
/** The files that all downloads of the text create, found once. */
function savedIn(reading: ShellReading): readonly string[] {
  const known = savedFiles.get(reading)
  if (known !== undefined) return known
  const redirected = reading.files.filter((file) => file.how !== 'read' && downloaders.has(file.by))
  const saved = [
    ...reading.commands.flatMap((one) => [...savedBy(one), ...teed(one)]),
    ...redirected.map((file) => bare(file.path.text)),
  ]
  if (saved.length > 0) addCopies(reading, saved)
  savedFiles.set(reading, saved)
  return saved
}

/** A download stays a download if it is renamed, decoded or edited. */
function addCopies(reading: ShellReading, saved: string[]): void {
  for (const command of reading.commands) {
    if (!passesOn.test(command.name)) continue
    const files = filesTouchedBy(command)
    const from = files.filter(({ path }) => saved.includes(bare(path)))
    if (from.length === 0) continue
    const written = files.filter(({ how, path }) => how === 'write' && !saved.includes(bare(path)))
    const redirected = reading.files.filter((file) => file.how !== 'read' && file.by === command.name)
    saved.push(
      ...written.flatMap(({ path }) => [
        bare(path),
        ...from.map((one) => `${bare(path).replace(/\/$/, '')}/${lastName(one.path)}`),
      ]),
      ...redirected.map((file) => bare(file.path.text)),
      ...from.map((one) => bare(one.path).replace(/\.(gz|xz|bz2|zst)$/, '')),
    )
  }
}
const passesOn =
  /^(mv|cp|ln|install|dd|cat|tee|sed|tr|base64|base32|xxd|openssl|gpg|gunzip|gzip|unxz|xz|bunzip2|zstd|uudecode|awk|head|tail|iconv|dos2unix|rename|Copy-Item|Move-Item|Rename-Item)$/
const lastName = (path: string): string => path.split('/').at(-1) ?? path

/** A shell that runs a download: `sh < x`, `cat x | sh`. */
function readsDownload({ name, stdin }: ShellCommand, saved: readonly string[]): boolean {
  if (!/^((ba|z|da|k|a)?sh|python[\d.]*|node|perl|ruby|php)$/.test(name)) return false
  if (stdin.kind === 'file') return saved.includes(bare(stdin.path.text))
  return (
    stdin.kind === 'pipe' &&
    stdin.from.some(
      (one) => passesOn.test(one.name) && filesTouchedBy(one).some(({ path }) => saved.includes(bare(path))),
    )
  )
}

const bare = (path: string): string => path.replace(/^\.\//, '')

/** Whether a download is among the stages before it: `curl … | gunzip | tar x`. */
const comesFromDownload = (stdin: ShellInput): boolean =>
  stdin.kind === 'pipe' && stdin.from.some((one) => downloaders.has(one.name) || comesFromDownload(one.stdin))

/** The directories that a clone or an unpacked download creates; an archive may contain any path. */
function fetched(command: ShellCommand): readonly string[] {
  if (command.name === 'git' && command.words[1]?.text === 'clone') {
    const [, url, to] = operands(command, '-b', '--branch', '--depth', '-o', '-c').map((word) => word.text)
    const name = to ?? /([^/:]+?)(\.git)?\/?$/.exec(url ?? '')?.[1]
    return name === undefined ? [] : [`${bare(name)}/`]
  }
  const { stdin } = command
  const unpacks = /^(tar|bsdtar|unzip|cpio)$/.test(command.name) && stdin.kind === 'pipe'
  if (!unpacks || !comesFromDownload(stdin)) return []
  const to = optionOf(command, '-C', '-d', '--directory')?.text
  return [to === undefined ? '' : `${bare(to).replace(/\/$/, '')}/`]
}

const fetchedPaths = new WeakMap<ShellReading, readonly string[]>()
export function fetchedIn(reading: ShellReading): readonly string[] {
  const paths = fetchedPaths.get(reading) ?? reading.commands.flatMap(fetched)
  fetchedPaths.set(reading, paths)
  return paths
}

export const unreadRules: readonly Rule[] = [
  {
    name: 'downloaded-and-run',
    instead: 'Read the downloaded file in a separate step before you run it.',
    find({ command, reading }) {
      const saved = savedIn(reading)
      if (saved.length === 0 || downloaders.has(command.name) || savedBy(command).length > 0) return undefined
      if (readsDownload(command, saved)) return ask('run a downloaded file that no one has read')
      const itself = command.words[0]?.text ?? ''
      if (itself.includes('/') && saved.includes(bare(itself))) return ask(`run ${itself} directly after the download`)
      if (
        /^(start-process|saps|start)$/i.test(command.name) &&
        command.words.some((word) => saved.includes(bare(word.text)))
      )
        return ask('run a program directly after the download')
      const runs = /^(sh|bash|zsh|dash|source|\.|python[\d.]*|node|perl|ruby|php|msiexec|installer)$/.test(command.name)
      // The words after the script are its data.
      const file = runs
        ? operands(command, '-r', '-W', '-X')
            .slice(0, 1)
            .find((word) => saved.includes(bare(word.text)))
        : undefined
      const [found] = runs ? [] : filesRunBy(command.name, command.words.slice(1), saved)
      const path = file?.text ?? found?.path
      return path === undefined ? undefined : ask(`run ${path} directly after the download`)
    },
  },
  {
    name: 'unpacked-and-run',
    instead: 'Read what was fetched in a separate step before you run it.',
    find({ command, reading }) {
      const itself = command.words[0]?.text ?? ''
      const script = /^(ba|z|da)?sh$|^source$|^\.$|^python[\d.]*$/.test(command.name)
        ? (operands(command)[0]?.text ?? '')
        : itself
      if (!script.includes('/') && script === itself) return undefined
      if (/(^|\/)(gradlew|mvnw|configure)$|node_modules\//.test(script)) return undefined
      const path = bare(/^[~/]/.test(script) ? script : `${command.cwd ?? '.'}/${script}`)
      return fetchedIn(reading).some((directory) => path.startsWith(directory))
        ? ask(`run ${script} directly after it was fetched`)
        : undefined
    },
  },
  {
    name: 'function-in-variable',
    instead: 'Define the function in the script itself.',
    find: ({ command }) =>
      [...command.assignments.map(({ value }) => value.text), ...command.words.slice(1).map(({ text }) => text)].some(
        (text) => /^(\w+=)?\(\)\s*\{.*\}\s*;?\s*\S|^BASH_FUNC_\w+(%%|\(\))=/s.test(text),
      )
        ? ask('pass code to a shell that is hidden in an exported function')
        : undefined,
  },
  {
    name: 'found-and-run',
    programs: list('sh bash zsh dash ksh fish python python3 node perl ruby php'),
    instead: 'Name the scripts to run.',
    find({ command }) {
      const [script] = operands(command)
      const isFound = command.via.some((one) => /^(xargs|find|parallel)\b/.test(one))
      const isAny = script?.glob === true && /^(\.|\*|.*\/\*)$/.test(script.text)
      return isFound && isAny && !has(command, 'nc')
        ? ask(`run every file below ${script.text} as a script`)
        : undefined
    },
  },
  {
    name: 'input-as-script',
    programs: list('xargs gxargs parallel'),
    instead: 'Write the command in full, so that it can be read before it runs.',
    find: ({ command }) =>
      /(^|[\s/])(ba|z|da|k)?sh( -\w+)* -\w*c( (\{\}|%|@))?( :::.*)?$/.test(joined(command.words))
        ? ask('run each line of its input as a script')
        : undefined,
  },
  {
    name: 'downloaded-and-applied',
    programs: list('kubectl k oc psql mysql crontab'),
    instead: read,
    find: ({ command: { stdin, words } }) =>
      (stdin.kind === 'pipe' && stdin.from.some((one) => downloaders.has(one.name))) ||
      words.some((word) => /^<\(\s*(curl|wget)\b/.test(word.text))
        ? ask('apply downloaded content that no one has read')
        : undefined,
  },
  {
    name: 'clipboard-or-expression',
    programs: list('Invoke-Expression iex'),
    instead: read,
    find: () => deny('run text that no one has read'),
  },
  {
    name: 'run-from-address',
    programs: list('deno bun jshell groovy kotlin kotlinc jbang scala scala-cli amm wasmtime wasmer'),
    instead: read,
    find({ command }) {
      const needsVerb = /^(deno|bun)$/.test(command.name)
      const script = command.words.slice(1, 6).some(({ text }) => /^https?:\/\/(?!localhost|127\.)/.test(text))
      return script && (!needsVerb || command.words[1]?.text === 'run') && !onlyShows(command)
        ? ask('run downloaded code that no one has read')
        : undefined
    },
  },
  {
    name: 'run-download-file',
    programs: list(
      'java vim vi nvim emacs lua awk gawk make R Rscript julia groovy php ruby perl node tclsh gdb ansible-playbook zig',
    ),
    instead: read,
    find: ({ command }) =>
      command.words.some(({ text }) => /^<\(\s*(curl|wget|fetch|http|https|xh|aria2c|lynx)\b/.test(text))
        ? deny('run downloaded code that no one has read')
        : undefined,
  },
  {
    name: 'run-download-input',
    programs: list('wasmtime wasmer wasmedge java'),
    instead: read,
    find: ({ command: { stdin } }) =>
      stdin.kind === 'pipe' && stdin.from.some((one) => downloaders.has(one.name))
        ? ask('run downloaded code that no one has read')
        : undefined,
  },
  {
    name: 'fetch-program',
    programs: ['certutil', 'bitsadmin'],
    instead: read,
    find: ({ command }) =>
      command.words.some((word) => /^[-/](urlcache|transfer)$/i.test(word.text))
        ? ask('download a program in an unusual way')
        : undefined,
  },
]
