/** Protects the shared history of a repository. */
import { homedir } from 'node:os'
import { readShell } from '@hookline/core/shell'
import { choice, definePack, flag, ofRule, packHook, shellCanary, strings, type Values } from '../define-pack.ts'
import { readGitCalls } from '../lib/git/git-calls.ts'
import { findPushTargets } from '../lib/git/push-targets.ts'
import { findPartlyRead, halfRead } from '../lib/partly-read.ts'
import { createGlobMatcher, matchesAny } from '../lib/paths.ts'
import { decideStrictest } from '../lib/reasons.ts'
import { findings, type Policy } from './findings.ts'

const words = ['deny', 'ask', 'allow'] as const
const parameters = {
  protected: strings(
    ['main', 'master', 'production', 'release/*'],
    'Branches that others rely on; wildcards are allowed.',
  ),
  forcePush: choice(words, 'deny', 'Force pushes, and any rewrite of a protected branch.'),
  lease: choice(words, 'allow', '--force-with-lease on other branches.'),
  noVerify: choice(
    words,
    'deny',
    'Skipping the checks: --no-verify, commit -n, core.hooksPath, HUSKY=0, SKIP and similar variables.',
  ),
  onMain: choice(words, 'ask', 'Commits on a protected branch, and pushes to one.'),
  conventional: flag(false, 'Commit messages must be "type(scope): what changes".'),
  signoff: flag(false, 'Commits must have a sign-off: --signoff, or the line in the message.'),
  gpg: flag(false, "Commits must be signed, with -S or by git's settings, and signing must not be disabled."),
}

const policyOf = ({ protected: names, ...rest }: Values<typeof parameters>, home: string): Policy => ({
  home,
  ...rest,
  isProtected: createGlobMatcher(names.map((name) => `/${name}`)),
})

export const gitPolicy = definePack({
  name: 'git-policy',
  description: 'protects shared history: force pushes, protected branches, skipped checks, commit messages',
  about:
    'Finds every git command in a shell command, in wrappers too, with options in any order. It reads the branch from the repository without starting git, and follows the branch and the settings that earlier commands of the same text set. A push with --force-with-lease to a protected branch counts as a force push. Deleting a protected branch on the remote is always refused.',
  judges: true,
  parameters,
  rules: () => ({
    'force-push': {
      catches: 'a force push, and any rewrite of a protected branch on the remote',
      level: ({ forcePush }) => forcePush,
      example: shellCanary('deny', 'git push --force origin my-feature'),
    },
    lease: {
      catches: 'a push with --force-with-lease to a branch that is not protected',
      level: ({ lease }) => lease,
      example: shellCanary('deny', 'git push --force-with-lease origin my-feature'),
      given: { lease: 'deny' },
    },
    'no-verify': {
      catches: 'a commit or push that skips the checks of the repository',
      level: ({ noVerify }) => noVerify,
      example: shellCanary('deny', 'git commit --no-verify -m x'),
    },
    'on-main': {
      catches: 'a commit on a protected branch, a push to one, or a command that moves one',
      level: ({ onMain }) => onMain,
      example: shellCanary('ask', 'git push origin main'),
    },
    'delete-branch': {
      catches: 'a push that deletes a protected branch on the remote',
      level: 'deny',
      example: shellCanary('deny', 'git push origin --delete main'),
    },
    conventional: {
      catches: 'a commit message without the form "type(scope): what changes"',
      level: ({ conventional }) => (conventional ? 'deny' : 'allow'),
      example: shellCanary('deny', 'git commit -m "did things"'),
      given: { conventional: true },
    },
    signoff: {
      catches: 'a commit without a sign-off',
      level: ({ signoff }) => (signoff ? 'deny' : 'allow'),
      example: shellCanary('deny', 'git commit -m "feat: dates"'),
      given: { signoff: true },
    },
    gpg: {
      catches: 'a commit without a signature',
      level: ({ gpg }) => (gpg ? 'deny' : 'allow'),
      example: shellCanary('deny', 'git commit --no-gpg-sign -m "fix: dates"'),
      given: { gpg: true },
    },
    'half-read': halfRead('git log "'),
  }),
  hooks: (settings, levels) => {
    // The remarks for `explain` have no context; only the check of signatures uses the home directory.
    const isOn = (rule: 'conventional' | 'signoff' | 'gpg') => settings[rule] || levels.turnsOn(rule)
    const checks = { conventional: isOn('conventional'), signoff: isOn('signoff'), gpg: isOn('gpg') }
    const policy = policyOf({ ...settings, ...checks }, homedir())
    const calls = (command: string, cwd: string) => readGitCalls(readShell(command).commands, cwd)
    return [
      packHook(
        'beforeShellExecution',
        {
          name: 'git',
          failClosed: true,
          pure: true,
          remarks({ command, cwd }) {
            const all = calls(command, cwd)
            if (all.length === 0) return ['no match (not a git command)']
            if (
              decideStrictest(
                all.flatMap((call) => findings(call, policy)),
                levels,
              ) !== undefined
            )
              return []
            return all.flatMap((call) =>
              call.verb === 'push' ? [pushRemark(findPushTargets(call), call.words)] : ['no match'],
            )
          },
        },
        ({ command, cwd }, { home }) => {
          const found = calls(command, cwd).flatMap((call) => findings(call, { ...policy, home }))
          return decideStrictest([...found, ...findPartlyRead('git-policy', command, ['git'])], levels)
        },
      ),
    ]
  },
  canaries: ({ forcePush, lease, noVerify, protected: names }) => [
    ...(matchesAny(names, 'my-feature')
      ? forcePush === 'deny'
        ? [ofRule('force-push', shellCanary('deny', 'git push --force origin my-feature'))]
        : []
      : [
          ofRule('force-push', shellCanary(forcePush, 'git push --force origin my-feature')),
          ofRule('lease', shellCanary(lease, 'git push --force-with-lease origin my-feature')),
          ofRule('no-verify', shellCanary(noVerify, 'git push --no-verify origin my-feature')),
          shellCanary('allow', 'git push origin my-feature'),
        ]),
    shellCanary('allow', 'git log --oneline'),
  ],
})

const pushRemark = (targets: readonly string[], words: readonly string[]): string => {
  const lease = words.some((word) => word.startsWith('--force-with-lease')) ? 'a lease is allowed; ' : ''
  return `no match (${lease}${targets.length === 0 ? 'no branch is named' : `${targets.join(', ')} is not protected`})`
}
