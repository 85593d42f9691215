/** Finds hook files in directories where no agent reads them. */

import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { agentDirectories, agents, readAgents, usualAgent } from '@hookline/core/agents'
import { type Problem, suggestEvent } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import { memberOf, membersOf, readDocument } from '../../json-document.ts'

/** Directories of a workspace in which people put such a file by mistake. */
const directories = [
  '.',
  ...agentDirectories.flatMap((name) => [name, `${name}/hooks`, `${name}/rules`]),
  '.hookline',
  '.vscode',
  '.github',
  ...readAgents.map(({ name }) => name),
  '.agents',
  'config',
]
const names = readAgents.map(({ name }) => name).join('|')
const hookFileName = new RegExp(
  `^(?:\\.?(?:(?:${names})-?)?hooks?(?:-config|_config|\\.config|\\.local)?|hooks?-settings|hookline|settings?(?:\\.local)?|\\.?(?:${names})|config)\\.(?:jsonc?|json5)$`,
  'i',
)

/** True for files that an agent or an agent's plugin reads. */
const isRead = (path: string): boolean =>
  agents.some(({ files }) => files.hookFiles.includes(path)) ||
  agentDirectories.some((directory) => path === `${directory}/hookline.json`) ||
  /^(?:\.hookline\/hookline(?:\.local)?\.json|\.github\/hooks\/.*)$/.test(path)

export function findMisplacedFiles(root: string, read: (path: string) => string | undefined): readonly Problem[] {
  return directories.flatMap((directory) =>
    filesIn(join(root, directory)).flatMap((file) => {
      const path = relative(root, file).replaceAll('\\', '/')
      const text = isRead(path) ? undefined : read(file)
      return text === undefined ? [] : problemIn(file, path, text)
    }),
  )
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile() && hookFileName.test(entry.name))
      .map(({ name }) => join(directory, name))
  } catch {
    return []
  }
}

function problemIn(file: string, path: string, text: string): readonly Problem[] {
  const document = readDocument(file, text)
  const hooks = memberOf(document.tree, 'hooks')
  const events = membersOf(hooks?.value).map(({ key }) => key)
  const ours = events.some(isEventName)
  const theirs = readAgents.find(({ title }) => events.some((key) => suggestEvent(key)?.agent === title))
  const agent = ours ? usualAgent : theirs
  if (hooks === undefined || agent === undefined) return []
  const [right] = agent.files.hookFiles
  return [
    {
      code: 'misplaced-file',
      severity: 'warning',
      file,
      ...document.at(hooks.keyNode.offset),
      message: `no agent reads ${path}, so its hooks never run`,
      hint: `Move the hooks to ${right}.`,
      source: 'project',
    },
  ]
}
