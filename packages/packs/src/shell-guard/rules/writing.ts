/** Finds writes to files that control what runs, to system directories, and to devices. */
import type { ShellCommand, ShellFile, ShellWord } from '@hookline/core/shell'
import { filesTouchedBy } from '../../lib/touched-files.ts'
import { list } from '../options.ts'
import type { PathKind } from '../path-kind.ts'
import { ask, deny, type Finding, type Rule, type TextView, type WholeRule } from '../rule.ts'
import { sensitiveAt } from '../what-runs.ts'

/** Programs whose target files are checked. */
const writers =
  list(`tee cp mv install ln sponge sed perl ruby truncate curl wget tar bsdtar unzip 7z chattr touch sort uniq
  rsync scp patch split awk gawk mawk nawk sqlite3 openssl gpg xxd Set-Content Add-Content Out-File Copy-Item Move-Item
  New-Item ni ac sc Tee-Object Export-Csv Export-Clixml ffmpeg sox convert magick`)

/** The files that a command writes or creates. */
const writtenBy = (command: ShellCommand): readonly ShellWord[] =>
  filesTouchedBy(command)
    .filter(
      ({ how, deleted }) => (how === 'write' && deleted !== true) || (how === 'alter' && command.name === 'chattr'),
    )
    .map(({ path, glob }) => ({ text: path, known: true, glob }))

/** System directories where writing is harmless. */
const harmless = /^\/(tmp|var\/(tmp|log)|run|proc\/self|mnt|media|Volumes)\b|^\/dev\/(tcp|udp)\//

/** The path from the root or from home, if a `cd` before it shows that. */
const located = (path: string, cwd: string | undefined): string =>
  cwd !== undefined && /^[~/]/.test(cwd) && !/^[~/$]/.test(path)
    ? `${cwd.replace(/\/$/, '')}/${path.replace(/^\.\//, '')}`
    : path

export function written(word: ShellWord, kind: PathKind, cwd?: string): Finding | undefined {
  const row = sensitiveAt(located(word.text, cwd))
  if (row?.verdict === 'deny') return deny(`write ${word.text}: ${row.what}`)
  if (row !== undefined) return ask(`write ${word.text}: ${row.what}`)
  if (harmless.test(word.text)) return undefined
  if (kind === 'device') return deny(`write to the device ${word.text}`)
  return kind === 'system' || kind === 'root' ? ask(`write ${word.text}, a system directory`) : undefined
}

const gravest = (findings: readonly (Finding | undefined)[]): Finding | undefined =>
  findings.find((one) => one?.verdict === 'deny') ?? findings.find((one) => one !== undefined)

const instead = 'Show the change and let the person make it.'

