import { shellCanary as shell } from '../define-pack.ts'
import type { PackCases } from '../testing/pack-cases.ts'

export const cases: readonly PackCases[] = [
  {
    cases: [
      shell('deny', 'git commit -m x'),
      shell('deny', 'cd a && git -C b push'),
      shell('deny', "sh -c 'git reset --hard'"),
      shell('allow', 'git status'),
      shell('allow', 'git -C sub log --oneline'),
      shell('allow', 'echo "git commit"'),
      shell('allow', 'gh pr list'),
    ],
  },
  {
    parameters: { action: 'ask', allow: ['status', 'commit'] },
    cases: [shell('ask', 'git log'), shell('allow', 'git commit -m x')],
  },
]
