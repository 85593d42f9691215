/** What the readers of imports share. */
import type { Platform } from '../../ports.ts'
import { isAbsolute, join } from '../paths.ts'
import { HOME, ROOT } from './command-files.ts'

export interface ImportContext {
  /** The working directory of the hook. */
  readonly cwd: string
  /** The directory of the script that the command starts: Python searches it for every module. */
  readonly main: string
  /** Where the command says that modules are searched, as by `PYTHONPATH`. */
  readonly searched?: readonly string[]
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
}

export type Finder = (text: string, directory: string, context: ImportContext) => readonly string[]

/** Stands for the directory of the script in its text. */
export const SELF = '\uE003'
/** Stands for the working directory. */
export const CWD = '\uE006'

const scriptEnding = /\.(sh|bash|zsh|ksh|m?[jt]s|c[jt]s|py|rb|pl|pm)$/i
export const isScript = (path: string): boolean => scriptEnding.test(path)

const literal = /(["'`])((?:(?!\1)[^\n$\\]){1,400})\1/g

/** The texts in quotation marks that have nothing in them that is computed. */
export const literalsIn = (text: string): readonly string[] =>
  [...text.matchAll(literal)].map((match) => match[2] ?? '')

/** With each directory instead of what stands for it. */
export const withDirectories = (text: string, directory: string, { cwd, root, platform }: ImportContext): string =>
  text
    .replaceAll(SELF, () => directory)
    .replaceAll(CWD, () => cwd)
    .replaceAll(ROOT, () => root)
    .replaceAll(HOME, () => platform.home)

/** The whole path of what begins with a known directory; anything else is relative to `base`. */
export function wholePath(name: string, base: string, directory: string, context: ImportContext): string {
  const { system } = context.platform
  const path = withDirectories(name, directory, context)
  return isAbsolute(system, path) ? join(system, path) : join(system, base, path)
}

/** The scripts that the text names below the directory of its own. */
export const scriptsBesideSelf = (text: string, directory: string, context: ImportContext): readonly string[] =>
  literalsIn(text).flatMap((name) =>
    name.startsWith(SELF) && isScript(name) ? [wholePath(name, directory, directory, context)] : [],
  )
