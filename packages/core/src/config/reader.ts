/** What every reader of a file shares: where the file stands, by which rules it is read, and how a problem is reported. */
import type { EditionRow } from '../editions.ts'
import type { Problem, ProblemSeverity, SourceName, TrustState } from '../flow.ts'
import type { Files, Platform } from '../ports.ts'
import type { ProblemCode } from '../protocol/problems.ts'
import type { PackRegistry } from '../sdk/pack.ts'
import type { At } from './jsonc.ts'

/** Where a document stands. */
export interface SourceInfo {
  readonly source: SourceName
  /** It is a hookline.json, with entries of all types and settings. */
  readonly own: boolean
  /** Absent for inline entries. */
  readonly file?: string
  /** The workspace root of a project's file, the directory of a plugin's. */
  readonly root?: string
  /** Working directory of its hooks. */
  readonly cwd: string
  readonly trust: TrustState
}

/** By which rules documents are read. */
export interface ReadOptions {
  readonly edition: EditionRow
  /** Any error rejects the file. */
  readonly strict?: boolean
  /** Text → hex, at least eight digits. */
  readonly hash: (text: string) => string
  readonly system: Platform['system']
  /** Where scripts are looked up; absent: they are not. */
  readonly files?: Pick<Files, 'isFile'>
  /** Absent: `packs` is kept and not read. */
  readonly packs?: PackRegistry
}

export interface Reader {
  readonly place: SourceInfo
  readonly reading: ReadOptions
  readonly problems: readonly Problem[]
  report(code: ProblemCode, at: At, message: string, hint: string, severity?: ProblemSeverity): void
}

const severities: Readonly<Partial<Record<ProblemCode, ProblemSeverity>>> = {
  'missing-version': 'warning',
  'newer-version': 'warning',
  'timeout-unit': 'warning',
  'foreign-tool': 'warning',
  'own-key': 'warning',
  'removed-setting': 'warning',
  'missing-script': 'warning',
  'no-runner': 'warning',
  'unknown-field': 'warning',
  'matcher-ignored': 'note',
  'loop-limit-ignored': 'note',
  'unknown-key': 'note',
  'foreign-key': 'note',
}

export function createReader(place: SourceInfo, reading: ReadOptions): Reader {
  const problems: Problem[] = []
  return {
    place,
    reading,
    problems,
    report(code, at, message, hint, severity = severities[code] ?? 'error') {
      problems.push({ code, severity, file: fileOf(place), ...at, message, hint, source: place.source })
    },
  }
}

export const fileOf = (place: SourceInfo): string => place.file ?? `(${place.source})`
export const isManaged = (place: SourceInfo): boolean => place.trust === 'managed'
