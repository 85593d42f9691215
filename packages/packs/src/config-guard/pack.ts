/** An agent does not change what guards it: hook files, agent settings, git hooks, and the commands that switch them off. */
import { readShell, type ShellCommand } from '@hookline/core/shell'
import { judged, type Word } from '../lib/said.ts'
import { choice, packHook, packOf, readCanary, shellCanary, texts, type Values, writeCanary } from '../pack-of.ts'
import { createJudge, type Seen } from '../protect-files/judge.ts'

const guarded = [
  // The directories themselves, so that they are not deleted or moved away whole.
  '.{cursor,claude,hookline,git,husky}',
  '.cursor/{hooks.json,hooks/**,mcp.json,permissions.json,cli.json}',
  '.cursor/managed/**',
  '.claude/{settings.json,settings.local.json,hooks/**}',
  '.hookline/**',
  '.config/hookline/**',
  '.local/state/hookline/**',
  '.codex/{config.toml,hooks.json}',
  '.gemini/settings.json',
  '.git/{hooks/**,config}',
  '.husky/**',
  '.vscode/{settings.json,tasks.json}',
  '.pre-commit-config.yaml',
]
const parameters = {
  paths: texts([], 'Further files that only a person changes.'),
  allow: texts([], 'Exceptions.'),
  action: choice(['deny', 'ask'], 'deny', 'What happens to a change.'),
}

/** What `hookline` itself is asked to loosen. */
const loosening = new Set(['trust', 'disable', 'remove', 'add', 'init', 'enable'])

const isLoosening = ({ words }: ShellCommand): boolean => {
  const at = words.findIndex(({ text }) => /(^|\/)hookline(\.[cm]?js)?$/.test(text))
  return at >= 0 && loosening.has(words.slice(at + 1).find(({ text }) => !text.startsWith('-'))?.text ?? '')
}

const said = (what: string, word: Word) =>
  judged(word, {
    rule: 'config-guard/change',
    reason: `This would change ${what}, which decides what you may do.`,
    instead: 'Tell the person what should change and why.',
    cure: 'do it yourself, or: hookline add config-guard --set action=ask',
  })

const change = (seen: Seen | undefined, { action }: Values<typeof parameters>) =>
  seen === undefined || seen.kind === 'outside' ? undefined : said(seen.path, action)

export const configGuard = packOf({
  name: 'config-guard',
  description: 'keeps an agent from changing its own guards: hook files, agent settings, git hooks',
  about:
    "Hook files, agents' settings, git hooks, Hookline's own files, and the commands of hookline that loosen something (`trust`, `disable`, `add`, `remove`, `init`, `enable`). Reading them passes. It does not see a file that a program writes by itself.",
  parameters,
  hooks(settings) {
    // Read freely, changed by nobody: the list that protect-files asks about.
    const judge = createJudge({ deny: [], ask: [...guarded, ...settings.paths], allow: settings.allow })
    return [
      packHook(
        'preToolUse',
        { name: 'edits', matcher: '^(Write|Delete)$', failClosed: true, pure: true },
        ({ tool_input, cwd }, { roots }) => {
          const path = ['file_path', 'path', 'target_file'].map((field) => tool_input[field]).find(isText)
          return path === undefined ? undefined : change(judge.write(path, cwd || (roots[0] ?? '/'), roots), settings)
        },
      ),
      packHook(
        'beforeShellExecution',
        { name: 'shell', failClosed: true, pure: true },
        ({ command, cwd }, { roots }) => {
          if (readShell(command).commands.some(isLoosening)) return said('what Hookline runs', settings.action)
          return change(judge.command(command, cwd || (roots[0] ?? '/'), roots), settings)
        },
      ),
    ]
  },
  canaries: ({ action }) => [
    writeCanary(action, '.cursor/hooks.json', 'write .cursor/hooks.json'),
    shellCanary(action, 'rm -rf .git/hooks'),
    shellCanary(action, 'npx hookline disable shell-guard/commands'),
    readCanary('allow', '.cursor/hooks.json', 'read .cursor/hooks.json'),
    writeCanary('allow', 'src/hooks.json', 'write src/hooks.json'),
    shellCanary('allow', 'hookline list'),
  ],
})

const isText = (value: unknown): value is string => typeof value === 'string'
