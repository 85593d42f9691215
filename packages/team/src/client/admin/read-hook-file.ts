/** Reads the script or module of a hook from the directory that is published. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { bundleLimits } from '../../wire/bundle.ts'
import { findScriptNameProblem } from '../../wire/script-name.ts'
import type { TeamError } from '../failure.ts'

interface HookFile {
  readonly name: string
  readonly text: string
}
type Fail = (message: string) => TeamError

export function readHookFile(command: string, directory: string, fail: Fail): HookFile {
  const path = findFile(command, directory)
  if (path === undefined)
    throw fail(
      `the command ${JSON.stringify(command)} is not a script in this directory. Put it into a file and use only its path, for example "./guard.sh"`,
    )
  const name = basename(path)
  const problem = findScriptNameProblem(name)
  if (problem !== undefined) throw fail(`the script name ${JSON.stringify(name)} ${problem}`)
  return { name, text: readText(path, fail) }
}

/** Returns the path if the command names a regular file inside the directory. Links are resolved first. */
function findFile(command: string, directory: string): string | undefined {
  const path = resolve(directory, command.replace(/^(['"])(.*)\1$/, '$2'))
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const inside = relative(realpathSync(directory), realpathSync(path))
  return inside.startsWith(`..${sep}`) || inside.startsWith('/') ? undefined : path
}

function readText(path: string, fail: Fail): string {
  const { size } = statSync(path)
  if (size > bundleLimits.scriptBytes)
    throw fail(`${basename(path)} has ${size} bytes. The limit for a script is ${bundleLimits.scriptBytes} (1 MiB)`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    throw fail(`${basename(path)} is not UTF-8 text. Install binary programs on each machine by other means`)
  }
}

const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** A machine gets only the files of hooks, all in one directory. A module that imports another file would fail there. */
export function findMissingImport(
  hooks: readonly {
    readonly kind: string
    readonly scriptName: string
    readonly scriptContent: string
    readonly location: string
  }[],
): string | undefined {
  const published = new Set(hooks.map(({ scriptName }) => `./${scriptName}`))
  for (const { kind, scriptName, scriptContent, location } of hooks) {
    if (kind !== 'module') continue
    for (const [, path = ''] of scriptContent.matchAll(relativeImport))
      if (!published.has(path))
        return `${location}: ${scriptName} imports ${JSON.stringify(path)}, which machines would not get. Bundle the module into one file`
  }
  return undefined
}
