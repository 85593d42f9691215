/** What the readers of imports share. */
import type { Platform } from '../../ports.ts'

export interface ImportContext {
  /** The working directory of the hook. */
  readonly cwd: string
  /** The directory of the script that the command starts: Python searches it for every module. */
  readonly main: string
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
}

export type Finder = (text: string, directory: string, context: ImportContext) => readonly string[]

/** Stands for the directory of the script in its text. */
export const SELF = '\uE003'

export const scriptEnding = /\.(sh|bash|zsh|ksh|m?[jt]s|c[jt]s|py|rb|pl|pm)$/i

const literal = /(["'`])((?:(?!\1)[^\n$\\]){1,400})\1/g

/** The texts in quotation marks that have nothing in them that is computed. */
export const literalsIn = (text: string): readonly string[] =>
  [...text.matchAll(literal)].map((match) => match[2] ?? '')

/** One literal of several ones that name a path below the directory of the script: `, 'lib', "x.sh"`. */
export const besideSelf = (parts: string, base: string = SELF): string => `"${[base, ...literalsIn(parts)].join('/')}"`

/** The files beside the script that the text names by their whole path. */
export const namedBeside = (text: string): readonly string[] =>
  literalsIn(text).flatMap((name) =>
    name.startsWith(SELF) && scriptEnding.test(name) ? [name.slice(1).replace(/^\//, '')] : [],
  )
