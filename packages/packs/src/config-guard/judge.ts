/** Whether a command would change, remove or weaken what guards an agent. Looks at the disk, changes nothing. */

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { argumentsOf, readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'
import { knownPath } from '../lib/known-path.ts'
import { isInside } from '../lib/paths.ts'
import { type Act, actsIn } from './acts.ts'
import { lostByFind } from './find.ts'
import { fitsLoosely } from './fits.ts'
import { lostByGit, patchedPaths } from './git.ts'
import { exists, type Guarded, type Where } from './guarded.ts'
import { weakensItself } from './itself.ts'
import { type Link, linksIn, throughLinks } from './links.ts'
import { asksForHookline } from './manifest.ts'
import { removesProgram } from './packages.ts'
import { endsProcess, misleads } from './processes.ts'
import { createReach } from './unknown-paths.ts'

export interface Change {
  /** What would change, as a part of a sentence. */
  readonly what: string
  /** It only may change: then a person is asked. */
  readonly unsure?: true
}

export function changeBy(text: string, where: Where, guarded: Guarded): Change | undefined {
  const reading = readShell(text)
  const sure = byProgram(text, reading, where, guarded)
  if (sure !== undefined) return { what: sure }
  const links = linksIn(reading, where.cwd)
  const acts = actsIn(reading)
  if (acts.length > MOST_ACTS) return { what: 'more files than can be checked', unsure: true }
  const reach = createReach(text, reading, where, guarded)
  const found = acts.flatMap((act) => {
    const what = touchedBy(act, links, where, guarded) ?? reach(act)
    return what === undefined ? [] : [{ what, ...(act.how === 'unsure' ? { unsure: true as const } : {}) }]
  })
  return found.find(({ unsure }) => unsure === undefined) ?? found[0] ?? dropsDependency(text, acts, where)
}

/** `sed -i '/hookline/d' package.json`: the next install would remove the program. */
function dropsDependency(text: string, acts: readonly Act[], { cwd }: Where): Change | undefined {
  const file = /hookline/.test(text) ? acts.find(({ path }) => /(^|\/)package\.json$/.test(path)) : undefined
  if (file === undefined || !asksForHookline(resolve(cwd, file.cwd ?? '.', file.path))) return undefined
  return { what: 'whether Hookline is installed', unsure: true }
}

function byProgram(text: string, reading: ShellReading, where: Where, guarded: Guarded): string | undefined {
  if (weakensItself(reading, text, where.cwd)) return 'what Hookline runs'
  if (reading.commands.some(movesHooks)) return 'where git looks for hooks'
  if (reading.commands.some((command) => removesProgram(command, where.cwd))) return 'the program of Hookline'
  if (endsProcess(reading)) return 'a process of Hookline'
  if (misleads(reading, text)) return 'which program runs as Hookline, or where it looks for its files'
  if (reading.commands.some((command) => usesPanel(command, where))) return "Hookline's settings, through its panel"
  for (const command of reading.commands) {
    const lost =
      lostByGit(command, where, guarded) ?? lostByFind(command, where, guarded) ?? lostByPatch(command, where, guarded)
    if (lost !== undefined) return lost
  }
  return undefined
}

function lostByPatch(command: ShellCommand, where: Where, guarded: Guarded): string | undefined {
  const read = /^g?patch$/.test(command.name) ? argumentsOf(command) : undefined
  if (read === undefined || read.isDryRun) return undefined
  return patchedPaths(command, read, resolve(where.cwd, command.cwd ?? '.')).find((path) => guarded.has(path))
}

/** The panel keeps its port and its token in the state directory: only the person's browser uses them. */
const panelPort = /(?:127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0)[: ](\d+)|^(?:tcp)?:(\d+)$|^(\d+)\/tcp$/
function usesPanel({ words }: ShellCommand, { env, home }: Where): boolean {
  const texts = words.map(({ text }) => text)
  if (texts.some((text) => /(^|\/)hookline\/panel\.json$/.test(text))) return true
  const local = texts.flatMap((text) => panelPort.exec(text)?.slice(1).find(Boolean) ?? [])
  if (local.length === 0) return false
  const state =
    env.XDG_STATE_HOME ?? join(home, process.platform === 'darwin' ? 'Library/Application Support' : '.local/state')
  const port = /"port"\s*:\s*(\d+)/.exec(readRegularText(join(state, 'hookline/panel.json')) ?? '')?.[1]
  return port !== undefined && local.includes(port)
}

/** `$XDG_STATE_HOME` as it is set, or as it is without being set. */
const withPlaces = (path: string, { env, home }: Where): string =>
  path.replace(
    /^\$\{?XDG_(CONFIG|STATE|CACHE|DATA)_HOME(:-[^}]*)?\}?/,
    (_, kind: keyof typeof usualPlaces) => env[`XDG_${kind}_HOME`] ?? join(home, usualPlaces[kind]),
  )
