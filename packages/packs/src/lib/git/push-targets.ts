/** Finds the remote branches that a push writes. Pure, except that it reads the checked-out branch. */
import { type GitCall, hasOption } from './git-call.ts'
import { branchOf } from './git-calls.ts'

/** Other names of the checked-out branch. */
const current =
  /^(HEAD|@|[$`]\(?git (branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short HEAD)[)`])$/

export function findPushTargets(call: GitCall): readonly string[] {
  const refs = call.operands.slice(1)
  // `:` pushes all branches that both sides have; a wildcard may match any.
  const all = refs.some((ref) => /^\+?:$/.test(ref) || ref.includes('*'))
  if (all || hasOption(call, '', '--all', '--branches', '--mirror')) return ['main', 'master', ...refs.map(remoteOf)]
  if (refs.length > 0) return refs.map((ref) => (current.test(ref) ? (branchOf(call) ?? ref) : remoteOf(ref)))
  const branch = branchOf(call)
  return branch === undefined || hasOption(call, '', '--tags') ? [] : [branch]
}
export const remoteOf = (ref: string): string =>
  (ref.replace(/^\+/, '').split(':').at(-1) ?? '').replace(/^refs\/heads\//, '')
