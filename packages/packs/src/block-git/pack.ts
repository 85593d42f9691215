/** Leaves git to the person: an agent may only run read-only git commands. */
import { readShell } from '@hookline/core/shell'
import { choice, definePack, packHook, shellCanary, strings } from '../define-pack.ts'
import { gitCall } from '../lib/git/git-call.ts'
import { askIfPartlyRead } from '../lib/partly-read.ts'
import { decide } from '../lib/reasons.ts'

const looking =
  'status log diff show blame ls-files ls-tree rev-parse describe shortlog grep cat-file check-ignore help version'

export const blockGit = definePack({
  name: 'block-git',
  description: 'leaves git to the person: an agent may only run read-only git commands',
  about: 'For repositories where only people commit. Read-only commands may run.',
  parameters: {
    allow: strings(looking.split(' '), 'Git commands that may run.'),
    action: choice(['deny', 'ask'], 'deny', 'What happens to all other git commands.'),
  },
  hooks: ({ allow, action }) => [
    packHook('beforeShellExecution', { name: 'git', failClosed: true, pure: true }, ({ command, cwd }) => {
      const found = readShell(command)
        .commands.flatMap((one) => gitCall(one, cwd || '/') ?? [])
        .find(({ verb }) => verb !== '' && !allow.includes(verb))
      return found === undefined
        ? askIfPartlyRead('block-git', command, ['git'])
        : decide(action, {
            rule: 'block-git/git',
            reason: `Only a person runs git ${found.verb} in this repository.`,
            instead: 'Explain what should be run and why. You may use git status, log and diff.',
            userHint: `to allow it: hookline add block-git --set allow+=${found.verb}`,
          })
    }),
  ],
  canaries: ({ action }) => [
    shellCanary(action, 'cd x && git commit -m "y"'),
    shellCanary(action, 'git push'),
    shellCanary('allow', 'git status'),
    shellCanary('allow', 'echo git push'),
  ],
})
