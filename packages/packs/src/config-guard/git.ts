/** Finds the protected files that a git command would remove or restore, by git's own index if it can be read. */
import { relative, resolve } from 'node:path'
import { argumentsOf, type ReadArguments, type ShellCommand } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'
import { type FileState, fileState, type Repository, repositoryAt } from '../lib/git/git-index.ts'
import { expandAlias } from '../lib/git/git-options.ts'
import { patchedPaths } from '../lib/patched-paths.ts'
import { isInside } from '../lib/paths.ts'
import { fitsLoosely } from './fits.ts'
import type { CommandContext, Guarded } from './guarded.ts'

interface Call {
  readonly verb: string
  readonly read: ReadArguments
  readonly given: ReadonlySet<string>
  readonly directory: string
  /** Undefined if the command names no path, so all files count. */
  readonly paths: readonly string[] | undefined
}
type Loses = (state: FileState, call: Call) => boolean

const has = ({ given }: Call, ...options: readonly string[]): boolean => options.some((option) => given.has(option))

/** Whether a file in a given state would be lost, by verb. */
const loses: Readonly<Record<string, Loses>> = {
  stash: ({ tracked, changed, ignored }, call) =>
    tracked ? changed && !has(call, '-S') : has(call, '-a') || (has(call, '-u') && !ignored),
  clean: ({ tracked, ignored }, call) => !tracked && (ignored ? has(call, '-x', '-X') : !has(call, '-X')),
  reset: ({ tracked, changed }, call) => tracked && changed && has(call, '--hard', '--merge', '--keep'),
  checkout: ({ tracked, changed }, call) =>
    tracked && (call.paths !== undefined || has(call, '-f')) && (changed || namesTree(call)),
  switch: ({ tracked, changed }, call) => tracked && ((changed && has(call, '-f')) || has(call, '--orphan')),
  restore: ({ tracked, changed }, call) =>
    tracked && (changed || has(call, '-s')) && (!has(call, '-S') || has(call, '-W')),
  rm: ({ tracked }, call) => tracked && call.paths !== undefined && !has(call, '--cached'),
  mv: ({ tracked }, call) => tracked && call.paths !== undefined,
  'sparse-checkout': ({ tracked }, { read }) => tracked && !/^(disable|list|check-rules)$/.test(firstOf(read)),
  'read-tree': ({ tracked, changed }) => tracked && changed,
  'checkout-index': ({ tracked, changed }) => tracked && changed,
}
const firstOf = ({ all }: ReadArguments): string => {
  const verb = all.findIndex(({ word }) => word.text === 'sparse-checkout')
  return all[verb + 1]?.word.text ?? ''
}
/** True for `git checkout HEAD~3 -- .`, which takes the files of another commit. */
const namesTree = ({ read: { all }, paths }: Call): boolean => {
  if (paths === undefined) return false
  const operands = all.filter(({ position }) => position !== undefined)
  return all.some(({ kind }) => kind === 'separator') ? operands.length > paths.length : operands.length > 1
}

/** The first protected file that the command would remove. */
export function lostByGit(command: ShellCommand, where: CommandContext, guarded: Guarded): string | undefined {
  const call = callOf(command, where.cwd)
  if (call === undefined || call.read.isDryRun) return undefined
  if (call.verb === 'apply' || call.verb === 'am') return patched(command, call, guarded)
  const rule = Object.hasOwn(loses, call.verb) ? loses[call.verb] : undefined
  if (rule === undefined || !acts(call, command)) return undefined
  const repository = knownRepository(call.directory, where)
  if (repository === undefined) return undefined
  return guarded
    .filesIn(repository.root)
    .find((file) => covers(call, file, repository) && rule(fileState(file, repository), call))
}

const known = new WeakMap<CommandContext, Map<string, Repository | undefined>>()
/** Reads a repository once for each command, because its index may be large. */
function knownRepository(directory: string, where: CommandContext): Repository | undefined {
  const all = known.get(where) ?? new Map<string, Repository | undefined>()
  known.set(where, all)
  if (!all.has(directory)) all.set(directory, repositoryAt(directory, where.home))
  return all.get(directory)
}