export const writingRules: readonly Rule[] = [
  {
    name: 'write-what-runs',
    programs: writers,
    instead,
    find: (sight) =>
      gravest(writtenBy(sight.command).map((word) => written(word, sight.kindOf(word), sight.command.cwd))),
  },
  {
    name: 'unpack-over',
    programs: list('tar bsdtar unzip 7z 7za cpio ditto'),
    instead: 'Unpack into a new directory, then copy what is needed.',
    find(sight) {
      const to = writtenBy(sight.command).find((word) => ['home', 'root', 'above'].includes(sight.kindOf(word)))
      return to === undefined ? undefined : ask(`unpack an archive over ${to.text}`)
    },
  },
  {
    name: 'endless-fill',
    programs: ['yes', 'cat'],
    instead: 'Limit the size.',
    find({ command, reading }) {
      const writes = reading.files.some(
        (file) => file.how !== 'read' && file.by === command.name && file.path.text !== '/dev/null',
      )
      const endless =
        command.name === 'yes' || command.words.some((word) => /^\/dev\/(zero|urandom|random)$/.test(word.text))
      return writes && endless ? deny('fill the disk') : undefined
    },
  },
  {
    name: 'load-into-shell',
    programs: ['enable', 'zmodload', 'hash'],
    instead: 'Run a program of the system.',
    // `hash -p path name` puts another program behind a name.
    find: ({ command }) =>
      command.words.some(
        (word, at) => at > 0 && /^-\w*[fp]/.test(command.words[at - 1]?.text ?? '') && word.text.includes('/'),
      )
        ? ask('load code into the shell')
        : undefined,
  },
  {
    name: 'loader',
    instead: 'Run the program as it is.',
    find({ command }) {
      const set = ['export', 'env'].includes(command.name) ? command.words.slice(1) : []
      const named = [
        ...command.assignments.map((one) => [one.name, one.value.text] as const),
        // The name comes first, and the value, if there is one, second.
        ...set.map((word) => word.text.split(/=(.*)/s) as [string, string?]),
      ]
      const slipped = named.find(([name, value = '']) =>
        loaders.has(name)
          ? value !== '' && !(name === 'GIT_SSH_COMMAND' && /^ssh( |$)/.test(value))
          : perhaps[name]?.test(value),
      )
      return slipped === undefined ? undefined : ask(`load code into other programs (${slipped[0]})`)
    },
  },
]
const loaders: ReadonlySet<string> = new Set(
  list(`LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV PROMPT_COMMAND GIT_SSH_COMMAND GIT_EXTERNAL_DIFF
    PERL5OPT PYTHONSTARTUP DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH COR_PROFILER_PATH LUA_INIT`),
)
/** Variables that load code if they name an unusual path or start a shell, and those that trust any server. */
const strange = String.raw`(\/tmp|\/var\/tmp|\/dev\/shm)(\/|:|$)`
const search = new RegExp(`^["']?${strange}`)
const starts = /(^|[\s;&|/])(sh|bash|zsh|curl|wget|rm|eval|nc|python3?|node)\b/
const perhaps: Readonly<Record<string, RegExp>> = {
  NODE_OPTIONS: /(^|\s)(-r|--require|--import|--loader|--experimental-loader)[= ]?["']?(file:\/\/)?[/~]/,
  RUBYOPT: /(^|\s)-r\s*[/~]/,
  ...Object.fromEntries(
    list(
      'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS CATALINA_OPTS',
    ).map((name) => [name, /-(javaagent|agentpath):[/~]/] as const),
  ),
  MAKEFLAGS: /--eval|\$\(shell|\$\{shell/,
  GOFLAGS: /-(toolexec|exec)\b/,
  RUSTFLAGS: new RegExp(`linker=["']?${strange}`),
  NODE_TLS_REJECT_UNAUTHORIZED: /^0$/,
  GIT_SSL_NO_VERIFY: /^(1|true)$/,
  PYTHONHTTPSVERIFY: /^0$/,
  PATH: search,
  ENV: search,
  ZDOTDIR: search,
  GIT_EXEC_PATH: search,
  GIT_CONFIG_GLOBAL: search,
  GIT_CONFIG_SYSTEM: search,
  GIT_TEMPLATE_DIR: search,
  PYTHONPATH: search,
  PERL5LIB: search,
  NODE_PATH: search,
  LD_LIBRARY_PATH: search,
  MAKEFILES: search,
  PHPRC: search,
  PHP_INI_SCAN_DIR: search,
  GCONV_PATH: search,
  OPENSSL_CONF: search,
  INPUTRC: search,
  EDITOR: starts,
  VISUAL: starts,
  PAGER: starts,
  GIT_EDITOR: starts,
  GIT_PAGER: starts,
  GIT_ASKPASS: starts,
}

/** Programs that print nothing, so that a redirection empties the file. */
const silent: ReadonlySet<string> = new Set(['', ':', 'true'])
const logs = /^\/var\/log\/(auth\.log|syslog|secure|messages|wtmp|btmp|lastlog|audit\/.*|kern\.log)$/

function emptied({ path, how, by, cwd }: ShellFile, { reading, kindOf }: TextView): Finding | undefined {
  if (how !== 'write') return undefined
  if (logs.test(path.text)) return ask(`overwrite ${path.text}, a log of the system`)
  const nothing =
    silent.has(by) ||
    (by === 'cat' && reading.commands.some((one) => one.name === 'cat' && one.words[1]?.text === '/dev/null'))
  if (!nothing) return undefined
  if (/\bgit ls-files\s*[)`]$/.test(path.text)) return ask('empty every file that git tracks')
  const kind = kindOf(path, cwd)
  return ['personal', 'workspace', 'repository'].includes(kind) || (path.glob && kind === 'inside')
    ? ask(`empty ${path.text}`)
    : undefined
}

export const writtenText: readonly WholeRule[] = [
  {
    name: 'emptied',
    instead: 'Keep the file, and write a new one next to it.',
    findInText: (view) => gravest(view.reading.files.map((file) => emptied(file, view))),
  },
  {
    name: 'redirect-to-what-runs',
    instead,
    findInText: ({ reading, kindOf }) =>
      gravest(
        reading.files
          .filter((file) => file.how !== 'read')
          .map((file) => written(file.path, kindOf(file.path, file.cwd), file.cwd)),
      ),
  },
]
