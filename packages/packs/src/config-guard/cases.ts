import { readCanary as read, shellCanary as shell, writeCanary as write } from '../pack-of.ts'
import type { PackCases } from '../testing/pack-cases.ts'

export const configGuardCases: readonly PackCases[] = [
  {
    pack: 'config-guard',
    cases: [
      write('deny', '.cursor/hooks.json'),
      write('deny', '.cursor/hooks/guard.sh'),
      write('deny', '.hookline/hookline.json'),
      write('deny', '.claude/settings.local.json'),
      write('deny', '.git/hooks/pre-commit'),
      shell('deny', 'echo {} > .cursor/hooks.json'),
      shell('deny', "sed -i 's/deny/allow/' .cursor/hooks/guard.sh"),
      shell('deny', 'cp /tmp/x .git/hooks/pre-commit'),
      shell('deny', 'mv .cursor /tmp/x'),
      shell('deny', 'rm -rf .git/hooks'),
      shell('deny', 'hookline trust add --yes'),
      shell('deny', 'npx --yes hookline disable shell-guard/commands'),
      read('allow', '.cursor/hooks.json'),
      write('allow', 'src/hooks.json'),
      write('allow', '.cursor/rules/style.mdc'),
      write('allow', 'docs/settings.json'),
      shell('allow', 'cat .cursor/hooks.json'),
      shell('allow', 'hookline list'),
      shell('allow', 'hookline explain "git push"'),
      shell('allow', 'git commit -m "hookline trust add"'),
      shell('allow', 'ls -la .git/hooks'),
      shell('allow', 'npm test'),
      shell('allow', 'cp -r src /tmp/copy'),
      shell('allow', 'git -C .git/.. status'),
    ],
  },
  {
    pack: 'config-guard',
    parameters: { action: 'ask', paths: ['policy/**'], allow: ['.vscode/settings.json'] },
    cases: [write('ask', 'policy/rules.yaml'), write('allow', '.vscode/settings.json'), write('allow', 'src/a.ts')],
  },
]
