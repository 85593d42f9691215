/** Keeps an agent from changing what guards it: hook files, agent settings, git hooks, and commands that disable them. */

import { resolve } from 'node:path'
import { agentDirectories, usualFile } from '@hookline/core/agents'
import { isEditTool } from '@hookline/core/protocol'
import { editsOfTool, type HookContext, protectedNames } from '@hookline/core/sdk'
import { choice, definePack, ofRule, packHook, readCanary, shellCanary, strings, writeCanary } from '../define-pack.ts'
import { findPartlyRead, halfRead } from '../lib/partly-read.ts'
import { decideStrictest, type Permission, type RuleFinding } from '../lib/reasons.ts'
import { mayChange, mayOpen, mayUseFiles, pathsIn } from '../lib/tool-paths.ts'
import { CODES, isCodes, usesCodes } from './code-text/codes.ts'
import { type CommandContext, createGuarded, type Guarded } from './guarded.ts'
import { findChange } from './judge.ts'
import { dropsHookline } from './manifest.ts'

const parameters = {
  paths: strings([], 'More files that only a person may change.'),
  allow: strings([], 'Exceptions.'),
  action: choice(['deny', 'ask'], 'deny', 'What happens to such a change.'),
}

/** If the tool call does not name the file itself, only the person sees its name. */
const explainChange = (what: string, permission: Permission, call: unknown): RuleFinding => ({
  permission,
  rule: 'config-guard/change',
  reason: `This would ${what === CODES ? 'use' : 'change'} ${what}, which ${what === CODES ? 'control' : 'controls'} what you may do.`,
  ...(what.includes('/') && !JSON.stringify(call).includes(what)
    ? { agentReason: 'This would change a file that controls what you may do.' }
    : {}),
  instead: 'Explain to the person what should change and why.',
  userHint: 'make the change yourself',
})

const whereOf = (
  cwd: string | undefined,
  { roots, home, env }: Pick<HookContext, 'roots' | 'home' | 'env'>,
): CommandContext => ({
  cwd: cwd || (roots[0] ?? '/'),
  roots,
  home,
  env,
})
/** Tools that remove a directory with everything in it. */
const takesAll = /delete|remove|move|rename|rmdir|unlink/i
const isProtected = (path: string, tool: string, { cwd, home }: CommandContext, guarded: Guarded): boolean => {
  const full = resolve(cwd, path.replace(/^~(?=\/|$)/, home))
  return guarded.has(full) || (takesAll.test(tool) && guarded.below(full) !== undefined)
}

export const configGuard = definePack({
  name: 'config-guard',
  description: 'keeps an agent from changing its own guards: hook files, agent settings, git hooks',
  about: [
    'Refuses commands and edits that change, delete, move, replace or hide hook files and settings of any agent, git hooks, the directories of Hookline, or its program in node_modules or installed globally. It also refuses commands of hookline that can weaken a guard (`disable`, `remove`, `trust add`, `team logout`, …), however the program is started. Adding a pack that only guards, without `--set`, is allowed.',
    'It checks the files on disk: `git stash -u`, `git clean -fd` and `rm -rf node_modules` are allowed if they would remove nothing protected. Links are followed, including links that the command itself creates. If an unknown program gets a protected path, a person is asked.',
    "Every path in a tool's input and in a patch counts; a tool of an MCP server is judged by its name. Reading is allowed, except for the codes with which a person approves calls (`hookline approve`). It does not see a file that a script writes by itself.",
    `Files, in any directory: ${protectedNames.names.map((name) => `\`${name}\``).join(', ')}.`,
  ].join(' '),
  judges: true,
  parameters,
  rules: () => ({
    change: {
      catches: 'a change of what controls the agent: hook files, agent settings, git hooks, Hookline itself',
      level: ({ action }) => action,
      example: shellCanary('deny', 'rm -rf .git/hooks'),
    },
    'half-read': halfRead('hookline list "'),
  }),
  hooks(settings, levels) {
    const guard = createGuarded(settings)
    const decide = (...found: readonly RuleFinding[]) => decideStrictest(found, levels)
    return [
      packHook(
        'preToolUse',
        { name: 'edits', matcher: mayUseFiles, failClosed: true, pure: true },
        ({ tool_name, tool_input, cwd }, context) => {
          const where = whereOf(cwd, context)
          if (
            mayOpen(tool_name) &&
            pathsIn(tool_input).some((path) => isCodes(path, { ...where, state: context.state }))
          )
            return decide(explainChange(CODES, settings.action, tool_input))
          if (!mayChange(tool_name)) return undefined
          const { files, complete } = editsOfTool(tool_input)
          const paths = new Set([...pathsIn(tool_input), ...files.flatMap((file) => file.paths)])
          const found = [...paths].find((path) => isProtected(path, tool_name, where, guard(where)))
          if (found !== undefined) return decide(explainChange(found, settings.action, tool_input))
          if ([...paths].some((path) => dropsHookline(resolve(where.cwd, path), tool_input)))
            return decide(explainChange('whether Hookline is installed', 'ask', tool_input))
          return isEditTool(tool_name) && !complete
            ? decide(explainChange('a file it does not name', 'ask', tool_input))
            : undefined
        },
      ),
      packHook('beforeShellExecution', { name: 'shell', failClosed: true, pure: true }, ({ command, cwd }, context) => {
        const where = whereOf(cwd, context)
        const found = usesCodes(command, { ...where, state: context.state })
          ? { what: CODES }
          : findChange(command, where, guard(where))
        const partly = findPartlyRead('config-guard', command, ['hookline', ...agentDirectories, '.git/'])
        if (found === undefined) return decide(...partly)
        return decide(explainChange(found.what, found.unsure === true ? 'ask' : settings.action, command), ...partly)
      }),
    ]
  },
  canaries: ({ action }) => [
    ofRule('change', writeCanary(action, usualFile, `write ${usualFile}`)),
    ofRule('change', shellCanary(action, 'rm -rf .git/hooks')),
    ofRule('change', shellCanary(action, 'npx hookline disable shell-guard/commands')),
    ofRule('change', shellCanary(action, 'npm uninstall hookline')),
    readCanary('allow', usualFile, `read ${usualFile}`),
    writeCanary('allow', 'src/hooks.json', 'write src/hooks.json'),
    shellCanary('allow', 'hookline list'),
  ],
})
