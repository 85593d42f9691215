/** Reads, lists and searches files for a model, each time within a size that it can use. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ToolResult } from '../../ports.ts'
import { search } from '../host/search.ts'
import type { Workspace } from './workspace.ts'

/** In characters, for one result. */
const MAX_RESULT = 16_000
const MAX_MATCHES = 100
const MAX_LISTED = 20_000
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules'])

export function readLines(workspace: Workspace, path: unknown, line: unknown = 1): ToolResult {
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 1) return { text: '`line` must be a number from 1' }
  const lines = workspace.read(path).split('\n')
  const rest = lines.slice(line - 1).join('\n')
  if (line > lines.length) return { text: `the file has ${lines.length} lines` }
  if (rest.length <= MAX_RESULT) return { text: rest, isRead: true }
  const shown = rest.slice(0, MAX_RESULT)
  const last = line - 1 + shown.split('\n').length
  return { text: `${shown}\n[cut in line ${last} of ${lines.length}]`, isRead: true }
}

export async function listFiles(workspace: Workspace, path: unknown = '.', signal: AbortSignal): Promise<ToolResult> {
  const found: string[] = []
  const waiting = [workspace.directory(path)]
  let seen = 0
  let size = 0
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    await setImmediate()
    signal.throwIfAborted()
    for (const one of readDirectory(at)) {
      const whole = join(at, one.name)
      // Links are not followed: they may lead out of the workspace.
      if (one.isDirectory() && !skipped.has(one.name)) waiting.push(whole)
      if (!one.isFile() || !workspace.mayRead(whole)) continue
      const name = workspace.nameOf(whole)
      size += name.length + 1
      if (++seen > MAX_LISTED || size > MAX_RESULT) return { text: [...found, '[cut]'].join('\n'), isRead: true }
      found.push(name)
    }
  }
  return { text: found.length === 0 ? 'no files' : found.join('\n'), isRead: true }
}

function readDirectory(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return [] // It is gone, or this user may not read it.
  }
}

export async function searchFiles(
  workspace: Workspace,
  pattern: unknown,
  path: unknown = '.',
  signal: AbortSignal,
): Promise<ToolResult> {
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > 1000)
    return { text: '`pattern` must be a regular expression of at most 1,000 characters' }
  const { matches, cut } = await search({
    pattern,
    path: workspace.directory(path),
    limit: MAX_MATCHES,
    signal,
    readAllowed: async (file) => readOrNothing(workspace, file),
  })
  const lines = matches.map(({ file, line, text }) => `${workspace.nameOf(file)}:${line}: ${text}`)
  const all = lines.length === 0 ? 'no matches' : lines.join('\n')
  const isLong = all.length > MAX_RESULT
  return { text: `${all.slice(0, MAX_RESULT)}${cut || isLong ? '\n[cut]' : ''}`, isRead: true }
}

/** Reads the file again in the guarded way: the search itself only knows that a line of it matched. */
function readOrNothing(workspace: Workspace, file: string): string | undefined {
  try {
    return workspace.read(file)
  } catch {
    return undefined
  }
}
