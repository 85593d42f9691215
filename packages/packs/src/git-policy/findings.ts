/** What a repository's rules say to one call of git. Pure but for the branch that is checked out. */
import { branchAt, UNKNOWN_BRANCH } from '../lib/git/branch.ts'
import { type GitCall, hasOption, isRehearsal } from '../lib/git/git-call.ts'
import { signsCommits } from '../lib/git/git-settings.ts'
import { remoteOf, targetsOf } from '../lib/git/push-targets.ts'
import type { Globs } from '../lib/paths.ts'
import type { Reason, Word } from '../lib/said.ts'
import { turnsOff, unsigned, withoutSignoff } from './signed.ts'

export interface Policy {
  readonly isProtected: Globs
  readonly forcePush: Word
  readonly lease: Word
  readonly noVerify: Word
  readonly onMain: Word
  readonly conventional: boolean
  readonly signoff: boolean
  readonly gpg: boolean
  /** Where git's own settings are looked up. */
  readonly home: string
}
export interface Finding extends Reason {
  readonly word: Word
}

export const findings = (call: GitCall, policy: Policy): readonly Finding[] =>
  [...(byVerb[call.verb]?.(call, policy) ?? []), ...unverified(call, policy)].filter(({ word }) => word !== 'allow')

const byVerb: Readonly<Record<string, (call: GitCall, policy: Policy) => readonly Finding[]>> = {
  push: pushed,
  branch: moved,
  fetch: moved,
  commit: committed,
  config: (call, { gpg }) => (gpg && turnsOff(call) ? unsigned({ ...call, words: ['--no-gpg-sign'] }, () => true) : []),
}

const cure = (key: string, value: string) => `yours to set: hookline add git-policy --set ${key}=${value}`

function pushed(call: GitCall, policy: Policy): readonly Finding[] {
  if (isRehearsal(call, 'n')) return []
  const targets = targetsOf(call)
  const guarded = targets.find((target) => policy.isProtected(target) !== undefined)
  const deleted = deletes(call).find((target) => policy.isProtected(target) !== undefined)
  if (deleted !== undefined)
    return [
      {
        word: 'deny',
        rule: 'git-policy/delete-branch',
        reason: `This would delete the protected branch ${deleted} on the remote.`,
        instead: 'Delete your own branches only.',
      },
    ]
  return [
    ...forced(call, guarded, policy),
    ...(guarded === undefined ? [] : [onMain('push to', guarded, policy)]),
    ...unknownTarget(targets, policy),
  ]
}

