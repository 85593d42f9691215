/** Which branches of a remote a push writes. Pure but for the branch that is checked out. */
import { branchAt } from './branch.ts'
import { type GitCall, hasOption } from './git-call.ts'

/** The branches of the remote that it writes. */
export function targetsOf(call: GitCall): readonly string[] {
  const refs = call.operands.slice(1)
  if (hasOption(call, '', '--all', '--mirror')) return ['main', 'master', ...refs.map(remoteOf)]
  if (refs.length > 0)
    return refs.map((ref) => (ref === 'HEAD' || ref === '@' ? (branchAt(call.directory) ?? ref) : remoteOf(ref)))
  const branch = branchAt(call.directory)
  return branch === undefined || hasOption(call, '', '--tags') ? [] : [branch]
}
export const remoteOf = (ref: string): string =>
  (ref.replace(/^\+/, '').split(':').at(-1) ?? '').replace(/^refs\/heads\//, '')
