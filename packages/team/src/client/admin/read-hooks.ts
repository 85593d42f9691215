/** Reads a directory with a hooks.json and its scripts as team hooks. */

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { editions } from '@hookline/core'
import type { Entry } from '@hookline/core/node'
import { readHooks } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { nodeFiles } from '@hookline/core/team'
import { bundleLimits } from '../../wire/bundle.ts'
import { findScriptNameProblem } from '../../wire/script-name.ts'
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
  readonly approvals?: boolean
  readonly scriptContent: string
  /** The location of the hook for messages, such as `hooks.json:4`. */
  readonly location: string
}

export function readHooksDirectory(directory: string): readonly WantedHook[] {
  const file = join(directory, 'hooks.json')
  const content = nodeFiles.read(file)
  if (content.kind === 'missing')
    throw new TeamError(
      'local',
      `${file} does not exist. \`hookline team publish\` needs a directory with a hooks.json and its scripts`,
    )
  if (content.kind === 'unreadable') throw new TeamError('local', `${file}: ${content.message}. ${content.hint}`)
  const location = { source: 'team', own: false, file, cwd: directory, trust: 'trusted' } as const
  const reading = { edition: editions.hookline, hash: sha256, system: 'linux' } as const
  const { entries, problems } = readHooks(content.text, location, reading)
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined)
    throw new TeamError('local', `hooks.json:${error.line}:${error.column}: ${error.message}. ${error.hint}`)
  return entries.map((entry) => toWantedHook(entry, directory))
}

function toWantedHook(entry: Entry, directory: string): WantedHook {
  const location = `hooks.json:${entry.origin.line}`
  const createError = (message: string) => new TeamError('local', `${location}: ${message}`)
  if (entry.type !== 'command' || entry.command === undefined)
    throw createError(
      'a team hook must be a script. Put prompts, modules and rules into the configuration of each machine',
    )
  const script = findScript(entry.command, directory)
  if (script === undefined)
    throw createError(
      `the command ${JSON.stringify(entry.command)} is not a script in this directory. Put it into a file and use only its path, for example "./guard.sh"`,
    )
  const scriptName = basename(script)
  const nameProblem = findScriptNameProblem(scriptName)
  if (nameProblem !== undefined) throw createError(`the script name ${JSON.stringify(scriptName)} ${nameProblem}`)
  // The text of an entry is a JSON object.
  const written = JSON.parse(entry.text ?? '{}') as JsonObject
  const { operating_systems: systems = [], is_active: isActive = true } = written
  if (!Array.isArray(systems) || !systems.every((name) => typeof name === 'string'))
    throw createError('operating_systems must be a list of "Windows", "Macintosh" and "Linux"')
  if (typeof isActive !== 'boolean') throw createError('is_active must be true or false')
  return {
    hookStep: entry.event,
    scriptName,
    operatingSystems: systems,
    isActive,
    ...(entry.matcher === undefined ? {} : { matcher: entry.matcher }),
    ...(typeof written.timeout === 'number' ? { timeout: written.timeout } : {}),
    ...(entry.failClosed === undefined ? {} : { failClosed: entry.failClosed }),
    ...(typeof written.loop_limit === 'number' ? { loopLimit: written.loop_limit } : {}),
    ...(entry.approvals === undefined ? {} : { approvals: entry.approvals }),
    scriptContent: readScript(script, createError),
    location,
  }
}

/** Returns the path if the command names a regular file inside the directory. Links are resolved first. */
function findScript(command: string, directory: string): string | undefined {
  const path = resolve(directory, command.replace(/^(['"])(.*)\1$/, '$2'))
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const inside = relative(realpathSync(directory), realpathSync(path))
  return inside.startsWith(`..${sep}`) || inside.startsWith('/') ? undefined : path
}

function readScript(script: string, createError: (message: string) => TeamError): string {
  const { size } = statSync(script)
  if (size > bundleLimits.scriptBytes)
    throw createError(
      `${basename(script)} has ${size} bytes. The limit for a script is ${bundleLimits.scriptBytes} (1 MiB)`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(script))
  } catch {
    throw createError(`${basename(script)} is not UTF-8 text. Install binary programs on each machine by other means`)
  }
}
