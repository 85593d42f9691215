/** An agent does not change what guards it: hook files, agent settings, git hooks, and the commands that switch them off. */

import { resolve } from 'node:path'
import { agentDirectories, usualFile } from '@hookline/core/agents'
import { isEditTool } from '@hookline/core/protocol'
import { editsOfTool, type HookContext, protectedNames } from '@hookline/core/sdk'
import { halfRead } from '../lib/half-read.ts'
import { judged, type Word } from '../lib/said.ts'
import { mayChange, notLooking, pathsIn } from '../lib/tool-paths.ts'
import { choice, packHook, packOf, readCanary, shellCanary, texts, writeCanary } from '../pack-of.ts'
import { createGuarded, type Guarded, type Where } from './guarded.ts'
import { changeBy } from './judge.ts'
import { dropsHookline } from './manifest.ts'

const parameters = {
  paths: texts([], 'Further files that only a person changes.'),
  allow: texts([], 'Exceptions.'),
  action: choice(['deny', 'ask'], 'deny', 'What happens to a change.'),
}

/** A file that the call does not name itself is named to the person alone. */
const said = (what: string, word: Word, call: unknown) =>
  judged(word, {
    rule: 'config-guard/change',
    reason: `This would change ${what}, which decides what you may do.`,
    ...(what.includes('/') && !JSON.stringify(call).includes(what)
      ? { agentReason: 'This would change a file that decides what you may do.' }
      : {}),
    instead: 'Tell the person what should change and why.',
    cure: 'do it yourself, or: hookline add config-guard --set action=ask',
  })

const whereOf = (
  cwd: string | undefined,
  { roots, home, env }: Pick<HookContext, 'roots' | 'home' | 'env'>,
): Where => ({
  cwd: cwd || (roots[0] ?? '/'),
  roots,
  home,
  env,
})
/** Tools that take a directory away with all that is in it. */
const takesAll = /delete|remove|move|rename|rmdir|unlink/i
const isProtected = (path: string, tool: string, { cwd, home }: Where, guarded: Guarded): boolean => {
  const full = resolve(cwd, path.replace(/^~(?=\/|$)/, home))
  return guarded.has(full) || (takesAll.test(tool) && guarded.below(full) !== undefined)
}

export const configGuard = packOf({
  name: 'config-guard',
  description: 'keeps an agent from changing its own guards: hook files, agent settings, git hooks',
  about: [
    'Refuses to change, delete, move, replace or hide hook files and settings of every agent, git hooks, the directories of Hookline and its program in node_modules or installed globally; and the commands of hookline that can weaken a guard (`disable`, `remove`, `trust add`, `team logout`, …), however the program is started. Adding a pack that only guards, without `--set`, passes.',
    'Where the disk can tell, it decides: `git stash -u`, `git clean -fd` and `rm -rf node_modules` pass when nothing protected would go. Links are followed, also those that the command makes. A program it does not know that gets a protected path is a question.',
    "Every path in a tool's input counts, and those in a patch; a tool of an MCP server is judged by its name. Reading passes. It does not see a file that a script writes by itself.",
    `Files, in any directory: ${protectedNames.names.map((name) => `\`${name}\``).join(', ')}.`,
  ].join(' '),
  parameters,
  hooks(settings) {
    const guard = createGuarded(settings)
    return [
      packHook(
        'preToolUse',
        { name: 'edits', matcher: notLooking, failClosed: true, pure: true },
        ({ tool_name, tool_input, cwd }, context) => {
          if (!mayChange(tool_name)) return undefined
          const where = whereOf(cwd, context)
          const { files, complete } = editsOfTool(tool_input)
          const paths = new Set([...pathsIn(tool_input), ...files.flatMap((file) => file.paths)])
          const found = [...paths].find((path) => isProtected(path, tool_name, where, guard(where)))
          if (found !== undefined) return said(found, settings.action, tool_input)
          if ([...paths].some((path) => dropsHookline(resolve(where.cwd, path), tool_input)))
            return said('whether Hookline is installed', 'ask', tool_input)
          return isEditTool(tool_name) && !complete ? said('a file it does not name', 'ask', tool_input) : undefined
        },
      ),
      packHook('beforeShellExecution', { name: 'shell', failClosed: true, pure: true }, ({ command, cwd }, context) => {
        const where = whereOf(cwd, context)
        const found = changeBy(command, where, guard(where))
        if (found !== undefined) return said(found.what, found.unsure === true ? 'ask' : settings.action, command)
        return halfRead('config-guard', command, ['hookline', ...agentDirectories, '.git/'])
      }),
    ]
  },
  canaries: ({ action }) => [
    writeCanary(action, usualFile, `write ${usualFile}`),
    shellCanary(action, 'rm -rf .git/hooks'),
    shellCanary(action, 'npx hookline disable shell-guard/commands'),
    shellCanary(action, 'npm uninstall hookline'),
    readCanary('allow', usualFile, `read ${usualFile}`),
    writeCanary('allow', 'src/hooks.json', 'write src/hooks.json'),
    shellCanary('allow', 'hookline list'),
  ],
})
