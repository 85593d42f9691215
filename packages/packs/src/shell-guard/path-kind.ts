/** Classifies a path by its text: the same deletion is routine for one kind and a disaster for another. */
import type { ShellWord } from '@hookline/core/shell'

export type PathKind =
  /** The whole file system, or a disk. */
  | 'root'
  /** Belongs to the system. */
  | 'system'
  /** The whole home directory. */
  | 'home'
  /** A file of the person outside the workspace. */
  | 'personal'
  /** The whole workspace. */
  | 'workspace'
  /** Above the workspace. */
  | 'above'
  /** The history of the repository. */
  | 'repository'
  | 'temporary'
  /** Output that a build creates again. */
  | 'made'
  /** Somewhere in the workspace. */
  | 'inside'
  /** Known only at run time. */
  | 'unknown'
  | 'device'

export interface CommandContext {
  readonly roots: readonly string[]
  /** The working directory of the command; the first root by default. */
  readonly cwd?: string
  readonly allowPaths: readonly string[]
  /** Branches that must not be rewritten, by name or pattern. */
  readonly protectedBranches?: readonly string[]
}

const anyOf = (names: string): string => names.trim().split(/\s+/).join('|')

const systemPath = new RegExp(
  `^/(${anyOf(`etc usr bin sbin lib lib32 lib64 boot var opt sys proc run srv root
    System Library Applications private Volumes mnt media`)})(/|$)`,
)
const temporary =
  /^((\/private)?\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm|\$\{?(TMPDIR|TMP|RUNNER_TEMP)\}?|\$\(mktemp.*|`mktemp.*)(\/(?!(.*\/)?\.\.(\/|$))|$)/
/** The temporary directory itself, which others use too. */
const temporaryRoot = /^((\/private)?\/tmp|\/var\/tmp)(\/\*)?$/

/** Directories of a workspace that only a build, a test run or a package manager creates. Elsewhere the name proves nothing. */
const surely = anyOf(String.raw`node_modules bower_components dist build target coverage htmlcov storybook-static
    \.next \.nuxt \.svelte-kit \.turbo \.cache \.parcel-cache \.vite \.output \.angular \.docusaurus \.gradle \.terraform
    __pycache__ \.pytest_cache \.mypy_cache \.ruff_cache \.tox \.nyc_output \.venv venv \.eggs [^/]*\.egg-info
    \.serverless DerivedData _build cmake-build-[^/]* playwright-report test-results`)
/** Names that are build output if they are in a workspace. */
const likely = anyOf(String.raw`out output vendor tmp temp logs Pods bin obj generated site public/build junit reports
    [^/]*\.(log|tmp|pyc|o|tgz|whl|map|tsbuildinfo|bak|swp)`)
const made = new RegExp(`(^|/)(${surely}|${likely})(/|$)`)

/** No system opens a longer path. */
const MAX_PATH_LENGTH = 4_096

export function kindOfPath(word: ShellWord, from: string | undefined, where: CommandContext): PathKind {
  if (word.text.length > MAX_PATH_LENGTH) return 'unknown'
  const windows = kindOnWindows(word.text)
  if (windows !== undefined) return windows
  const text = /^[~/]/.test(word.text) ? tidy(word.text) : word.text.replace(/(.)\/+$/, '$1')
  if (where.allowPaths.some((path) => text === path || text.startsWith(`${path.replace(/\/$/, '')}/`)))
    return 'temporary'
  const full = absolute(text, from, where)
  if (temporary.test(full ?? text)) return temporaryRoot.test(full ?? text) ? 'system' : 'temporary'
  if (full === undefined) return made.test(text.replace(/^\$\{?\w+\}?\//, '')) ? 'made' : 'unknown'
  return full.startsWith('~')
    ? kindInHome(full)
    : full.startsWith('/')
      ? kindOfAbsolute(full, where)
      : kindInWorkspace(full)
}

const here = /^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$\(git rev-parse --show-toplevel\))(\/|$)/
const unknown = /^[$`…<]/

/** The path from the root, from home, or relative to the workspace; undefined if its beginning is not known. */
function absolute(text: string, from: string | undefined, where: CommandContext): string | undefined {
  const path = text.replace(here, './')
  if (unknown.test(path)) return undefined
  if (/^[~/]/.test(path)) return path
  const start = from === undefined || /^[~/$`…<]/.test(from) ? (from ?? where.cwd) : `${where.cwd ?? '.'}/${from}`
  if (start === undefined) return tidy(path)
  if (unknown.test(start)) return undefined
  const full = tidy(`${start}/${path}`)
  return inRoots(full, where) ?? full
}

const inRoots = (path: string, where: CommandContext): string | undefined => {
  const root = where.roots.find((one) => path === one || path.startsWith(`${one}/`))
  return root === undefined ? undefined : `.${path.slice(root.length)}`
}

function kindOfAbsolute(path: string, where: CommandContext): PathKind {
  const relative = inRoots(path, where)
  if (relative !== undefined) return kindInWorkspace(relative)
  if (/^\/(\*|\.\*)?$/.test(path)) return 'root'
  if (/^\/dev\/(null|zero|stdout|stderr|stdin|tty|fd|random|urandom|full)/.test(path)) return 'temporary'
  if (/^\/dev\//.test(path)) return 'device'
  if (/^(\/(home|Users)(\/[^/]+)?|\/root)(\/\*)?$/.test(path)) return 'home'
  if (/^\/(home|Users)\//.test(path)) return kindInHome(path.replace(/^\/(home|Users)\/[^/]+/, '~'))
  if (systemPath.test(path)) return 'system'
  // Deleting a directory above a root also deletes the workspace.
  if (where.roots.some((root) => root.startsWith(`${path}/`))) return 'above'
  return 'personal'
}

const homeCaches =
  /^~\/(\.cache|\.npm|\.gradle|\.m2|\.cargo\/registry|Library\/(Caches|Developer\/Xcode\/DerivedData)|\.pnpm-store|\.nuget\/packages|\.yarn\/(berry\/)?cache|\.local\/share\/pnpm\/store)(\/|$)|^~\/(.*\/)?(_cacache|[\w-]*-?caches?)(\/|$)/

function kindInHome(path: string): PathKind {
  if (/^~[a-z0-9_-]*(\/\*|\/\.\*|\/\.\[!\.\]\*)?$/i.test(path)) return 'home'
  return homeCaches.test(path) ? 'made' : 'personal'
}

/** Wildcards that match every file, or every hidden one: `*`, `.[!.]*`, `{*,.*}`, `!(x)`. */
const everyName = /^(\*\*\/)*((?=[^*]*\*)[*?.!^[\]{},]+|\[a-z[^\]]*\]\*|[!*]\([^()/]*\))$/i

function kindInWorkspace(path: string): PathKind {
  if (/^\.\.(\/|$)/.test(path)) return made.test(path) ? 'personal' : 'above'
  const own = path.replace(/^(\.\/)+(?=.)/, '')
  if (own === '.' || everyName.test(own)) return 'workspace'
  if (/(^|\/)\.git(\/|$)/.test(path)) return /\/(index\.lock|.*\.lock)$/.test(path) ? 'made' : 'repository'
  return made.test(path) ? 'made' : 'inside'
}

const windowsHome = String.raw`^([A-Z]:[\\/]Users[\\/][^\\/]+|~(?=\\)|\$HOME(?=\\)|%USERPROFILE%|\$env:(USERPROFILE|HOMEPATH))[\\/]`
const windowsKinds: readonly (readonly [RegExp, PathKind])[] = [
  [/^([A-Z]:[\\/]?(\*(\.\*)?)?$|\\\\\.\\)/i, 'root'],
  [
    /^([A-Z]:[\\/](Windows|Program Files|ProgramData)|%(SystemRoot|windir|ProgramFiles)%|\$env:(SystemRoot|windir))/i,
    'system',
  ],
  [/^(%USERPROFILE%|\$env:USERPROFILE|[A-Z]:[\\/]Users([\\/][^\\/]+)?)[\\/]?\*?$/i, 'home'],
  // A POSIX shell has removed the backslashes.
  [/^[A-Z]:Users\w*$/i, 'home'],
  [/^[A-Z]:(Windows|Program|ProgramData)/i, 'system'],
  [/^(%TEMP%|%TMP%|\$env:TEMP)/i, 'temporary'],
  [
    /^([A-Z]:[\\/]Users[\\/][^\\/]+[\\/]AppData[\\/]Local|%LOCALAPPDATA%|\$env:LOCALAPPDATA)[\\/]Temp[\\/]./i,
    'temporary',
  ],
  [new RegExp(`${windowsHome}(.*[\\\\/])?(${surely})([\\\\/]|$)`, 'i'), 'made'],
  [/^(%(LOCAL)?APPDATA%|\$env:(LOCAL)?APPDATA)/i, 'personal'],
  // Directories deep below a home are workspaces; the folders of the home itself are personal.
  [
    new RegExp(
      `${windowsHome}(?!Documents|Desktop|Pictures|Music|Videos|OneDrive|AppData|Downloads|\\.)[^\\\\/]+[\\\\/][^\\\\/*]+`,
      'i',
    ),
    'inside',
  ],
  [new RegExp(windowsHome, 'i'), 'personal'],
]
const kindOnWindows = (text: string): PathKind | undefined => windowsKinds.find(([path]) => path.test(text))?.[1]

/** Normalises `a/./b/../c` to `a/c`. */
function tidy(path: string): string {
  const head = path.startsWith('/') ? '/' : ''
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..' && !/^[~$*]/.test(kept.at(-1) ?? '')) kept.pop()
    else if (part === '..' && head === '/') continue
    else kept.push(part)
  }
  const joined = head + kept.join('/')
  return joined === '' ? '.' : joined
}
