/** Protects the codes with which a person approves calls: an agent may neither read nor change them. */
import { resolve } from 'node:path'
import { readShell, type ShellCommand } from '@hookline/core/shell'
import { isInside, spellings } from '../../lib/paths.ts'

/** What a refusal calls them. */
export const CODES = 'the codes with which a person approves calls'

export interface CodesContext {
  readonly cwd: string
  readonly home: string
  /** Hookline's state directory. */
  readonly state: string
}

/** The directory as text, also inside code and with quotes in between. */
const inText = /hookline["'\\]*[/\\]+["']*(state["'\\]*[/\\]+["']*)?approvals\b/i

const fullPaths = (path: string, { cwd, home }: CodesContext): readonly string[] =>
  spellings(path.replace(/^~(?=\/|$)/, home), cwd)

/** Whether the path is one of their files, or their directory. */
export const isCodes = (path: string, where: CodesContext): boolean =>
  inText.test(path) || fullPaths(path, where).some((one) => isInside(one, [resolve(where.state, 'approvals')]))

/** Programs that show names and no content. */
const listing = new Set(['ls', 'cd', 'pushd', 'du', 'stat', 'tree', 'echo', 'printf', 'test', '[', 'mkdir'])

/** Whether the command gets one of their files, their directory, a wildcard for it, or the whole state directory to search. */
export function usesCodes(command: string, where: CodesContext): boolean {
  if (inText.test(command)) return true
  const { commands, files } = readShell(command)
  const inDirectory = (cwd: string | undefined): CodesContext => ({
    ...where,
    cwd: resolve(where.cwd, (cwd ?? '.').replace(/^~(?=\/|$)/, where.home)),
  })
  return (
    files.some(({ path, cwd }) => isCodes(path.text, inDirectory(cwd))) ||
    commands.some((one) => one.words.slice(1).some(({ text }) => isReached(text, one, inDirectory(one.cwd))))
  )
}

function isReached(text: string, { name }: ShellCommand, where: CodesContext): boolean {
  if (text.startsWith('-')) return false
  const paths = fullPaths(text.replace(/\/[^/]*[*?[{].*$/, ''), where)
  const isWild = /[*?[{]/.test(text)
  const isState = paths.some((one) => one === where.state)
  return isCodes(text, where) || (isState && (isWild || !listing.has(name)))
}
