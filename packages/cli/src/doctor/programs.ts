/** Checks that the programs and scripts of hooks exist, on this PATH and on the PATH of an app started from the desktop. */

import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { projectVariables } from '@hookline/core/agents'
import { callsHookline, commandLine, type Entry } from '@hookline/core/node'
import { isBuiltin } from '../lint/commands/builtins.ts'
import { readCommandLine } from '../lint/commands/command-line.ts'
import { backslashOf } from '../lint/commands/shell-words.ts'
import { nodeFacts } from '../lint/context/node-facts.ts'
import { shebangOf } from '../lint/scripts/scripts.ts'
import { isExecutable } from '../machine/file-stat.ts'
import { findProgram, searchPath } from '../machine/programs.ts'
import { labelOf, locationOf, quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Finding } from './finding.ts'
import { trustCommand } from './next.ts'
import type { Survey } from './survey.ts'
import { staysWithin } from './within.ts'

const thisSystem = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'

/** The PATH of an app that was not started from a shell. Undefined if it is the same as everywhere. */
function desktopPath(platform: NodeJS.Platform): readonly string[] | undefined {
  if (platform === 'win32') return undefined
  return platform === 'darwin' ? ['/usr/bin', '/bin', '/usr/sbin', '/sbin'] : ['/usr/local/bin', '/usr/bin', '/bin']
}

export function programFindings({ entries, env, home, root }: Survey, cwd: string): readonly Finding[] {
  const commands = entries.filter(
    ({ type, broken, held }) => type === 'command' && broken === undefined && held?.why !== 'invalid',
  )
  if (commands.length === 0) return []
  const path = searchPath(env)
  const desktop = desktopPath(process.platform)
  const starts = commands.map((entry) => ({ entry, ...readStart(entry, env, home, root) }))
  // The report of the agent names a program of a call that is gone. Every event has the same call, so its fault is shown once.
  const calls = starts.filter(({ entry }) => callsHookline(entry)).map((start) => ({ ...start, scripts: [] }))
  const others = starts.filter(({ entry }) => !callsHookline(entry))
  const here = [
    ...unique(calls.flatMap((start) => shellFindings(start, path, cwd))),
    ...others.flatMap((start) => shellFindings(start, path, cwd)),
  ]
  const there =
    desktop === undefined ? [] : unique(starts.flatMap((start) => desktopFindings(start, path, desktop, cwd)))
  const all = 'all hooks'
  const unchecked = [...new Set(starts.flatMap((start) => start.unchecked))]
  return [
    ...here,
    ...(unchecked.length === 0 ? [] : [uncheckedFinding(unchecked, root)]),
    ...(here.length > 0 || unchecked.length > 0
      ? []
      : [{ area: 'hooks', subject: all, state: 'ok', says: 'all programs and scripts exist' } as const]),
    ...there,
    ...(desktop === undefined || there.length > 0
      ? []
      : [
          {
            area: 'hooks',
            subject: all,
            state: 'not-proved',
            says: `their programs are in ${desktop.join(':')}, the usual PATH of a desktop app; not yet seen to run there`,
            next: 'run this while the agent works: hookline listen',
          } as const,
        ]),
  ]
}

/** Reports the same program only once. */
const unique = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((one, at) => findings.findIndex(({ says }) => says === one.says) === at)

const uncheckedFinding = (paths: readonly string[], root: string): Finding => ({
  area: 'hooks',
  subject: oneLine(paths[0] ?? ''),
  state: 'not-proved',
  says: `${paths.length === 1 ? '' : `and ${paths.length - 1} more: `}outside the workspace or behind a link, so it is not checked before you trust the workspace`,
  next: trustCommand(root),
})

interface HookStart {
  readonly entry: Entry
  /** Names to look up on the PATH. */
  readonly programs: readonly string[]
  readonly scripts: readonly { readonly path: string; readonly direct: boolean }[]
  /** Paths of an untrusted workspace that lead out of it or through a link, and are not read. */
  readonly unchecked: readonly string[]
}

