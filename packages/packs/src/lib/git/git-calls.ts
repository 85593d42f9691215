/** The git commands of a text in their order: each sees the settings and the branch that earlier ones set. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { branchAt } from './branch.ts'
import { type GitCall, gitCall, hasOption } from './git-call.ts'

interface State {
  /** `-c name=value` for each setting that the text stores. */
  readonly stored: ShellWord[]
  /** The branches that are checked out, by directory: the present one and the one before. */
  readonly branches: Map<string, { readonly now: string | undefined; readonly before: string | undefined }>
}

export function readGitCalls(commands: readonly ShellCommand[], cwd: string): readonly GitCall[] {
  const state: State = { stored: [], branches: new Map() }
  return commands.flatMap((command) => {
    const [program, ...args] = command.words
    if (command.name !== 'git' || program === undefined) return []
    const call = gitCall({ ...command, words: [program, ...state.stored, ...args] }, cwd)
    if (call === undefined) return []
    const branch = state.branches.get(call.directory)?.now
    follow(call, state)
    return [branch === undefined ? call : { ...call, branch }]
  })
}

/** The branch that is checked out when the command runs. */
export const branchOf = (call: GitCall): string | undefined => call.branch ?? branchAt(call.directory)

const MAX_STORED = 20
const word = (text: string): ShellWord => ({ text, known: true, glob: false })

function follow(call: GitCall, { stored, branches }: State): void {
  const { verb, operands, directory } = call
  if (verb === 'config') {
    const [name, value] = operands[0] === 'set' ? operands.slice(1) : operands
    if (name !== undefined && value !== undefined && stored.length < 2 * MAX_STORED)
      stored.push(word('-c'), word(`${name}=${value}`))
  }
  const to = checkedOut(call)
  if (to !== undefined) {
    const { now, before } = branches.get(directory) ?? { now: branchAt(directory), before: undefined }
    branches.set(directory, { now: to === '-' ? before : to, before: now })
  }
  const [action, path, name] = operands
  if (verb === 'worktree' && action === 'add' && path !== undefined && name !== undefined)
    branches.set(resolve(directory, path), { now: name, before: undefined })
}

/** The branch that the command checks out; undefined if it changes none. */
function checkedOut({ verb, words, operands, directory }: GitCall): string | undefined {
  if (verb === 'rebase') return rebaseOf({ words, operands }).branch
  if (verb === 'symbolic-ref') return operands[0] === 'HEAD' ? operands[1]?.replace(/^refs\/heads\//, '') : undefined
  if ((verb !== 'checkout' && verb !== 'switch') || words.includes('--')) return undefined
  const at = words.findIndex((one) => /^-[bBcC]$|^--(create|force-create|orphan)$/.test(one))
  if (at !== -1) return words[at + 1]
  // The name of an existing file restores it.
  const [name] = operands.length === 1 ? operands : words.includes('-') ? ['-'] : []
  return name === undefined || (verb === 'checkout' && existsSync(resolve(directory, name))) ? undefined : name
}

/** `git rebase base branch` checks the branch out first; with `--onto` there are two bases. */
export function rebaseOf({ words, operands }: Pick<GitCall, 'words' | 'operands'>): {
  readonly bases: readonly string[]
  readonly branch: string | undefined
} {
  const commands = new Set(words.filter((_one, at) => words[at - 1] === '-x'))
  const own = operands.filter((one) => !commands.has(one))
  const count = words.some((one) => /^--onto(=|$)/.test(one)) ? 2 : 1
  return { bases: own.slice(0, count), branch: own[count] }
}

/** The branch that a command sets to another commit or creates anew, without checking that it exists. */
export function movedBranch(call: GitCall): string | undefined {
  const { verb, words, operands } = call
  if (verb === 'checkout' || verb === 'switch') {
    const at = words.findIndex((one) => (verb === 'checkout' ? /^-B$/ : /^(-C|--force-create)$/).test(one))
    return at === -1 ? undefined : words[at + 1]
  }
  if (verb === 'branch') {
    // The usual way to rename the first branch.
    if (hasOption(call, '[MC]')) return operands[0] === 'master' ? undefined : operands[1]
    return hasOption(call, 'f', '--force') ? operands[0] : undefined
  }
  const ref = verb === 'update-ref' ? operands[0] : undefined
  return ref?.startsWith('refs/heads/') === true ? ref.slice('refs/heads/'.length) : undefined
}
