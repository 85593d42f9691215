/** An agent does not change what guards it: hook files, agent settings, git hooks, and the commands that switch them off. */
import { isEditTool } from '@hookline/core/protocol'
import { editsOfTool } from '@hookline/core/sdk'
import { readShell } from '@hookline/core/shell'
import { halfRead } from '../lib/half-read.ts'
import { judged, type Word } from '../lib/said.ts'
import { mayChange, notLooking, pathsIn } from '../lib/tool-paths.ts'
import { choice, packHook, packOf, readCanary, shellCanary, texts, type Values, writeCanary } from '../pack-of.ts'
import { createJudge, type Seen } from '../protect-files/judge.ts'
import { loosened, movesHooks } from './loosening.ts'

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
    "Hook files, agents' settings, git hooks, Hookline's own files, and the commands of hookline that loosen something (`trust`, `disable`, `add`, `remove`, `init`, `enable`, `panel --write`, `check --fix`, `import --yes`). Every path in a tool's input counts, and those in a patch; a tool of an MCP server is taken at its name. Reading them passes. It does not see a file that a program writes by itself.",
  parameters,
  hooks(settings) {
    // Read freely, changed by nobody: the list that protect-files asks about.
    const judge = createJudge({ deny: [], ask: [...guarded, ...settings.paths], allow: settings.allow })
    return [
      packHook(
        'preToolUse',
        { name: 'edits', matcher: notLooking, failClosed: true, pure: true },
        ({ tool_name, tool_input, cwd }, { roots }) => {
          if (!mayChange(tool_name)) return undefined
          const { files, complete } = editsOfTool(tool_input)
          const paths = new Set([...pathsIn(tool_input), ...files.flatMap((file) => file.paths)])
          const seen = [...paths].map((path) => judge.write(path, cwd || (roots[0] ?? '/'), roots))
          const found = seen.find((one) => one !== undefined && one.kind !== 'outside')
          if (found === undefined && isEditTool(tool_name) && !complete) return said('a file it does not name', 'ask')
          return change(found, settings)
        },
      ),
      packHook(
        'beforeShellExecution',
        { name: 'shell', failClosed: true, pure: true },
        ({ command, cwd }, { roots }) => {
          const { commands } = readShell(command)
          if (commands.some(loosened)) return said('what Hookline runs', settings.action)
          if (commands.some(movesHooks)) return said('where git looks for hooks', settings.action)
          const found = judge.command(command, cwd || (roots[0] ?? '/'), roots)
          return (
            change(found, settings) ?? halfRead('config-guard', command, ['hookline', '.cursor', '.claude', '.git/'])
          )
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
