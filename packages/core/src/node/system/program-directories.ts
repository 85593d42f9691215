/** Where Hookline searches the programs that it uses itself. `npx` and `npm run` put directories of the workspace into PATH. */
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { agentDirectories } from '../../agents/list.ts'
import { homeDirectory } from './machine.ts'

const marks = [...agentDirectories, '.hookline', '.git', 'package.json', 'node_modules']

/** The directories of PATH without relative ones, and without those of a workspace at or around this directory. */
export function programDirectories(path: string | undefined, cwd: string): readonly string[] {
  const home = homeDirectory()
  const workspaces = [cwd, realOf(cwd)].flatMap((start) => workspacesAround(start, home))
  return (path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .filter((one) => !workspaces.some((workspace) => isWithin(workspace, one) || isWithin(workspace, realOf(one))))
}

/** The home directory, and what is above it, is no workspace: the user's own programs are there. */
function workspacesAround(start: string, home: string): readonly string[] {
  const found: string[] = []
  for (let at = start; at !== dirname(at); at = dirname(at))
    if (!isWithin(at, home) && (at === start || marks.some((name) => existsSync(join(at, name))))) found.push(at)
  return found
}

const isWithin = (directory: string, path: string): boolean => path === directory || path.startsWith(directory + sep)

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
