/** Copies the user's own hook files for scratch homes, so that hooks write only into the copy. */

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { readAgents } from '@hookline/core/agents'
import { compose, type Entry } from '@hookline/core/node'
import { copyFiles } from '../hooktest/scratch/copy.ts'
import { createScratchDirectory } from '../hooktest/scratch/scratch-directory.ts'
import { isFile } from '../machine/file-stat.ts'
import { isInside } from '../paths.ts'

export interface HomeCopy {
  readonly directory: string
  /** The files of a scratch home: `~/.x` → its copy. */
  readonly links: Readonly<Record<string, string>>
  close(): void
}

const parts = readAgents.flatMap(({ files, ours = [] }) => [
  ...files.hookFiles,
  ...files.directories.flatMap((directory) => ['hooks', ...ours].map((name) => `${directory}/${name}`)),
])

export async function copyHome(env: Readonly<Record<string, string | undefined>>, home = homedir()): Promise<HomeCopy> {
  const scratch = createScratchDirectory()
  const directory = join(scratch, 'person')
  mkdirSync(directory)
  const named = (await findUserScripts(home)).filter((path) => isInside(path, home)).map((path) => relative(home, path))
  for (const part of [...parts, ...named]) copyIfExists(join(home, part), join(directory, part))
  copyIfExists(join(configHome(env, home), 'hookline'), join(directory, '.config', 'hookline'))
  return {
    directory,
    links: Object.fromEntries(readdirSync(directory).map((name) => [`~/${name}`, join(directory, name)])),
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

function copyIfExists(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) copyFiles(from, to)
}

function configHome({ XDG_CONFIG_HOME, APPDATA }: Readonly<Record<string, string | undefined>>, home: string): string {
  const set = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME
  return set !== undefined && isAbsolute(set) ? set : join(home, '.config')
}

/** Scripts that the user's entries name, anywhere in the home directory. */
async function findUserScripts(home: string): Promise<readonly string[]> {
  const { hooks, configs } = await compose({ workspaceRoots: [], home, watch: false })
  const own = hooks.entries.filter(isUserEntry)
  await hooks.close()
  return own.flatMap((entry) => configs.store.findNamedPaths(entry.cwd, entry)).filter(isFile)
}

const isUserEntry = ({ origin, trust }: Entry): boolean => trust === 'own' && origin.root === undefined