function readStart(entry: Entry, env: Survey['env'], home: string, root: string): Omit<HookStart, 'entry'> {
  const { programs, scripts } = readCommandLine(commandLine(entry, thisSystem) ?? '', backslashOf(thisSystem))
  const facts = nodeFacts(env, home)
  const own = entry.origin.root ?? root
  const named = scripts.flatMap(({ word, direct, from }) => {
    // After a `cd` a relative path is relative to another directory.
    if (from !== undefined && !isAbsolute(word) && !/^[/~$]/.test(word)) return []
    const path = resolveWord(word, entry.cwd, home, own)
    return path === undefined ? [] : [{ path, direct }]
  })
  const isForeign = entry.trust === 'untrusted' || entry.trust === 'changed'
  const found = named.filter(({ path }) => !isForeign || staysWithin(path, own))
  const shebangs = found.flatMap(({ path, direct }) => {
    // Windows does not read a script's first line.
    const named = direct && thisSystem !== 'win32' ? shebangOf(facts.read(path)?.split('\n', 1)[0] ?? '') : undefined
    return named === undefined ? [] : [named.program]
  })
  const first = programs[0]?.text
  const names = [...(first === undefined ? [] : [first]), ...shebangs].filter(isSearched)
  const unchecked = named.filter((one) => !found.includes(one)).map(({ path }) => path)
  return { programs: isForeign ? names.filter((name) => !isAbsolute(name)) : names, scripts: found, unchecked }
}

const isSearched = (program: string): boolean =>
  !isBuiltin(program, thisSystem) &&
  (/^[\w.+-]+$/.test(program) || (isAbsolute(program) && /^[\w./\\: +-]+$/.test(program)))

const projectWord = new RegExp(`\\$(?:env:)?\\{?(?:${projectVariables.join('|')})\\}?`)

/** Returns undefined if the word contains a variable that only the shell knows. */
function resolveWord(word: string, cwd: string, home: string, root: string): string | undefined {
  const path = word
    .replace(/^~(?=[/\\])|\$\{?HOME\}?|\$env:USERPROFILE\b/i, () => home)
    .replace(projectWord, () => root)
  return path.includes('$') ? undefined : resolve(cwd, path)
}

function shellFindings(
  { entry, programs, scripts }: HookStart,
  path: readonly string[],
  cwd: string,
): readonly Finding[] {
  const missing = programs.filter((program) => !isAbsolute(program) && findProgram(program, path) === undefined)
  return [
    ...missing.map((program) =>
      fault(
        entry,
        cwd,
        'fail',
        `${program} is not on the PATH, so the hook ${thisSystem === 'win32' ? 'fails' : 'exits with 127'}`,
        thisSystem === 'win32' ? `where.exe ${program}` : `command -v ${program}`,
      ),
    ),
    ...scripts.flatMap(({ path: script, direct }) => scriptFindings(entry, script, direct, cwd)),
  ]
}

function scriptFindings(entry: Entry, script: string, direct: boolean, cwd: string): readonly Finding[] {
  const shown = oneLine(script)
  if (statSync(script, { throwIfNoEntry: false })?.isFile() !== true)
    return [fault(entry, cwd, 'fail', `${shown} does not exist`, `hookline check`)]
  if (!direct || isExecutable(script)) return []
  return [
    fault(entry, cwd, 'fail', `${shown} is not executable, so the hook exits with 126`, `chmod +x ${quoted(shown)}`),
  ]
}

function desktopFindings(
  { entry, programs }: HookStart,
  path: readonly string[],
  desktop: readonly string[],
  cwd: string,
): readonly Finding[] {
  return programs.flatMap((program) => {
    const here = findProgram(program, path)
    if (here === undefined || isAbsolute(program) || findProgram(program, desktop) !== undefined) return []
    const says = `${program} is at ${oneLine(here)}, where a desktop app may not find it (its PATH is usually ${desktop.join(':')}); not yet seen to run there`
    return [
      fault(
        entry,
        cwd,
        'warn',
        says,
        `write its full path in the hook, or: sudo ln -s ${quoted(oneLine(here))} /usr/local/bin/${program}`,
      ),
    ]
  })
}

const fault = (entry: Entry, cwd: string, state: 'warn' | 'fail', says: string, next: string): Finding => ({
  area: 'hooks',
  subject: `${labelOf(entry)} (${locationOf(entry, cwd)})`,
  state,
  says,
  next,
})