const unknownTarget = (targets: readonly string[], policy: Policy): readonly Finding[] => {
  const found = targets.find((target) => /^[$`]/.test(target))
  return found === undefined ? [] : [unknownBranch('push to', found, policy)]
}

const unknownBranch = (what: string, name: string, policy: Policy): Finding => ({
  ...onMain(what, name, policy),
  reason: `This would ${what} ${name}, which only running it would tell.`,
  instead: 'Write the name of the branch out.',
})

/** A protected branch of this repository that is set to another commit. */
function moved(call: GitCall, policy: Policy): readonly Finding[] {
  const forces = call.verb === 'branch' && hasOption(call, 'f', '--force')
  const into = call.operands
    .slice(1)
    .filter((ref) => ref.includes(':') && (call.operands[0] === '.' || ref.startsWith('+')))
  const names = call.verb === 'fetch' ? into.map(remoteOf) : forces ? call.operands.slice(0, 1) : []
  const guarded = names.find((name) => policy.isProtected(name) !== undefined)
  return guarded === undefined ? [] : [onMain('move', guarded, policy)]
}

function forced(call: GitCall, guarded: string | undefined, policy: Policy): readonly Finding[] {
  const lease = hasOption(call, '', '--force-with-lease')
  const plus = call.operands.slice(1).some((ref) => ref.startsWith('+'))
  const hard = hasOption(call, 'f', '--force', '--mirror') || plus
  if (!hard && !lease) return []
  if (hard || guarded !== undefined)
    return [
      {
        word: policy.forcePush,
        rule: 'git-policy/force-push',
        reason: `This would overwrite ${guarded === undefined ? 'what others may have pushed' : `the protected branch ${guarded}`}.`,
        instead: 'Use --force-with-lease on a branch of your own, or make a new commit.',
        cure: cure('forcePush', 'ask'),
      },
    ]
  return [
    {
      word: policy.lease,
      rule: 'git-policy/lease',
      reason: 'This would rewrite a branch on the remote.',
      instead: 'Make a new commit instead.',
      cure: cure('lease', 'allow'),
    },
  ]
}

function committed(call: GitCall, policy: Policy): readonly Finding[] {
  const branch = branchAt(call.directory)
  const guarded = branch !== undefined && policy.isProtected(branch) !== undefined ? branch : undefined
  const doubtful = branch === UNKNOWN_BRANCH ? [unknownBranch('commit on', branch, policy)] : []
  const wrong = policy.conventional ? unconventional(call) : undefined
  return [
    ...(guarded === undefined ? doubtful : [onMain('commit on', guarded, policy)]),
    ...(wrong === undefined
      ? []
      : [
          {
            word: 'deny',
            rule: 'git-policy/conventional',
            reason: `The message ${JSON.stringify(wrong)} is not in the form this repository uses.`,
            instead:
              'Write "type(scope): what changes" with feat, fix, docs, test, refactor, perf, build, ci, chore, style or revert.',
          } as const,
        ]),
    ...(policy.signoff ? withoutSignoff(call) : []),
    ...(policy.gpg ? unsigned(call, () => signsCommits(call.directory, policy.home)) : []),
  ]
}

const onMain = (what: string, branch: string, { onMain: word }: Policy): Finding => ({
  word,
  rule: 'git-policy/on-main',
  reason: `This would ${what} ${branch}, which is protected here.`,
  instead: 'Work on a branch: git switch -c <name>.',
  cure: cure('onMain', 'allow'),
})

const deletes = (call: GitCall): readonly string[] => {
  const refs = call.operands.slice(1)
  return hasOption(call, 'd', '--delete') ? refs.map(remoteOf) : refs.filter((ref) => ref.startsWith(':')).map(remoteOf)
}

/** `-n` skips the checks of a commit; a push has another `-n`. */
function unverified(call: GitCall, policy: Policy): readonly Finding[] {
  const skipped =
    hasOption(call, '', '--no-verify') ||
    (call.verb === 'commit' && hasOption(call, 'n') && !isRehearsal(call)) ||
    call.settings.some((one) => /^core\.hookspath=/i.test(one)) ||
    (call.assignments.get('HUSKY') === '0' && ['commit', 'push', 'merge'].includes(call.verb)) ||
    (call.verb === 'config' && call.operands.length > 1 && /^core\.hookspath$/i.test(call.operands[0] ?? ''))
  if (!skipped) return []
  return [
    {
      word: policy.noVerify,
      rule: 'git-policy/no-verify',
      reason: 'This would skip the checks of the repository.',
      instead: 'Run without it and mend what the checks find.',
      cure: cure('noVerify', 'ask'),
    },
  ]
}

const conventional = /^(feat|fix|docs|test|refactor|perf|build|ci|chore|style|revert)(\([\w./ -]+\))?!?: \S/

/** The first line, where the words tell it and it is wrong. */
function unconventional({ words }: GitCall): string | undefined {
  for (const [at, word] of words.entries()) {
    const given =
      /^-[a-zA-Z]*m$/.test(word) || word === '--message' ? words[at + 1] : /^(?:--message=|-m)(.+)$/s.exec(word)?.[1]
    if (given === undefined) continue
    const line = given.split('\n')[0] ?? ''
    return /^[$`]/.test(line) || /^(Merge|Revert) /.test(line) || conventional.test(line)
      ? undefined
      : line.slice(0, 80)
  }
  return undefined
}
