/** Runs git so that the repository's own settings cannot start a program and nothing is fetched. Hookline uses git only here. */
import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { isExecutable } from './access.ts'
import { homeDirectory } from './machine.ts'
import { programDirectories } from './program-directories.ts'

export { programDirectories }

export interface GitResult {
  /** Undefined if git could not be started, was killed, or took too long. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}
export interface GitOptions {
  readonly cwd: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string | undefined>>
}

type Setting = readonly [name: string, value: string]

/** Overrides the settings by which a repository can start programs or contact another machine. */
const safeSettings: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', ':'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.untrackedCache', 'false'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['status.submoduleSummary', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['log.showSignature', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

/** Never rejects. */
export async function runGit(args: readonly string[], given: GitOptions): Promise<GitResult> {
  const env = given.env ?? process.env
  const directories = programDirectories(env.PATH, given.cwd)
  const options = { ...given, env: { ...env, PATH: directories.join(delimiter) } }
  const git = findGit(directories)
  if (git === undefined) return { code: undefined, stdout: '', stderr: 'git is not installed' }
  // Listing the settings starts no program. Drivers have names of their own, so they can only be overridden once listed.
  const listed = await start(git, ['config', '--includes', '--name-only', '-z', '--list'], safeSettings, options)
  if (listed.code === undefined) return listed
  const drivers = [...new Set(listed.stdout.split('\0').flatMap(driverName))]
  return start(
    git,
    ['--no-pager', ...withoutDiffPrograms(args)],
    [...safeSettings, ...drivers.flatMap(withoutPrograms)],
    options,
  )
}

/** Commands that show diffs: only options can disable their external diff program. */
const showsDiffs: ReadonlySet<string> = new Set(
  'diff diff-files diff-index diff-tree log show format-patch whatchanged stash'.split(' '),
)
function withoutDiffPrograms(args: readonly string[]): readonly string[] {
  const at = args.findIndex((one) => !one.startsWith('-'))
  return at < 0 || !showsDiffs.has(args[at] ?? '')
    ? args
    : [...args.slice(0, at + 1), '--no-ext-diff', '--no-textconv', ...args.slice(at + 1)]
}

/** `filter.lfs.clean` → `filter.lfs`; the name in the middle may contain any character. */
function driverName(name: string): readonly string[] {
  const found = /^(filter|merge)\.(.+)\.[^.]+$/is.exec(name)
  return found === null ? [] : [`${found[1]}.${found[2]}`]
}

/** An empty value disables the program. */
function withoutPrograms(driver: string): readonly Setting[] {
  if (!/^filter\./i.test(driver)) return [[`${driver}.driver`, '']]
  return [
    ...['clean', 'smudge', 'process'].map((key): Setting => [`${driver}.${key}`, '']),
    [`${driver}.required`, 'false'],
  ]
}

function start(
  git: string,
  args: readonly string[],
  settings: readonly Setting[],
  { cwd, signal, timeoutMs = 10_000, env = process.env }: GitOptions,
): Promise<GitResult> {
  return new Promise((resolve) => {
    const limits = { cwd, timeout: timeoutMs, maxBuffer: 2 ** 20, encoding: 'utf8', windowsHide: true } as const
    const child = execFile(
      git,
      [...args],
      { ...limits, env: environment(env, settings), ...(signal === undefined ? {} : { signal }) },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
        resolve({ code, stdout, stderr })
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end()
  })
}

/** Inherits only these variables: none of git's own, and none that names a program. */
function environment(env: Readonly<Record<string, string | undefined>>, settings: readonly Setting[]) {
  const inherited = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT', 'TMPDIR', 'TEMP'].flatMap(
    (name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value] as const]
    },
  )
  const overrides = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name] as const,
    [`GIT_CONFIG_VALUE_${at}`, value] as const,
  ])
  return {
    ...Object.fromEntries(inherited),
    ...(isAbsolute(env.HOME ?? '') ? {} : { HOME: homeDirectory() }),
    ...Object.fromEntries(overrides),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  }
}

function findGit(directories: readonly string[]): string | undefined {
  const names = process.platform === 'win32' ? ['git.exe'] : ['git']
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(isExecutable)
}

/** Whether the real path is inside a directory. False for a path that does not exist. */
export function isInside(directory: string, path: string): boolean {
  try {
    const [outer, inner] = [realpathSync(directory), realpathSync(path)]
    return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
  } catch {
    return false
  }
}
