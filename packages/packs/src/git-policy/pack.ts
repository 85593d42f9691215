/** What may be done to a repository's shared history. */
import { homedir } from 'node:os'
import { readShell } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'
import { targetsOf } from '../lib/git/push-targets.ts'
import { halfRead } from '../lib/half-read.ts'
import { globs, isAmong } from '../lib/paths.ts'
import { judged } from '../lib/said.ts'
import { choice, flag, packHook, packOf, shellCanary, texts, type Values } from '../pack-of.ts'
import { findings, type Policy } from './findings.ts'

const words = ['deny', 'ask', 'allow'] as const
const parameters = {
  protected: texts(
    ['main', 'master', 'production', 'release/*'],
    'Branches that others rely on; wildcards are allowed.',
  ),
  forcePush: choice(words, 'deny', 'Force pushes, and any rewrite of a protected branch.'),
  lease: choice(words, 'allow', '--force-with-lease on other branches.'),
  noVerify: choice(words, 'deny', 'Skipping the checks: --no-verify, commit -n, core.hooksPath, HUSKY=0.'),
  onMain: choice(words, 'ask', 'A commit on a protected branch, or a push to one.'),
  conventional: flag(false, 'Commit messages must be "type(scope): what changes".'),
  signoff: flag(false, 'Commits must carry a sign-off: --signoff, or the line in the message.'),
  gpg: flag(false, "Commits must be signed: by -S or by git's own settings, and never turned off."),
}

const policyOf = ({ protected: names, ...rest }: Values<typeof parameters>, home: string): Policy => ({
  home,
  ...rest,
  isProtected: globs(names.map((name) => `/${name}`)),
})

const rank = { deny: 0, ask: 1, allow: 2 } as const

export const gitPolicy = packOf({
  name: 'git-policy',
  description: 'keeps shared history: force pushes, protected branches, skipped checks, commit messages',
  about:
    'Reads every call of git inside the command, wrapped or not, with its options in any order. The branch is read from the repository, without a process. A force push to a protected branch counts as one even with a lease; deleting a protected branch on the remote is refused whatever is set.',
  parameters,
  hooks: (settings) => {
    // What `explain` remarks has no context; only signing looks into the home.
    const policy = policyOf(settings, homedir())
    const calls = (command: string, cwd: string) =>
      readShell(command).commands.flatMap((one) => gitCall(one, cwd) ?? [])
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
            if (all.some((call) => findings(call, policy).length > 0)) return []
            return all.flatMap((call) =>
              call.verb === 'push' ? [pushRemark(targetsOf(call), call.words)] : ['no match'],
            )
          },
        },
        ({ command, cwd }, { home }) => {
          const [first] = calls(command, cwd)
            .flatMap((call) => findings(call, { ...policy, home }))
            .toSorted((a, b) => rank[a.word] - rank[b.word])
          return first === undefined ? halfRead('git-policy', command, ['git']) : judged(first.word, first)
        },
      ),
    ]
  },
  canaries: ({ forcePush, lease, noVerify, protected: names }) => [
    ...(isAmong(names, 'my-feature')
      ? forcePush === 'deny'
        ? [shellCanary('deny', 'git push --force origin my-feature')]
        : []
      : [
          shellCanary(forcePush, 'git push --force origin my-feature'),
          shellCanary(lease, 'git push --force-with-lease origin my-feature'),
          shellCanary(noVerify, 'git push --no-verify origin my-feature'),
          shellCanary('allow', 'git push origin my-feature'),
        ]),
    shellCanary('allow', 'git log --oneline'),
  ],
})

const pushRemark = (targets: readonly string[], words: readonly string[]): string => {
  const lease = words.some((word) => word.startsWith('--force-with-lease')) ? 'a lease is allowed; ' : ''
  return `no match (${lease}${targets.length === 0 ? 'no branch is named' : `${targets.join(', ')} is not protected`})`
}
