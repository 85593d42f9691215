/** Gives an agent context when a conversation begins: the branch, changed files, the plan, missing programs. */
import { delimiter, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { isInside, runGit } from '@hookline/core/git'
import { context, type HookContext, redactSecrets } from '@hookline/core/sdk'
import { amount, definePack, flag, packHook, strings, type Values } from '../define-pack.ts'
import { isFile } from '../lib/on-path.ts'

const parameters = {
  git: flag(true, 'Include the branch and the changed files.'),
  files: strings(['PLAN.md', 'NOTES.md'], 'Files of the workspace whose beginning is included, if they exist.'),
  checks: strings([], 'Programs that should be installed; the context lists the missing ones.'),
  maxChars: amount(4000, 'The maximum length of the context in characters.'),
}
type Settings = Values<typeof parameters>

export const sessionContext = definePack({
  name: 'session-context',
  description: 'gives an agent the branch, changed files, your plan and missing programs when a conversation begins',
  about:
    "Adds to the first context of a conversation: the branch and the changed files, the beginning of the files you name, and which programs are missing. Secrets are removed. It runs `git status` in a way that the repository's settings cannot start other programs.",
  parameters,
  hooks: (settings) => [
    packHook('sessionStart', { name: 'context', timeout: 15, needsCaller: settings.git }, async (_, here) => {
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

/** Skips a repository whose settings name a working tree outside it, which could be any directory of this machine. */
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
    `Branch: ${branch.replace(/^## /, '')}\n${changed.length === 0 ? 'No changes.' : `Changed:\n${shown}${more}`}`,
  ]
}

/** Does not follow a link that leads out of the workspace. */
function filePart(root: string, file: string, { maxChars }: Settings): readonly string[] {
  const path = join(root, file)
  if (!isInside(root, path)) return []
  const text = (readRegularText(path) ?? '').slice(0, maxChars).trim()
  return text === '' ? [] : [`${file}:\n${text}`]
}

function missingPart(checks: readonly string[], { env }: HookContext): readonly string[] {
  const directories = (env.PATH ?? '').split(delimiter)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']
  const isThere = (name: string) =>
    directories.some((directory) => endings.some((ending) => isFile(join(directory, `${name}${ending}`))))
  const missing = checks.filter((name) => !isThere(name))
  return missing.length === 0 ? [] : [`Not installed here: ${missing.join(', ')}`]
}
