/** Checks a git command against the rules of a repository. Pure, except that it reads the checked-out branch. */
import { UNKNOWN_BRANCH } from '../lib/git/branch.ts'
import { type GitCall, hasOption, isRehearsal } from '../lib/git/git-call.ts'
import { branchOf, movedBranch, rebaseOf } from '../lib/git/git-calls.ts'
import { signsCommits } from '../lib/git/git-settings.ts'
import { findPushTargets, remoteOf } from '../lib/git/push-targets.ts'
import type { GlobMatcher } from '../lib/paths.ts'
import type { Permission, RuleFinding } from '../lib/reasons.ts'
import { checkSignature, checkSignoff, disablesSigning } from './signed.ts'

export interface Policy {
  readonly isProtected: GlobMatcher
  readonly forcePush: Permission
  readonly lease: Permission
  readonly noVerify: Permission
  readonly onMain: Permission
  readonly conventional: boolean
  readonly signoff: boolean
  readonly gpg: boolean
  /** The home directory with git's settings. */
  readonly home: string
}
type Finding = RuleFinding

/** What the rules found, allowed findings too: their levels are applied later. */
export const findings = (call: GitCall, policy: Policy): readonly Finding[] => [
  ...(byVerb[call.verb]?.(call, policy) ?? []),
  ...checkSkippedHooks(call, policy),
]

const byVerb: Readonly<Record<string, (call: GitCall, policy: Policy) => readonly Finding[]>> = {
  push: checkPush,
  branch: checkMove,
  checkout: checkMove,
  switch: checkMove,
  'update-ref': checkMove,
  fetch: checkMove,
  commit: checkCommit,
  merge: checkJoin,
  pull: (call, policy) => [...checkMove(call, policy), ...checkJoin(call, policy)],
  rebase: checkJoin,
  'cherry-pick': checkJoin,
  revert: checkJoin,
  am: checkJoin,
  reset: checkJoin,
  config: (call, { gpg }) =>
    gpg && disablesSigning(call) ? checkSignature({ ...call, words: ['--no-gpg-sign'] }, () => true) : [],
}

function checkPush(call: GitCall, policy: Policy): readonly Finding[] {
  if (isRehearsal(call, 'n')) return []
  const targets = findPushTargets(call)
  const guarded = targets.find((target) => policy.isProtected(target) !== undefined)
  const deleted = deletes(call).find((target) => policy.isProtected(target) !== undefined)
  return [
    ...(deleted === undefined
      ? []
      : [
          {
            permission: 'deny',
            rule: 'git-policy/delete-branch',
            reason: `This would delete the protected branch ${deleted} on the remote.`,
            instead: 'Delete only your own branches.',
          } as const,
        ]),
    ...checkForce(call, guarded, policy),
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
  reason: `This would ${what} ${name}, a branch that is known only when the command runs.`,
  instead: 'Write the name of the branch.',
})

/** Checks commands that set a protected branch of this repository to another commit. */
function checkMove(call: GitCall, policy: Policy): readonly Finding[] {
  const moved = movedBranch(call)
  const into = call.operands
    .slice(1)
    .filter((ref) => ref.includes(':') && (call.operands[0] === '.' || ref.startsWith('+')))
  const names = /^(fetch|pull)$/.test(call.verb) ? into.map(remoteOf) : moved === undefined ? [] : [moved]
  const guarded = names.find((name) => policy.isProtected(name) !== undefined)
  return guarded === undefined ? [] : [onMain('move', guarded, policy)]
}

/** Checks commands that put the commits of another branch on the one that is checked out. */
function checkJoin(call: GitCall, policy: Policy): readonly Finding[] {
  const rebase = call.verb === 'rebase' ? rebaseOf(call) : undefined
  const branch = rebase?.branch ?? branchOf(call)
  if (branch === undefined || policy.isProtected(branch) === undefined) return []
  if (hasOption(call, '', '--abort', '--quit', '--skip', '--no-commit', '--continue')) return []
  if (hasOption(call, 'n') && (call.verb === 'cherry-pick' || call.verb === 'revert')) return []
  // `git merge origin/main` and `git pull origin main` bring what the remote has.
  const others =
    call.verb === 'pull'
      ? call.operands.slice(1).filter((ref) => remoteOf(ref) !== branch)
      : (rebase?.bases ?? call.operands).filter((ref) => !isUpstream(ref, branch))
  if (call.verb === 'reset' && !hasOption(call, '', '--hard', '--soft', '--mixed', '--keep', '--merge')) return []
  const joins = call.verb === 'am' || others.length > 0
  return joins ? [onMain(`${call.verb} on`, branch, policy)] : []
}
/** What the remote has of the branch, and the branch's own earlier commits: `HEAD~2`, `main^`, `HEAD@{1}`. */
function isUpstream(ref: string, branch: string): boolean {
  const base = ref.replace(/(?:[~^]\d*|@\{[^}]*\})+$/, '')
  return base === '' || base === branch || base.endsWith(`/${branch}`) || /^(HEAD|@|FETCH_HEAD|ORIG_HEAD)$/.test(base)
}

