/** What every reader of a file needs: the source of the file, the options for reading it, and a way to report problems. */
import type { EditionRow } from '../editions.ts'
import type { Problem, ProblemSeverity, SourceName, TrustState } from '../flow.ts'
import type { Files, Platform } from '../ports.ts'
import { type ProblemCode, problemLevels } from '../protocol/problem-levels.ts'
import type { PackRegistry } from '../sdk/pack.ts'
import type { At } from './jsonc.ts'

/** Where a document comes from, and what follows from that for its hooks. */
export interface SourceInfo {
  readonly source: SourceName
  /** Whether it is a hookline.json, which has entries of all types, and settings. */
  readonly own: boolean
  /** Absent for inline entries. */
  readonly file?: string
  /** The workspace root of a project file, or the directory of a plugin. */
  readonly root?: string
  /** Working directory of its hooks. */
  readonly cwd: string
  readonly trust: TrustState
  /** A directory that the environment names: it adds hooks, and its settings weaken no hook of another file. */
  readonly onlyAdds?: true
}

/** The rules for reading documents. */
export interface ReadOptions {
  readonly edition: EditionRow
  /** Whether any error rejects the whole file. */
  readonly strict?: boolean
  /** Hashes a text to at least eight hex digits. */
  readonly hash: (text: string) => string
  readonly system: Platform['system']
  /** Finds scripts on disk. Absent: scripts are not checked. */
  readonly files?: Pick<Files, 'isFile'>
  /** Absent: `packs` is kept but not read. */
  readonly packs?: PackRegistry
}

export interface Reader {
  readonly info: SourceInfo
  readonly reading: ReadOptions
  readonly problems: readonly Problem[]
  report(
    code: ProblemCode,
    at: At,
    message: string,
    hint: string,
    severity?: ProblemSeverity,
    script?: Problem['script'],
  ): void
}

export function createReader(info: SourceInfo, reading: ReadOptions): Reader {
  const problems: Problem[] = []
  return {
    info,
    reading,
    problems,
    report(code, at, message, hint, severity = problemLevels[code], script = undefined) {
      const problem = { code, severity, file: fileOf(info), ...at, message, hint, source: info.source }
      problems.push(script === undefined ? problem : { ...problem, script })
    },
  }
}

/** A key that is close to a known one is probably a typo, so a setting that someone relies on is not in force. */
export const severityOfUnknown = (suggestion: string): ProblemSeverity | undefined =>
  suggestion === '' ? undefined : 'warning'

export const fileOf = (info: SourceInfo): string => info.file ?? `(${info.source})`
export const isManaged = (info: SourceInfo): boolean => info.trust === 'managed'
