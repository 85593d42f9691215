/** Which workspace an event belongs to: what the agent names, as a path of this system, or the project above it. */

import { posix, win32 } from 'node:path'
import type { Dialect } from '@hookline/core'
import { editsOfTool, isObject, type JsonObject } from '@hookline/core/protocol'
import type { Io } from '../io.ts'
import { type DiskView, findHookRoots, findRoots, rememberingView } from '../paths.ts'

interface RootsOptions {
  readonly host: Pick<Dialect, 'projectVariable'>
  readonly env: Io['env']
  readonly cwd: string
  readonly view?: DiskView
}

/** Undefined when `workspace_roots` is not a list of paths. Each candidate is used when those before it name nothing. */
export function rootsOf(
  payload: JsonObject,
  { host, env, cwd, view = rememberingView() }: RootsOptions,
): readonly string[] | undefined {
  const named = payload.workspace_roots ?? []
  if (!isPaths(named)) return undefined
  const variable = host.projectVariable === undefined ? undefined : env[host.projectVariable]
  const project = variable === undefined ? '' : localPath(variable)
  const candidates = [
    named.map((root) => localPath(root)),
    isAbsolute(project) ? [project] : [],
    isPath(payload.cwd) ? [localPath(payload.cwd)] : [],
    [cwd],
  ]
  const chosen = candidates.find((list) => list.length > 0) ?? []
  const { resolve } = pathOf(process.platform)
  return [...new Set(chosen.flatMap((root) => findRoots(resolve(cwd, root), { view })))]
}

/** The directories whose hooks count for an event: those of its roots, and those on the way to its files and its directory. */
export function hookRootsOf(
  roots: readonly string[],
  input: JsonObject,
  view: DiskView = rememberingView(),
): readonly string[] {
  const cwd = isPath(input.cwd) ? localPath(input.cwd) : undefined
  const base = cwd ?? roots[0] ?? '/'
  const named = [input.file_path, ...filesOfCall(input)].filter(isPath)
  const paths = named.map((path) => pathOf(process.platform).resolve(base, localPath(path)))
  return findHookRoots(roots, cwd === undefined ? paths : [cwd, ...paths], { view })
}

/** The files that a tool call names, in any form that agents send, and the directory that it runs in. */
function filesOfCall({ tool_input }: JsonObject): readonly unknown[] {
  if (!isObject(tool_input)) return []
  const { cwd, working_directory } = tool_input
  return [cwd, working_directory, ...editsOfTool(tool_input).files.flatMap(({ paths }) => paths)]
}

const isPath = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isPaths = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isPath)

const pathOf = (system: NodeJS.Platform) => (system === 'win32' ? win32 : posix)
const isAbsolute = (path: string): boolean => pathOf(process.platform).isAbsolute(path)

/**
 * The path that an agent means. Editors send `file:` URIs, and on Windows the path of such a URI: `/c:/Users/me`, with `%3A` or
 * without; programs started by Git Bash send `/c/Users/me`. The drive letter is upper case, so that one folder has one name.
 */
export function localPath(root: string, system: NodeJS.Platform = process.platform): string {
  const uri = /^file:\/\/([^/]*)(\/.*)$/i.exec(root)
  const [host = '', path = root] = uri === null ? [] : [uri[1] === 'localhost' ? '' : uri[1], decoded(uri[2] ?? '')]
  if (system !== 'win32') return path
  if (host !== '') return win32.normalize(`//${host}${path}`)
  const drive = /^[\\/]?([a-z])(?::|%3a)(?:[\\/](.*))?$/is.exec(path) ?? /^\/([a-z])(?:\/(.*))?$/is.exec(path)
  if (drive === null) return win32.normalize(path)
  const [, letter = '', rest = ''] = drive
  return win32.normalize(`${letter.toUpperCase()}:\\${/%3a/i.test(path.slice(0, 5)) ? decoded(rest) : rest}`)
}

/** A text that is not encoded as a URI stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
