/** Checks that the script of a command exists at the path that the hook will use (CONTRACT §4). */
import { agentDirectories } from '../../agents/list.ts'
import { commandLine } from '../../command-line.ts'
import type { Entry } from '../../flow.ts'
import type { At } from '../jsonc.ts'
import { hasSeparator, isAbsolute, isWithin, join, lastPart, parent, relativeTo, resolve } from '../paths.ts'
import type { Reader } from '../reader.ts'
import { backslashOf, splitWords } from '../split-words.ts'

type System = Reader['reading']['system']
const interpreter = /^(sh|bash|zsh|dash|ksh|python[\d.]*|node|bun|deno|ruby|perl|pwsh|powershell|tsx|ts-node)(\.exe)?$/

/** After this many problems the check stops, so that an untrusted file cannot cause thousands of lookups. */
const MAX_REPORTED = 100

export function checkScript(entry: Entry, at: At, reader: Reader): void {
  const { info, reading, report } = reader
  const { system } = reading
  const files = allowedFiles(reader)
  const named =
    entry.type === 'module' ? entry.module : entry.type === 'command' ? commandLine(entry, system) : undefined
  if (files === undefined || named === undefined) return
  const { cwd } = info
  const whole = named.trim()
  if (hasSeparator(system, whole) && files.isFile(resolve(system, cwd, whole))) return
  const path = entry.type === 'module' ? whole : findScript(whole, system)
  if (path === undefined || !hasSeparator(system, path) || !isPlainRelative(path, system)) return
  if (files.isFile(join(system, cwd, path))) return
  const found = otherLocations(system, cwd, info.root, path).find((candidate) => files.isFile(candidate))
  if (found === undefined) {
    const message = `${path} does not exist in ${cwd}`
    report('missing-script', at, message, 'Create it, or correct the path.', undefined, { written: path })
    return
  }
  const right = isWithin(system, cwd, found) ? relativeTo(system, cwd, found) : found
  const withSeparator = hasSeparator(system, right) ? right : `./${right}`
  report(
    'wrong-directory',
    at,
    `${path} is not in ${cwd}, where the hook runs, but at ${found}`,
    `Write "${withSeparator}".`,
    undefined,
    { written: path, right: withSeparator },
  )
}

/** For an untrusted workspace, checks only paths inside the workspace, never an arbitrary path that its file names. */
function allowedFiles({ info, reading: { files, system }, problems }: Reader): Reader['reading']['files'] {
  if (files === undefined || info.trust !== 'untrusted') return files
  if (problems.length >= MAX_REPORTED) return undefined
  const root = info.root ?? info.cwd
  return { isFile: (path) => isWithin(system, root, path) && files.isFile(path) }
}

/** The first word of the command, or the first argument of an interpreter. */
function findScript(command: string, system: System): string | undefined {
  const words = splitWords(command, backslashOf(system))
  const [first] = words
  if (first === undefined || !interpreter.test(first)) return first
  const argument = words[1]
  return argument === undefined || argument.startsWith('-') ? undefined : argument
}

const isPlainRelative = (path: string, system: System): boolean =>
  !isAbsolute(system, path) && !/[$~%=*?{}]/.test(path) && !path.startsWith('/') && !/^[a-z]+:\/\//i.test(path)

/** Where the script usually is if its path is relative to another directory. */
function otherLocations(system: System, cwd: string, root: string | undefined, path: string): readonly string[] {
  const name = lastPart(system, path)
  const bases = [cwd, ...(root === undefined || root === cwd ? [] : [root]), parent(system, cwd)]
  return bases.flatMap((base) => [
    join(system, base, path),
    ...agentDirectories.map((directory) => join(system, base, directory, path)),
    ...agentDirectories.map((directory) => join(system, base, directory, 'hooks', name)),
    join(system, base, 'hooks', name),
    join(system, base, name),
  ])
}
