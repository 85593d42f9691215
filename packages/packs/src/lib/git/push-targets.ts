/** Which branches of a remote a push writes. Pure but for the branch that is checked out. */
import { branchAt } from './branch.ts'
import { type GitCall, hasOption } from './git-call.ts'

/** The branch that is checked out, by its other names. */
const current =
  /^(HEAD|@|[$`]\(?git (branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short HEAD)[)`])$/

/** The branches of the remote that it writes. */
export function targetsOf(call: GitCall): readonly string[] {
  const refs = call.operands.slice(1)
  // `:` pushes all that both have; a wildcard may be any.
  const all = refs.some((ref) => /^\+?:$/.test(ref) || ref.includes('*'))
  if (all || hasOption(call, '', '--all', '--branches', '--mirror')) return ['main', 'master', ...refs.map(remoteOf)]
  if (refs.length > 0) return refs.map((ref) => (current.test(ref) ? (branchAt(call.directory) ?? ref) : remoteOf(ref)))
  const branch = branchAt(call.directory)
  return branch === undefined || hasOption(call, '', '--tags') ? [] : [branch]
}
export const remoteOf = (ref: string): string =>
  (ref.replace(/^\+/, '').split(':').at(-1) ?? '').replace(/^refs\/heads\//, '')
