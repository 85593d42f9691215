/** What kind of place a path is, as far as its text tells: the same deletion is routine in one and a disaster in another. */
import type { ShellWord } from '@hookline/core/shell'

export type Place =
  /** The whole file system, or a disk. */
  | 'root'
  /** Belongs to the system. */
  | 'system'
  /** The whole home directory. */
  | 'home'
  /** Something of the person's outside the workspace. */
  | 'personal'
  /** The whole workspace. */
  | 'workspace'
  /** Above the workspace. */
  | 'above'
  /** The history of the repository. */
  | 'repository'
  | 'temporary'
  /** What a build makes again. */
  | 'made'
  /** Somewhere in the workspace. */
  | 'inside'
  /** Known only when it runs. */
  | 'unknown'
  | 'device'

export interface Surroundings {
  readonly roots: readonly string[]
  /** Where the command begins; the first root without it. */
  readonly cwd?: string
  readonly allowPaths: readonly string[]
  /** Branches that are not rewritten, by name or pattern. */
  readonly protectedBranches?: readonly string[]
}

const anyOf = (names: string): string => names.trim().split(/\s+/).join('|')

const systemPlace = new RegExp(
  `^/(${anyOf(`etc usr bin sbin lib lib32 lib64 boot var opt sys proc run srv root
    System Library Applications private Volumes mnt media`)})(/|$)`,
)
const temporary =
  /^((\/private)?\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm|\$\{?(TMPDIR|TMP|RUNNER_TEMP)\}?|\$\(mktemp.*|`mktemp.*)(\/(?!(.*\/)?\.\.(\/|$))|$)/
/** The temporary directory itself, which others use too. */
const temporaryRoot = /^((\/private)?\/tmp|\/var\/tmp)(\/\*)?$/

/** Directories of a workspace that only a build, a test run or a package manager makes. Elsewhere the name proves nothing. */
const surely = anyOf(String.raw`node_modules bower_components dist build target coverage htmlcov storybook-static
    \.next \.nuxt \.svelte-kit \.turbo \.cache \.parcel-cache \.vite \.output \.angular \.docusaurus \.gradle \.terraform
    __pycache__ \.pytest_cache \.mypy_cache \.ruff_cache \.tox \.nyc_output \.venv venv \.eggs [^/]*\.egg-info
    \.serverless DerivedData _build cmake-build-[^/]* playwright-report test-results`)
/** What is made again when it lies in a workspace. */
const likely = anyOf(String.raw`out output vendor tmp temp logs Pods bin obj generated site public/build junit reports
    [^/]*\.(log|tmp|pyc|o|tgz|whl|map|tsbuildinfo|bak|swp)`)
const made = new RegExp(`(^|/)(${surely}|${likely})(/|$)`)

/** No system opens a longer path. */
const LONGEST_PATH = 4_096

export function placeOf(word: ShellWord, from: string | undefined, where: Surroundings): Place {
  if (word.text.length > LONGEST_PATH) return 'unknown'
  const windows = windowsPlace(word.text)
  if (windows !== undefined) return windows
  const text = /^[~/]/.test(word.text) ? tidy(word.text) : word.text.replace(/(.)\/+$/, '$1')
  if (where.allowPaths.some((path) => text === path || text.startsWith(`${path.replace(/\/$/, '')}/`)))
    return 'temporary'
  const full = absolute(text, from, where)
  if (temporary.test(full ?? text)) return temporaryRoot.test(full ?? text) ? 'system' : 'temporary'
  if (full === undefined) return made.test(text.replace(/^\$\{?\w+\}?\//, '')) ? 'made' : 'unknown'
  return full.startsWith('~') ? homePlace(full) : full.startsWith('/') ? rootedPlace(full, where) : workspacePlace(full)
}

const here = /^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$\(git rev-parse --show-toplevel\))(\/|$)/
const unknown = /^[$`…<]/

/** From the root, from home, or relative to the workspace; undefined when it begins with what is not known. */
function absolute(text: string, from: string | undefined, where: Surroundings): string | undefined {
  const path = text.replace(here, './')
  if (unknown.test(path)) return undefined
  if (/^[~/]/.test(path)) return path
  const start = from === undefined || /^[~/$`…<]/.test(from) ? (from ?? where.cwd) : `${where.cwd ?? '.'}/${from}`
  if (start === undefined) return tidy(path)
  if (unknown.test(start)) return undefined
  const full = tidy(`${start}/${path}`)
  return inRoots(full, where) ?? full
}

const inRoots = (path: string, where: Surroundings): string | undefined => {
  const root = where.roots.find((one) => path === one || path.startsWith(`${one}/`))
  return root === undefined ? undefined : `.${path.slice(root.length)}`
}

function rootedPlace(path: string, where: Surroundings): Place {
  const relative = inRoots(path, where)
  if (relative !== undefined) return workspacePlace(relative)
  if (/^\/(\*|\.\*)?$/.test(path)) return 'root'
  if (/^\/dev\/(null|zero|stdout|stderr|stdin|tty|fd|random|urandom|full)/.test(path)) return 'temporary'
  if (/^\/dev\//.test(path)) return 'device'
  if (/^(\/(home|Users)(\/[^/]+)?|\/root)(\/\*)?$/.test(path)) return 'home'
  if (/^\/(home|Users)\//.test(path)) return homePlace(path.replace(/^\/(home|Users)\/[^/]+/, '~'))
  if (systemPlace.test(path)) return 'system'
  // Above a root: deleting it takes the workspace along.
  if (where.roots.some((root) => root.startsWith(`${path}/`))) return 'above'
  return 'personal'
}

const homeCaches =
  /^~\/(\.cache|\.npm|\.gradle|\.m2|\.cargo\/registry|Library\/(Caches|Developer\/Xcode\/DerivedData)|\.pnpm-store|\.nuget\/packages|\.yarn\/(berry\/)?cache|\.local\/share\/pnpm\/store)(\/|$)|^~\/(.*\/)?(_cacache|[\w-]*-?caches?)(\/|$)/

function homePlace(path: string): Place {
  if (/^~[a-z0-9_-]*(\/\*|\/\.\*|\/\.\[!\.\]\*)?$/i.test(path)) return 'home'
  return homeCaches.test(path) ? 'made' : 'personal'
}

function workspacePlace(path: string): Place {
  if (/^\.\.(\/|$)/.test(path)) return made.test(path) ? 'personal' : 'above'
  if (/^(\.|\.?\/?\*|\*\*(\/\*\*?)?|\.\/\.\*|\.\*|\.\[!\.\]\*|\*\.\*|\{\*,\.\*\})$/.test(path) || path === './*')
    return 'workspace'
  if (/(^|\/)\.git(\/|$)/.test(path)) return /\/(index\.lock|.*\.lock)$/.test(path) ? 'made' : 'repository'
  return made.test(path) ? 'made' : 'inside'
}

const windowsHome = String.raw`^([A-Z]:[\\/]Users[\\/][^\\/]+|~(?=\\)|\$HOME(?=\\)|%USERPROFILE%|\$env:(USERPROFILE|HOMEPATH))[\\/]`
const windowsPlaces: readonly (readonly [RegExp, Place])[] = [
  [/^([A-Z]:[\\/]?(\*(\.\*)?)?$|\\\\\.\\)/i, 'root'],
  [
    /^([A-Z]:[\\/](Windows|Program Files|ProgramData)|%(SystemRoot|windir|ProgramFiles)%|\$env:(SystemRoot|windir))/i,
    'system',
  ],
  [/^(%USERPROFILE%|\$env:USERPROFILE|[A-Z]:[\\/]Users([\\/][^\\/]+)?)[\\/]?\*?$/i, 'home'],
  // Read by a POSIX shell, which takes the backslashes away.
  [/^[A-Z]:Users\w*$/i, 'home'],
  [/^[A-Z]:(Windows|Program|ProgramData)/i, 'system'],
  [/^(%TEMP%|%TMP%|\$env:TEMP)/i, 'temporary'],
  [
    /^([A-Z]:[\\/]Users[\\/][^\\/]+[\\/]AppData[\\/]Local|%LOCALAPPDATA%|\$env:LOCALAPPDATA)[\\/]Temp[\\/]./i,
    'temporary',
  ],
  [new RegExp(`${windowsHome}(.*[\\\\/])?(${surely})([\\\\/]|$)`, 'i'), 'made'],
  [/^(%(LOCAL)?APPDATA%|\$env:(LOCAL)?APPDATA)/i, 'personal'],
  // Deep below a home lie workspaces; its own folders are a person's.
  [
    new RegExp(
      `${windowsHome}(?!Documents|Desktop|Pictures|Music|Videos|OneDrive|AppData|Downloads|\\.)[^\\\\/]+[\\\\/][^\\\\/*]+`,
      'i',
    ),
    'inside',
  ],
  [new RegExp(windowsHome, 'i'), 'personal'],
]
const windowsPlace = (text: string): Place | undefined => windowsPlaces.find(([path]) => path.test(text))?.[1]

/** `a/./b/../c` is `a/c`. */
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
