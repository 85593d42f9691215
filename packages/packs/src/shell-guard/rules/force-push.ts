/** Finds pushes that rewrite a branch that others have. --force-with-lease is allowed, except on a protected branch. */
import type { ShellCommand } from '@hookline/core/shell'
import { gitCall } from '../../lib/git/git-call.ts'
import { findPushTargets } from '../../lib/git/push-targets.ts'
import { createGlobMatcher } from '../../lib/paths.ts'
import { operands, says } from '../options.ts'
import { type CommandView, deny, type Finding, type Rule } from '../rule.ts'
import { forced, gitVerb, isRehearsal } from './git.ts'

const overwrites = 'overwrite the history that others have'

function find(sight: CommandView): Finding | undefined {
  const verb = pushOf(sight.command)
  if (verb === undefined) return undefined
  if (says(verb, '--mirror')) return deny('make the remote a mirror, deleting its other branches')
  if (forced(verb)) return deny(`${overwrites} (force push)`)
  const [, ...refs] = operands(verb, '-o', '--push-option', '--receive-pack', '--repo')
  const plus = refs.find((ref) => ref.text.startsWith('+'))
  if (plus !== undefined) return deny(`${overwrites} (${plus.text})`)
  const guarded = leases(verb) ? protectedIn(sight) : undefined
  return guarded === undefined ? undefined : deny(`${overwrites} in the protected branch ${guarded}`)
}

function remark(sight: CommandView): string | undefined {
  const verb = pushOf(sight.command)
  if (verb === undefined || find(sight) !== undefined) return undefined
  if (!leases(verb)) return 'nothing is forced'
  const targets = targetsIn(sight)
  const named = targets.length === 0 ? 'no branch is named' : `${targets.join(', ')} is not protected`
  return `a lease is allowed by default; ${named}`
}

const pushOf = (command: ShellCommand): ShellCommand | undefined => {
  const verb = gitVerb(command)
  return verb?.words[0]?.text === 'push' && !says(verb, '--help') && !isRehearsal(verb) ? verb : undefined
}
const leases = (verb: ShellCommand): boolean => says(verb, '--force-with-lease')

const targetsIn = ({ command, where }: CommandView): readonly string[] => {
  const call = gitCall(command, where.cwd ?? where.roots[0] ?? '/')
  return call === undefined ? [] : findPushTargets(call)
}

function protectedIn(sight: CommandView): string | undefined {
  const names = sight.where.protectedBranches ?? []
  if (names.length === 0) return undefined
  const isProtected = createGlobMatcher(names.map((name) => `/${name}`))
  return targetsIn(sight).find((target) => isProtected(target) !== undefined)
}

export const forcePush: Rule = {
  name: 'force-push',
  programs: ['git', 'hub'],
  instead: 'Use `--force-with-lease` on your own branch, make a new commit, or ask the person.',
  find,
  remark,
}
