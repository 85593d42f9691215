import { shellCanary as shell } from '../pack-of.ts'
import type { PackCases } from '../testing/pack-cases.ts'

export const gitPolicyCases: readonly PackCases[] = [
  {
    pack: 'git-policy',
    cases: [
      shell('deny', 'git push --force origin my-feature'),
      shell('deny', 'git push -uf origin my-feature'),
      shell('deny', 'cd x && git push origin +my-feature'),
      shell('deny', 'git push --force-with-lease origin main'),
      shell('deny', 'git push origin --delete main'),
      shell('deny', 'git push origin :release/1.0'),
      shell('deny', 'git commit --no-verify -m "feat: x"'),
      shell('deny', 'git commit -nm x'),
      shell('deny', 'git -c core.hooksPath=/dev/null commit -m x'),
      shell('deny', 'HUSKY=0 git commit -m x'),
      shell('ask', 'git push origin main'),
      shell('ask', 'git push origin HEAD:main'),
      shell('allow', 'git push origin my-feature'),
      shell('allow', 'git push -u origin fix/main-menu'),
      shell('allow', 'git push --force-with-lease origin my-feature'),
      shell('allow', 'git push -n origin my-feature'),
      shell('allow', 'git push origin :my-feature'),
      shell('allow', 'git push origin v1.2.0'),
      shell('allow', 'git commit -m "no --no-verify here"'),
      shell('allow', 'git commit -m "anything goes"'),
      shell('allow', 'git pull origin main'),
      shell('allow', 'git log -n 5 main'),
      shell('allow', 'echo git push --force'),
      shell('allow', 'git config core.hooksPath'),
    ],
  },
  {
    pack: 'git-policy',
    parameters: {
      conventional: true,
      forcePush: 'ask',
      lease: 'deny',
      onMain: 'allow',
      noVerify: 'allow',
      protected: ['trunk'],
    },
    cases: [
      shell('deny', 'git commit -m "did things"'),
      shell('deny', 'git push --force-with-lease origin x'),
      shell('ask', 'git push -f origin x'),
      shell('allow', 'git commit -m "feat(api): add dates"'),
      shell('allow', 'git commit -am "fix!: drop v1"'),
      shell('allow', 'git push origin trunk'),
      shell('allow', 'git commit --no-verify -m "fix: x"'),
    ],
  },
]