function checkForce(call: GitCall, guarded: string | undefined, policy: Policy): readonly Finding[] {
  const lease = hasOption(call, '', '--force-with-lease')
  const plus = call.operands.slice(1).some((ref) => ref.startsWith('+'))
  const hard = hasOption(call, 'f', '--force', '--mirror') || plus || call.settings.some(forcesPush)
  if (!hard && !lease) return []
  if (hard || guarded !== undefined)
    return [
      {
        permission: policy.forcePush,
        rule: 'git-policy/force-push',
        reason: `This would overwrite ${guarded === undefined ? 'what others may have pushed' : `the protected branch ${guarded}`}.`,
        instead: 'Use --force-with-lease on your own branch, or make a new commit.',
      },
    ]
  return [
    {
      permission: policy.lease,
      rule: 'git-policy/lease',
      reason: 'This would rewrite a branch on the remote.',
      instead: 'Make a new commit instead.',
    },
  ]
}

/** A setting of the remote that makes every push overwrite what is there. */
const forcesPush = (setting: string): boolean => /^remote\..*\.(push=\+|mirror=(?!false$|no$|off$|0$))/is.test(setting)

function checkCommit(call: GitCall, policy: Policy): readonly Finding[] {
  const branch = branchOf(call)
  const guarded = branch !== undefined && policy.isProtected(branch) !== undefined ? branch : undefined
  const doubtful = branch === UNKNOWN_BRANCH ? [unknownBranch('commit on', branch, policy)] : []
  const wrong = policy.conventional ? findWrongMessage(call) : undefined
  return [
    ...(guarded === undefined ? doubtful : [onMain('commit on', guarded, policy)]),
    ...(wrong === undefined
      ? []
      : [
          {
            permission: 'deny',
            rule: 'git-policy/conventional',
            reason: `The message ${JSON.stringify(wrong)} does not have the format of this repository.`,
            instead:
              'Write "type(scope): what changes" with feat, fix, docs, test, refactor, perf, build, ci, chore, style or revert.',
          } as const,
        ]),
    ...(policy.signoff ? checkSignoff(call) : []),
    ...(policy.gpg ? checkSignature(call, () => signsCommits(call.directory, policy.home)) : []),
  ]
}

const onMain = (what: string, branch: string, { onMain: word }: Policy): Finding => ({
  permission: word,
  rule: 'git-policy/on-main',
  reason: `This would ${what} the protected branch ${branch}.`,
  instead: 'Work on a branch: git switch -c <name>.',
})

const deletes = (call: GitCall): readonly string[] => {
  const refs = call.operands.slice(1)
  return hasOption(call, 'd', '--delete') ? refs.map(remoteOf) : refs.filter((ref) => ref.startsWith(':')).map(remoteOf)
}

/** `-n` skips the hooks of a commit, but means a dry run for a push. */
function checkSkippedHooks(call: GitCall, policy: Policy): readonly Finding[] {
  const skipped =
    hasOption(call, '', '--no-verify') ||
    (call.verb === 'commit' && hasOption(call, 'n') && !isRehearsal(call)) ||
    call.settings.some((one) => /^core\.hookspath=/i.test(one)) ||
    (call.skipsChecks && ['commit', 'push', 'merge'].includes(call.verb)) ||
    (call.verb === 'config' && call.operands.length > 1 && /^core\.hookspath$/i.test(call.operands[0] ?? ''))
  if (!skipped) return []
  return [
    {
      permission: policy.noVerify,
      rule: 'git-policy/no-verify',
      reason: "This would skip the repository's own checks.",
      instead: 'Run it without that option, and fix what the checks report.',
    },
  ]
}

const conventional = /^(feat|fix|docs|test|refactor|perf|build|ci|chore|style|revert)(\([\w./ -]+\))?!?: \S/

/** The first line of the message, if it is known and has the wrong format. */
function findWrongMessage({ words }: GitCall): string | undefined {
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