function callOf(command: ShellCommand, cwd: string): Call | undefined {
  const call = gitCall(command, cwd)
  if (call === undefined) return undefined
  const plain = expandAlias(command)
  const read = argumentsOf(plain)
  if (read === undefined) return undefined
  const tree = read.options.find(({ name }) => name === '--work-tree')?.value?.text
  const set = command.assignments.find(({ name }) => name === 'GIT_WORK_TREE')?.value.text
  const directory = resolve(call.directory, tree ?? set ?? '.')
  return {
    verb: call.verb,
    read,
    given: new Set(read.options.map(({ name }) => name)),
    directory,
    paths: pathsOf(call.verb, read),
  }
}

function pathsOf(verb: string, { all, verbs }: ReadArguments): readonly string[] | undefined {
  const dashes = all.findIndex(({ kind, word }) => kind === 'separator' && word.text === '--')
  const kinds = verb === 'checkout' ? ['write', 'data'] : ['write', 'delete', 'name']
  const named =
    verb === 'stash' && !(verbs.includes('push') && all.some(({ word }) => word.text === 'push'))
      ? []
      : all.filter(({ kind, position }) => position !== undefined && kinds.includes(kind))
  const after = dashes === -1 ? [] : all.slice(dashes + 1)
  const found = (after.length > 0 ? after : named).map(({ word }) => word.text)
  // A single operand of checkout is a branch, unless it can only be a path.
  if (
    verb === 'checkout' &&
    after.length === 0 &&
    found.length === 1 &&
    !/^(\.|\.\/.*|:.*|\.\..*|.*[*?].*|\..*)$/.test(found[0] ?? '')
  )
    return undefined
  return found.length === 0 ? undefined : found
}

/** False for commands that lose nothing, such as `git stash list` and `git clean` without -f. */
function acts(call: Call, command: ShellCommand): boolean {
  if (call.verb === 'stash') return call.read.verbs.length < 2 || /^(push|save)$/.test(call.read.verbs[1] ?? '')
  if (call.verb !== 'clean') return true
  const free = command.words.some(({ text }) => /^clean\.requireforce=(false|0|no|off)$/i.test(text))
  return free || has(call, '-f', '-i')
}

/** Git's wildcards match below directories. Paths that git reads from elsewhere count as all files. */
function covers({ paths, read, directory }: Call, file: string, { root }: Repository): boolean {
  const path = relative(root, file)
  const excluded = read.all.filter(({ kind, option }) => kind === 'ignored' && option === '-e')
  if (excluded.some(({ word }) => path.split('/').includes(word.text.replace(/^\/|\/$/g, '')) || path === word.text))
    return false
  if (paths === undefined) return true
  const included = paths.filter((text) => !/^:[!^]|^:\(exclude\)/.test(text))
  if (included.length === 0) return true
  return included.some((text) => {
    // What a variable may name is found by the acts of the text.
    if (/^\$\{?\w+([%#][^}/]*\})?[^/$`]*$/.test(text)) return false
    if (/^[:$`]|…/.test(text)) return true
    const full = resolve(directory, text)
    return /[*?[]/.test(text) ? fitsLoosely(full, file) : isInside(file, [full])
  })
}

/** The protected file that a patch names, if the text of the patch can be read. */
function patched(command: ShellCommand, { read, directory, given }: Call, guarded: Guarded): string | undefined {
  if (given.has('--check') || given.has('--stat')) return undefined
  return patchedPaths(command, read, directory).find((path) => guarded.has(path)) ?? piped(command, directory, guarded)
}
/** In `git diff .claude | git apply -R` the diff names the files that are restored. */
function piped({ stdin }: ShellCommand, directory: string, guarded: Guarded): string | undefined {
  if (stdin.kind !== 'pipe' || stdin.text !== undefined) return undefined
  return stdin.from
    .filter(({ name, words }) => name === 'git' && words.some(({ text }) => /^(diff|show|format-patch)$/.test(text)))
    .flatMap(({ words }) => words.slice(2).map(({ text }) => resolve(directory, text)))
    .find((path) => guarded.has(path))
}
