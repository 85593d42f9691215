/** What an agent should know when a conversation begins: the branch, what is changed, the plan, what is missing. */
import { delimiter, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { isInside, runGit } from '@hookline/core/git'
import { context, type HookContext, redactSecrets } from '@hookline/core/sdk'
import { isFile } from '../lib/on-path.ts'
import { amount, flag, packHook, packOf, texts, type Values } from '../pack-of.ts'

const parameters = {
  git: flag(true, 'The branch, and what is changed.'),
  files: texts(['PLAN.md', 'NOTES.md'], 'Files of the workspace whose beginning is shown, where they are.'),
  checks: texts([], 'Programs that should be there; the agent is told which are not.'),
  maxChars: amount(4000, 'No more than this in all.'),
}
type Settings = Values<typeof parameters>

export const sessionContext = packOf({
  name: 'session-context',
  description: 'tells an agent the branch, what is changed, your plan and what is missing, when it begins',
  about:
    "Adds to the first context of a conversation: the branch and what is changed, the beginning of the files you name, which programs are missing. Secrets are taken out. It runs `git status` with nothing that the repository's settings could start.",
  parameters,
  hooks: (settings) => [
    packHook('sessionStart', { name: 'context', timeout: 15 }, async (_, here) => {
      const [root] = here.roots
      if (root === undefined) return undefined
      const parts = [
        ...(settings.git ? await gitPart(root, here) : []),
        ...settings.files.flatMap((file) => filePart(root, file, settings)),
        ...missingPart(settings.checks, here),
      ]
      const text = redactSecrets(parts.join('\n\n')).text
      return text === '' ? undefined : context(text.slice(0, settings.maxChars))
    }),
  ],
  canaries: () => [
    {
      event: 'sessionStart',
      says: 'a conversation begins',
      wants: 'allow',
      input: () => ({ session_id: 'hookline-canary', is_background_agent: false }),
    },
  ],
})

/** A repository whose settings name another directory as its files is not asked: that may be anything of this machine. */
async function gitPart(root: string, { signal, env }: HookContext): Promise<readonly string[]> {
  const options = { cwd: root, signal, env }
  const top = await runGit(['rev-parse', '--show-toplevel'], options)
  if (top.code !== 0 || !isInside(top.stdout.trimEnd(), root)) return []
  const status = await runGit(['status', '--short', '--branch', '--ignore-submodules=all'], options)
  if (status.code !== 0) return []
  const [branch = '', ...changed] = status.stdout.trimEnd().split('\n')
  const shown = changed.slice(0, 30).join('\n')
  const more = changed.length > 30 ? `\n… and ${changed.length - 30} more` : ''
  return [
    `Branch: ${branch.replace(/^## /, '')}\n${changed.length === 0 ? 'Nothing is changed.' : `Changed:\n${shown}${more}`}`,
  ]
}

/** A link that leads out of the workspace is not followed. */
function filePart(root: string, file: string, { maxChars }: Settings): readonly string[] {
  const path = join(root, file)
  if (!isInside(root, path)) return []
  const text = (readRegularText(path) ?? '').slice(0, maxChars).trim()
  return text === '' ? [] : [`${file}:\n${text}`]
}

function missingPart(checks: readonly string[], { env }: HookContext): readonly string[] {
  const directories = (env.PATH ?? '').split(delimiter)
  const missing = checks.filter((name) => !directories.some((directory) => isFile(join(directory, name))))
  return missing.length === 0 ? [] : [`Not installed here: ${missing.join(', ')}`]
}
