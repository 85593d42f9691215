/** How an agent finds `hookline`: by a way that everybody has who reads the file, else by the path of this very copy. */
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Agent } from '../agents.ts'
import { quoted } from '../entry-text.ts'
import type { Io } from '../io.ts'
import { findProgram } from '../lint/commands/programs.ts'

export interface Way {
  readonly command: string
  /** It means the same on another machine: fit for a file that is shared. */
  readonly portable: boolean
  readonly why: string
}

export function wayTo({ name, settings }: Agent, level: 'project' | 'user', root: string, env: Io['env']): Way {
  const run = `run --host ${name} --installed`
  const local = join('node_modules', '.bin', 'hookline')
  if (level === 'project' && existsSync(join(root, local))) {
    const from = settings?.root === undefined ? '' : `"$${settings.root}"/`
    return { command: `${from}${local} ${run}`, portable: true, why: "the workspace's own hookline" }
  }
  // What npx and npm scripts put there for one run, an agent does not have.
  const path = (env.PATH ?? '').split(delimiter).filter((one) => !/node_modules[\\/]\.bin[\\/]?$/.test(one))
  if (level === 'project' && findProgram('hookline', path, ['']) !== undefined)
    return { command: `hookline ${run}`, portable: true, why: 'the hookline on the PATH of whoever starts the agent' }
  const [node, script] = [process.execPath, ownScript()]
  return {
    command: `${quoted(node)} ${quoted(script)} ${run}`,
    portable: false,
    why: 'this copy of hookline, by its path',
  }
}

/** The file that was started, links followed: what npm puts on the PATH may change its place. */
function ownScript(): string {
  const [, started = ''] = process.argv
  try {
    return realpathSync(started)
  } catch {
    return started
  }
}
