/** Git is left to the person, or to `gh`: what only looks may pass. */
import { readShell } from '@hookline/core/shell'
import { gitCall } from '../lib/git/git-call.ts'
import { halfRead } from '../lib/half-read.ts'
import { judged } from '../lib/said.ts'
import { choice, packHook, packOf, shellCanary, texts } from '../pack-of.ts'

const looking =
  'status log diff show blame ls-files ls-tree rev-parse describe shortlog grep cat-file check-ignore help version'

export const blockGit = packOf({
  name: 'block-git',
  description: 'leaves git to the person: an agent may look, and nothing more',
  about: 'For repositories where commits are made by people. What only looks may run.',
  parameters: {
    allow: texts(looking.split(' '), 'Verbs of git that may run.'),
    action: choice(['deny', 'ask'], 'deny', 'What happens to the others.'),
  },
  hooks: ({ allow, action }) => [
    packHook('beforeShellExecution', { name: 'git', failClosed: true, pure: true }, ({ command, cwd }) => {
      const found = readShell(command)
        .commands.flatMap((one) => gitCall(one, cwd || '/') ?? [])
        .find(({ verb }) => verb !== '' && !allow.includes(verb))
      return found === undefined
        ? halfRead('block-git', command, ['git'])
        : judged(action, {
            rule: 'block-git/git',
            reason: `git ${found.verb} is the person's to run here.`,
            instead: 'Say what you would run and why; git status, log and diff are open to you.',
            cure: `to open it: hookline add block-git --set allow+=${found.verb}`,
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
