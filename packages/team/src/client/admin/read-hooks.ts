/** A directory with a hooks.json and its scripts, read as what a team's hooks are. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { editions } from '@hookline/core'
import type { Entry } from '@hookline/core/node'
import { readHooks } from '@hookline/core/node'
import { nodeFiles } from '@hookline/core/team'
import { bundleLimits } from '../../wire/bundle.ts'
import { badScriptName } from '../../wire/script-name.ts'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'

export interface WantedHook {
  readonly hookStep: string
  readonly scriptName: string
  readonly operatingSystems: readonly string[]
  readonly isActive: boolean
  readonly matcher?: string
  readonly timeout?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number
  readonly scriptContent: string
  /** `hooks.json:4`: where it stands, for messages. */
  readonly place: string
}

export function readHooksDirectory(directory: string): readonly WantedHook[] {
  const file = join(directory, 'hooks.json')
  const found = nodeFiles.read(file)
  if (found.kind === 'missing')
    throw new TeamError('local', `${file} is not there: publish takes a directory with a hooks.json and its scripts`)
  if (found.kind === 'unreadable') throw new TeamError('local', `${file}: ${found.message}. ${found.hint}`)
  const place = { source: 'team', own: false, file, cwd: directory, trust: 'trusted' } as const
  const reading = { edition: editions.hookline, hash: sha256, system: 'linux' } as const
  const { entries, problems } = readHooks(found.text, place, reading)
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined)
    throw new TeamError('local', `hooks.json:${error.line}:${error.column}: ${error.message}. ${error.hint}`)
  return entries.map((entry) => wanted(entry, directory))
}

function wanted(entry: Entry, directory: string): WantedHook {
  const place = `hooks.json:${entry.origin.line}`
  const wrong = (message: string) => new TeamError('local', `${place}: ${message}`)
  if (entry.type !== 'command' || entry.command === undefined)
    throw wrong('a team hook is a script; prompts, modules and rules stand in the files of each machine')
  const script = scriptOf(entry.command, directory)
  if (script === undefined)
    throw wrong(
      `${JSON.stringify(entry.command)} is no script of this directory. Put it into a file and name that alone, as "./guard.sh"`,
    )
  const scriptName = basename(script)
  const why = badScriptName(scriptName)
  if (why !== undefined) throw wrong(`the name of the script ${why}`)
  const written = JSON.parse(entry.text ?? '{}') as Readonly<Record<string, unknown>>
  const { operating_systems: systems = [], is_active: isActive = true } = written
  if (!Array.isArray(systems) || !systems.every((one) => typeof one === 'string'))
    throw wrong('operating_systems is a list of Windows, Macintosh, Linux')
  if (typeof isActive !== 'boolean') throw wrong('is_active is true or false')
  return {
    hookStep: entry.event,
    scriptName,
    operatingSystems: systems as readonly string[],
    isActive,
    ...(entry.matcher === undefined ? {} : { matcher: entry.matcher }),
    ...(typeof written.timeout === 'number' ? { timeout: written.timeout } : {}),
    ...(entry.failClosed === undefined ? {} : { failClosed: entry.failClosed }),
    ...(typeof written.loop_limit === 'number' ? { loopLimit: written.loop_limit } : {}),
    scriptContent: textOf(script, wrong),
    place,
  }
}

/** One word that names a regular file inside the directory, links resolved. */
function scriptOf(command: string, directory: string): string | undefined {
  const path = resolve(directory, command.replace(/^(['"])(.*)\1$/, '$2'))
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const inside = relative(realpathSync(directory), realpathSync(path))
  return inside.startsWith(`..${sep}`) || inside.startsWith('/') ? undefined : path
}

function textOf(script: string, wrong: (message: string) => TeamError): string {
  const { size } = statSync(script)
  if (size > bundleLimits.scriptBytes)
    throw wrong(
      `${basename(script)} has ${size} bytes; machines take at most ${bundleLimits.scriptBytes} (1 MiB) of a script`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(script))
  } catch {
    throw wrong(`${basename(script)} is not UTF-8 text: a program that is no text is installed by other means`)
  }
}
