/** What kind of place a path is, as far as its text tells: the same deletion is routine in one and a disaster in another. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

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
}

const systemPlace =
  /^\/(etc|usr|bin|sbin|lib|lib32|lib64|boot|var|opt|sys|proc|run|srv|root|System|Library|Applications|private|Volumes|mnt|media)(\/|$)/
const temporary =
  /^(\/tmp|\/var\/tmp|\/private\/tmp|\/var\/folders|\/dev\/shm|\$\{?TMPDIR\}?|\$\{?TMP\}?|\$\{?RUNNER_TEMP\}?|\$\(mktemp|`mktemp)/
const made =
  /(^|\/)(node_modules|dist|build|out|output|target|coverage|htmlcov|\.next|\.nuxt|\.svelte-kit|\.turbo|\.cache|\.parcel-cache|\.vite|\.eggs|[^/]*\.egg-info|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nyc_output|\.venv|venv|\.gradle|\.terraform|vendor|bower_components|tmp|temp|logs|storybook-static|_build|\.serverless|DerivedData|Pods|bin|obj|cmake-build-[^/]*|\.output|\.angular|playwright-report|test-results|junit|reports|generated|\.docusaurus|site|public\/build|[^/]*\.(log|tmp|pyc|o|tgz|whl|map|tsbuildinfo|bak|swp))(\/|$)/

export function placeOf(word: ShellWord, command: ShellCommand, where: Surroundings): Place {
  const text = word.text.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
  const windows = windowsPlace(word.text)
  if (windows !== undefined) return windows
  if (where.allowPaths.some((path) => text === path || text.startsWith(`${path.replace(/\/$/, '')}/`)))
    return 'temporary'
  if (temporary.test(text)) return /^(\/tmp|\/var\/tmp|\/private\/tmp)(\/\*)?$/.test(text) ? 'system' : 'temporary'
  const full = absolute(text, command, where)
  if (full === undefined) return made.test(text.replace(/^\$\{?\w+\}?\//, '')) ? 'made' : 'unknown'
  return full.startsWith('~') ? homePlace(full) : full.startsWith('/') ? rootedPlace(full, where) : workspacePlace(full)
}

/** From the root, from home, or relative to the workspace; undefined when it begins with what is not known. */
function absolute(text: string, command: ShellCommand, where: Surroundings): string | undefined {
  if (/^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$\(git rev-parse --show-toplevel\))/.test(text))
    return tidy(text.replace(/^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$\(git rev-parse --show-toplevel\))\/?/, './'))
  if (/^[$`…<]/.test(text)) return undefined
  if (/^[~/]/.test(text)) return tidy(text)
  const cwd = command.cwd ?? where.cwd
  if (cwd === undefined) return tidy(text)
  if (/^[$`…<]/.test(cwd)) return undefined
  return inRoots(tidy(`${cwd}/${text}`), where) ?? tidy(`${cwd}/${text}`)
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
  if (
    /^\/(home|Users)(\/\*)?$/.test(path) ||
    /^\/(home|Users)\/[^/]+(\/\*)?$/.test(path) ||
    /^\/root(\/\*)?$/.test(path)
  )
    return 'home'
  if (/^\/(home|Users)\//.test(path)) return homePlace(path.replace(/^\/(home|Users)\/[^/]+/, '~'))
  if (systemPlace.test(path)) return 'system'
  // Above a root: deleting it takes the workspace along.
  if (where.roots.some((root) => root.startsWith(`${path}/`))) return 'above'
  return made.test(path) ? 'made' : 'personal'
}

function homePlace(path: string): Place {
  if (/^~[a-z0-9_-]*(\/\*|\/\.\*|\/\.\[!\.\]\*)?$/i.test(path)) return 'home'
  return /^~\/(\.cache|\.npm|\.gradle|\.m2|\.cargo\/registry|Library\/Caches|\.local\/share\/Trash)(\/|$)/.test(path) ||
    made.test(path)
    ? 'made'
    : 'personal'
}

function workspacePlace(path: string): Place {
  if (/^\.\.(\/|$)/.test(path)) return made.test(path) ? 'made' : 'above'
  if (/^(\.|\.?\/?\*|\.\/\.\*|\.\*|\.\[!\.\]\*|\*\.\*|\{\*,\.\*\})$/.test(path) || path === './*') return 'workspace'
  if (/(^|\/)\.git(\/|$)/.test(path)) return /\/(index\.lock|.*\.lock)$/.test(path) ? 'made' : 'repository'
  return made.test(path) ? 'made' : 'inside'
}

const windowsPlace = (text: string): Place | undefined => {
  if (/^[A-Za-z]:[\\/]?\*?$/.test(text) || /^\\\\\.\\/.test(text)) return 'root'
  if (
    /^([A-Za-z]:[\\/](Windows|Program Files|ProgramData)|%(SystemRoot|windir|ProgramFiles)%|\$env:(SystemRoot|windir))/i.test(
      text,
    )
  )
    return 'system'
  if (/^(%USERPROFILE%|\$env:USERPROFILE|[A-Za-z]:[\\/]Users[\\/][^\\/]+)[\\/]?\*?$/i.test(text)) return 'home'
  if (/^(%TEMP%|%TMP%|\$env:TEMP)/i.test(text)) return 'temporary'
  return undefined
}

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
