/** Decides whether a command would change, remove or weaken what guards an agent. Reads the disk, changes nothing. */

import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { argumentsOf, readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'
import { resolveKnownPath } from '../lib/known-path.ts'
import { patchedPaths } from '../lib/patched-paths.ts'
import { isInside } from '../lib/paths.ts'
import { type Act, actsIn } from './acts.ts'
import { lostByFind } from './find.ts'
import { fitsLoosely } from './fits.ts'
import { lostByGit } from './git.ts'
import { type CommandContext, exists, type Guarded } from './guarded.ts'
import { weakensItself } from './itself.ts'
import { type Link, linksIn, throughLinks } from './links.ts'
import { asksForHookline } from './manifest.ts'
import { removesProgram } from './packages.ts'
import { endsProcess, misleads } from './processes.ts'
import { createReach } from './unknown-paths.ts'

export interface Change {
  /** What would change, as a part of a sentence. */
  readonly what: string
  /** The change is only possible, so a person is asked. */
  readonly unsure?: true
}

export function findChange(text: string, where: CommandContext, guarded: Guarded): Change | undefined {
  const reading = readShell(text)
  const sure = byProgram(text, reading, where, guarded)
  if (sure !== undefined) return { what: sure }
  const links = linksIn(reading, where.cwd)
  const acts = actsIn(reading)
  if (acts.length > MAX_ACTS) return { what: 'more files than can be checked', unsure: true }
  const reach = createReach(text, reading, where, guarded)
  const found = acts.flatMap((act) => {
    const what = touchedBy(act, links, where, guarded) ?? reach(act)
    return what === undefined ? [] : [{ what, ...(act.how === 'unsure' ? { unsure: true as const } : {}) }]
  })
  return found.find(({ unsure }) => unsure === undefined) ?? found[0] ?? dropsDependency(text, acts, where)
}

/** Finds `sed -i '/hookline/d' package.json`, after which the next install would remove the program. */
function dropsDependency(text: string, acts: readonly Act[], { cwd }: CommandContext): Change | undefined {
  const file = /hookline/.test(text) ? acts.find(({ path }) => /(^|\/)package\.json$/.test(path)) : undefined
  if (file === undefined || !asksForHookline(resolve(cwd, file.cwd ?? '.', file.path))) return undefined
  return { what: 'whether Hookline is installed', unsure: true }
}

function byProgram(text: string, reading: ShellReading, where: CommandContext, guarded: Guarded): string | undefined {
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

function lostByPatch(command: ShellCommand, where: CommandContext, guarded: Guarded): string | undefined {
  const read = /^g?patch$/.test(command.name) ? argumentsOf(command) : undefined
  if (read === undefined || read.isDryRun) return undefined
  return patchedPaths(command, read, resolve(where.cwd, command.cwd ?? '.')).find((path) => guarded.has(path))
}

/** The panel stores its port and its token in the state directory; only the person's browser may use them. */
const panelPort = /^-t?i\w*:(\d+)$|(?:127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0)[: ](\d+)|^(?:tcp)?:(\d+)$|^(\d+)\/tcp$/
function usesPanel({ words }: ShellCommand, { env, home }: CommandContext): boolean {
  const args = words.map(({ text }) => text)
  if (args.some((text) => /(^|\/)hookline\/panel\.json$/.test(text))) return true
  const local = [...args, args.join(' ')].flatMap((text) => panelPort.exec(text)?.slice(1).find(Boolean) ?? [])
  if (local.length === 0) return false
  const state =
    env.XDG_STATE_HOME ?? join(home, process.platform === 'darwin' ? 'Library/Application Support' : '.local/state')
  const port = /"port"\s*:\s*(\d+)/.exec(readRegularText(join(state, 'hookline/panel.json')) ?? '')?.[1]
  return port !== undefined && local.includes(port)
}

/** Replaces `$XDG_STATE_HOME` and the like with the value or the default directory. */
const expandXdg = (path: string, { env, home }: CommandContext): string =>
  path.replace(
    /^\$\{?XDG_(CONFIG|STATE|CACHE|DATA)_HOME(:-[^}]*)?\}?/,
    (_, kind: keyof typeof defaultDirectories) => env[`XDG_${kind}_HOME`] ?? join(home, defaultDirectories[kind]),
  )
const defaultDirectories = { CONFIG: '.config', STATE: '.local/state', CACHE: '.cache', DATA: '.local/share' } as const

function touchedBy(act: Act, links: readonly Link[], where: CommandContext, guarded: Guarded): string | undefined {
  const known = resolveKnownPath(
    expandXdg(act.path, where).replace(/(\\0|\0)+$/, ''),
    act.cwd,
    where.cwd,
    where.roots[0] ?? where.cwd,
  )
  if (known === undefined) return undefined
  // Deleting a link keeps its target.
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

/** If the wildcards match too many files, everything below their directory counts. */
function protectedAmong(path: string, act: Act, where: CommandContext, guarded: Guarded): string | undefined {
  const paths = expandWildcards(path)
  if (paths === undefined) return guarded.below(path.replace(/\/[^/]*[*?[].*$/, '') || '/')
  return paths.find((one) => isProtected({ ...act, glob: false }, one, where, guarded))
}

function isProtected(act: Act, path: string, { roots, home }: CommandContext, guarded: Guarded): boolean {
  if (act.copied === true && !isInside(path, [...roots, home])) return false
  // The result of a search without a name is checked by its tests.
  if (path.endsWith('/…')) return false
  // A directory from a search: `./…/node_modules` includes at least the local one.
  const [before = '', after] = path.split('/…/')
  if (after !== undefined && guarded.filesIn(before).some((file) => fitsLoosely(`*/${after}`, file))) return true
  const plain = path.replaceAll('/…', '')
  return guarded.has(plain) || (act.whole && plain.startsWith('/') && guarded.below(plain) !== undefined)
}

/** Limits, because each act or name needs a disk access. */
const MAX_ACTS = 1_000
const MAX_NAMES = 500
const MAX_DIRECTORIES = 200
/** The files that the wildcards match now; undefined if there are too many. */
function expandWildcards(path: string): readonly string[] | undefined {
  // Several `**` in a row match the same as one.
  const parts = path.split('/').filter((part, at, all) => part !== '.' && !(part === '**' && all[at - 1] === '**'))
  const first = parts.findIndex((part) => /[*?[]/.test(part))
  let found = [parts.slice(0, first).join('/') || '/']
  let read = 0
  for (const part of parts.slice(first)) {
    if (!/[*?[]/.test(part)) found = found.map((one) => join(one, part))
    else {
      read += found.length
      if (read > MAX_DIRECTORIES) return undefined
      const below = found.flatMap((one) => namesIn(one, part).map((name) => join(one, name)))
      // In some shells `**` also matches no directory at all.
      found = part === '**' ? [...found, ...below] : below
      if (found.length > MAX_NAMES) return undefined
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

/** Matches `git config core.hooksPath x` and its removal, files that are included, and an editor for all settings. */
function movesHooks(command: ShellCommand): boolean {
  const call = gitCall(command, '/')
  if (call?.verb !== 'config') return false
  const [first, ...rest] = call.operands
  const given = /^(set|unset)$/.test(first ?? '') ? rest : [first, ...rest]
  const section =
    call.words.find((word) => /^--(remove|rename)-section$/.test(word)) !== undefined ||
    /^(remove|rename)-section$/.test(first ?? '')
  if (section) return call.operands.some((word) => /^core$/i.test(word))
  if (first === 'edit' || call.words.some((word) => /^(-e|--edit)$/.test(word))) return true
  if (/^include(if\..*)?\.path$/i.test(given[0] ?? '') && given.length > 1) return true
  const takes = first === 'unset' || call.words.some((word) => /^--(unset|unset-all|remove-section)$/.test(word))
  return /^core\.hookspath$/i.test(given[0] ?? '') && (given.length > 1 || takes)
}
