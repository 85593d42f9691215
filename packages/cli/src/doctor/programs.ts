/** Whether what a hook starts is there: its program, its script, on this PATH and on the one an app started from the desktop has. */

import { statSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import { projectVariables } from '@hookline/core/agents'
import { commandLine, type Entry } from '@hookline/core/node'
import { labelOf, placeOf, quoted } from '../entry-text.ts'
import { readCommandLine } from '../lint/commands/command-line.ts'
import { nodeFacts } from '../lint/context/node-facts.ts'
import { shebangOf } from '../lint/scripts/scripts.ts'
import { oneLine } from '../plain.ts'
import { findProgram, isExecutable } from '../programs.ts'
import type { Finding } from './finding.ts'
import { trustCommand } from './next.ts'
import type { Survey } from './survey.ts'
import { staysWithin } from './within.ts'

/** The PATH of an application that nobody started from a shell; undefined: the same as anywhere. */
function desktopPath(platform: NodeJS.Platform): readonly string[] | undefined {
  if (platform === 'win32') return undefined
  return platform === 'darwin' ? ['/usr/bin', '/bin', '/usr/sbin', '/sbin'] : ['/usr/local/bin', '/usr/bin', '/bin']
}

const builtins = new Set(
  ': . [ cd command echo eval exec exit export false printf read set test trap true umask'.split(' '),
)

export function programFindings({ entries, env, home, root }: Survey, cwd: string): readonly Finding[] {
  const commands = entries.filter(
    ({ type, broken, held }) => type === 'command' && broken === undefined && held?.why !== 'invalid',
  )
  if (commands.length === 0) return []
  const path = (env.PATH ?? '').split(delimiter)
  const desktop = desktopPath(process.platform)
  const starts = commands.map((entry) => ({ entry, ...startOf(entry, env, home, root) }))
  const here = starts.flatMap((start) => faultsHere(start, path, cwd))
  const there = desktop === undefined ? [] : once(starts.flatMap((start) => faultsThere(start, path, desktop, cwd)))
  const all = 'all hooks'
  const unseen = [...new Set(starts.flatMap((start) => start.unseen))]
  return [
    ...here,
    ...(unseen.length === 0 ? [] : [notLookedAt(unseen, root)]),
    ...(here.length > 0 || unseen.length > 0
      ? []
      : [{ area: 'hooks', subject: all, state: 'ok', says: 'programs and scripts are there' } as const]),
    ...there,
    ...(desktop === undefined || there.length > 0
      ? []
      : [
          {
            area: 'hooks',
            subject: all,
            state: 'not-proved',
            says: `their programs are in ${desktop.join(':')}, what an app from the desktop usually has; not yet run there`,
            next: 'hookline listen, while the agent works',
          } as const,
        ]),
  ]
}

/** The same program at several places is one thing to mend. */
const once = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((one, at) => findings.findIndex(({ says }) => says === one.says) === at)

const notLookedAt = (paths: readonly string[], root: string): Finding => ({
  area: 'hooks',
  subject: oneLine(paths[0] ?? ''),
  state: 'not-proved',
  says: `${paths.length === 1 ? '' : `and ${paths.length - 1} more: `}outside the workspace or behind a link, which is not looked at before the workspace is trusted`,
  next: trustCommand(root),
})

interface Start {
  readonly entry: Entry
  /** Names that a PATH is searched for. */
  readonly programs: readonly string[]
  readonly scripts: readonly { readonly path: string; readonly direct: boolean }[]
  /** Named by a workspace that nobody trusts, and outside of it or behind a link: not even looked at. */
  readonly unseen: readonly string[]
}

function startOf(entry: Entry, env: Survey['env'], home: string, root: string): Omit<Start, 'entry'> {
  const { programs, scripts } = readCommandLine(commandLine(entry) ?? '')
  const facts = nodeFacts(env, home)
  const own = entry.origin.root ?? root
  const named = scripts.flatMap(({ word, direct, from }) => {
    // After a change of directory a relative path is seen from there.
    if (from !== undefined && !/^[/~$]/.test(word)) return []
    const path = placed(word, entry.cwd, home, own)
    return path === undefined ? [] : [{ path, direct }]
  })
  const isForeign = entry.trust === 'untrusted' || entry.trust === 'changed'
  const found = named.filter(({ path }) => !isForeign || staysWithin(path, own))
  const shebangs = found.flatMap(({ path, direct }) => {
    const named = direct ? shebangOf(facts.read(path)?.split('\n', 1)[0] ?? '') : undefined
    return named === undefined ? [] : [named.program]
  })
  const first = programs[0]?.text
  const names = [...(first === undefined ? [] : [first]), ...shebangs].filter(isSearched)
  const unseen = named.filter((one) => !found.includes(one)).map(({ path }) => path)
  return { programs: isForeign ? names.filter((name) => !isAbsolute(name)) : names, scripts: found, unseen }
}

const isSearched = (program: string): boolean => !builtins.has(program) && /^[\w.+-]+$|^\/[\w./+-]+$/.test(program)

const projectWord = new RegExp(`\\$\\{?(?:${projectVariables.join('|')})\\}?`)

/** Undefined where a variable that only the shell knows is in it. */
function placed(word: string, cwd: string, home: string, root: string): string | undefined {
  const path = word.replace(/^~(?=\/)|\$\{?HOME\}?/, home).replace(projectWord, root)
  return path.includes('$') ? undefined : resolve(cwd, path)
}

function faultsHere({ entry, programs, scripts }: Start, path: readonly string[], cwd: string): readonly Finding[] {
  const missing = programs.filter((program) => !isAbsolute(program) && findProgram(program, path, ['']) === undefined)
  return [
    ...missing.map((program) =>
      fault(entry, cwd, 'fail', `${program} is not on PATH: the hook ends with 127`, `command -v ${program}`),
    ),
    ...scripts.flatMap(({ path: script, direct }) => scriptFault(entry, script, direct, cwd)),
  ]
}

function scriptFault(entry: Entry, script: string, direct: boolean, cwd: string): readonly Finding[] {
  const shown = oneLine(script)
  if (statSync(script, { throwIfNoEntry: false })?.isFile() !== true)
    return [fault(entry, cwd, 'fail', `${shown} is not there`, `hookline check`)]
  if (!direct || isExecutable(script)) return []
  return [fault(entry, cwd, 'fail', `${shown} is not executable: the hook ends with 126`, `chmod +x ${quoted(shown)}`)]
}

function faultsThere(
  { entry, programs }: Start,
  path: readonly string[],
  desktop: readonly string[],
  cwd: string,
): readonly Finding[] {
  return programs.flatMap((program) => {
    const here = findProgram(program, path, [''])
    if (here === undefined || isAbsolute(program) || findProgram(program, desktop, ['']) !== undefined) return []
    const says = `${program} is at ${oneLine(here)}, which an app started from the desktop may not find (${desktop.join(':')}); not yet run there`
    return [
      fault(
        entry,
        cwd,
        'warn',
        says,
        `name it by its path, or: sudo ln -s ${quoted(oneLine(here))} /usr/local/bin/${program}`,
      ),
    ]
  })
}

const fault = (entry: Entry, cwd: string, state: 'warn' | 'fail', says: string, next: string): Finding => ({
  area: 'hooks',
  subject: `${labelOf(entry)} (${placeOf(entry, cwd)})`,
  state,
  says,
  next,
})