const usualPlaces = { CONFIG: '.config', STATE: '.local/state', CACHE: '.cache', DATA: '.local/share' } as const

function touchedBy(act: Act, links: readonly Link[], where: Where, guarded: Guarded): string | undefined {
  const known = knownPath(
    withPlaces(act.path, where).replace(/(\\0|\0)+$/, ''),
    act.cwd,
    where.cwd,
    where.roots[0] ?? where.cwd,
  )
  if (known === undefined) return undefined
  // Deleting a link leaves what it leads to.
  const isLink = act.removes === true && !act.path.endsWith('/') && links.some(({ from }) => from === known.path)
  const paths = known.whole && !isLink ? throughLinks(known.path, links) : [known.path]
  for (const path of paths) {
    if (act.glob && !path.includes('/…/')) {
      const found = guarded.mayBe(path) ? act.path : act.whole ? protectedAmong(path, act, where, guarded) : undefined
      if (found !== undefined) return found
    } else if (isProtected(act, path, where, guarded)) return act.path
  }
  return undefined
}

/** Where the wildcards stand for too much, all that lies below their directory counts. */
function protectedAmong(path: string, act: Act, where: Where, guarded: Guarded): string | undefined {
  const paths = expanded(path)
  if (paths === undefined) return guarded.below(path.replace(/\/[^/]*[*?[].*$/, '') || '/')
  return paths.find((one) => isProtected({ ...act, glob: false }, one, where, guarded))
}

function isProtected(act: Act, path: string, { roots, home }: Where, guarded: Guarded): boolean {
  if (act.copied === true && !isInside(path, [...roots, home])) return false
  // A directory that a search gives: `./…/node_modules` is at least the one here.
  if (path.endsWith('/…')) return false // What a search without a name finds is judged by its tests.
  const [before = '', after] = path.split('/…/')
  if (after !== undefined && guarded.filesIn(before).some((file) => fitsLoosely(`*/${after}`, file))) return true
  const plain = path.replaceAll('/…', '')
  return guarded.has(plain) || (act.whole && plain.startsWith('/') && guarded.below(plain) !== undefined)
}

/** Each costs a look at the disk. */
const MOST_ACTS = 1_000
const MOST_NAMES = 500
const MOST_DIRECTORIES = 200
/** What the wildcards stand for now; undefined when that is too much to find out. */
function expanded(path: string): readonly string[] | undefined {
  // Several `**` in a row find what one finds.
  const parts = path.split('/').filter((part, at, all) => part !== '.' && !(part === '**' && all[at - 1] === '**'))
  const first = parts.findIndex((part) => /[*?[]/.test(part))
  let found = [parts.slice(0, first).join('/') || '/']
  let read = 0
  for (const part of parts.slice(first)) {
    if (!/[*?[]/.test(part)) found = found.map((one) => join(one, part))
    else {
      read += found.length
      if (read > MOST_DIRECTORIES) return undefined
      const below = found.flatMap((one) => namesIn(one, part).map((name) => join(one, name)))
      // Some shells let two stars stand for no directory at all.
      found = part === '**' ? [...found, ...below] : below
      if (found.length > MOST_NAMES) return undefined
    }
  }
  return found.filter(exists)
}
function namesIn(directory: string, pattern: string): readonly string[] {
  try {
    return readdirSync(directory).filter(
      (name) => (pattern.startsWith('.') || !name.startsWith('.')) && fitsLoosely(pattern, name),
    )
  } catch {
    return []
  }
}

/** `git config core.hooksPath x`, and its taking away. */
function movesHooks(command: ShellCommand): boolean {
  const call = gitCall(command, '/')
  if (call?.verb !== 'config') return false
  const [first, ...rest] = call.operands
  const given = /^(set|unset)$/.test(first ?? '') ? rest : [first, ...rest]
  const takes = first === 'unset' || call.words.some((word) => /^--(unset|unset-all|remove-section)$/.test(word))
  return /^core\.hookspath$/i.test(given[0] ?? '') && (given.length > 1 || takes)
}
