/** Leaves git to the person: an agent may only run read-only git commands. */
import { readShell } from '@hookline/core/shell'
import { choice, definePack, ofRule, packHook, shellCanary, strings } from '../define-pack.ts'
import { gitCall } from '../lib/git/git-call.ts'
import { findPartlyRead, halfRead } from '../lib/partly-read.ts'
import { decideStrictest, type RuleFinding } from '../lib/reasons.ts'

const looking =
  'status log diff show blame ls-files ls-tree rev-parse describe shortlog grep cat-file check-ignore help version'

export const blockGit = definePack({
  name: 'block-git',
  description: 'leaves git to the person: an agent may only run read-only git commands',
  about: 'For repositories where only people commit. Read-only commands may run.',
  judges: true,
  parameters: {
    allow: strings(looking.split(' '), 'Git commands that may run.'),
    action: choice(['deny', 'ask'], 'deny', 'What happens to all other git commands.'),
  },
  rules: () => ({
    git: {
      catches: 'a git command that is not listed in `allow`',
      level: ({ action }) => action,
      example: shellCanary('deny', 'git commit -m x'),
    },
    'half-read': halfRead('git log "'),
  }),
  hooks: ({ allow, action }, levels) => [
    packHook('beforeShellExecution', { name: 'git', failClosed: true, pure: true }, ({ command, cwd }) => {
      const found = readShell(command)
        .commands.flatMap((one) => gitCall(one, cwd || '/') ?? [])
        .find(({ verb }) => verb !== '' && !allow.includes(verb))
      const finding = ({ verb }: { readonly verb: string }): RuleFinding => ({
        permission: action,
        rule: 'block-git/git',
        reason: `Only a person runs git ${verb} in this repository.`,
        instead: 'Explain what should be run and why. You may use git status, log and diff.',
        userHint: `to allow it: hookline add block-git --set allow+=${verb}`,
      })
      const partly = findPartlyRead('block-git', command, ['git'])
      return decideStrictest(found === undefined ? partly : [finding(found), ...partly], levels)
    }),
  ],
  canaries: ({ action }) => [
    ofRule('git', shellCanary(action, 'cd x && git commit -m "y"')),
    ofRule('git', shellCanary(action, 'git push')),
    shellCanary('allow', 'git status'),
    shellCanary('allow', 'echo git push'),
  ],
})
