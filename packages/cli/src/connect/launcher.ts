/** Finds the launcher of this copy of Hookline, and asks it about the daemons of this user. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Io } from '../io.ts'

/** Undefined where none was built for this system. */
export function findLauncher(script = process.argv[1]): string | undefined {
  try {
    const root = dirname(dirname(realpathSync(script ?? '')))
    const name = process.platform === 'win32' ? 'hookline.exe' : 'hookline'
    const path = join(root, 'native', `${process.platform}-${process.arch}`, name)
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/** On Windows only where the person has chosen it: without a daemon, the launcher is one more process. */
export const usesLauncher = (env: Io['env'], system: NodeJS.Platform = process.platform): boolean =>
  system !== 'win32' || env.HOOKLINE_DAEMON === 'on'

export interface Daemon {
  /** The process of its front. */
  readonly pid: number
  readonly socket: string
  /** Serves callers with the environment of this process. */
  readonly isOwn: boolean
}

/** A person has more than one if agents have different home directories or languages, or are confined in different ways. */
export function listDaemons(launcher: string, env: Io['env']): readonly Daemon[] {
  const [own = '', ...lines] = ask(launcher, '--daemons', env).split(/\r?\n/)
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [pid, name = ''] = line.split(' ')
      const socket = socketOf(name, own)
      return { pid: Number(pid), socket, isOwn: own === socket }
    })
}

/** Beside the own one: a socket in its directory, or a pipe with a name of the same length. */
const socketOf = (name: string, own: string): string =>
  process.platform === 'win32' ? `${own.slice(0, -name.length)}${name}` : join(dirname(own), `${name}.sock`)

/** Resolves when they have ended, or after two seconds. */
export async function stopDaemons(launcher: string, env: Io['env']): Promise<void> {
  ask(launcher, '--stop', env)
  for (let tries = 0; tries < 40 && listDaemons(launcher, env).length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

function ask(launcher: string, question: '--daemons' | '--stop', env: Io['env']): string {
  const { stdout } = spawnSync(launcher, [question], {
    env: { ...env, HOOKLINE_NODE: process.execPath },
    encoding: 'utf8',
  })
  return stdout ?? ''
}
