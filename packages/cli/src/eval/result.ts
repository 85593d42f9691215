/** Saves each evaluation in its own file, and finds the previous one of the same hook to compare with. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Entry, redactSecrets } from '@hookline/core/node'
import { namesIn } from '../machine/file-stat.ts'
import type { GoldenSet } from './golden.ts'
import type { Got, Measurement } from './measure.ts'
import type { Score } from './score.ts'

export interface EvalResult {
  readonly version: 1
  readonly at: string
  readonly hook: {
    readonly id: string
    readonly name: string
    readonly event: string
    readonly promptSha256: string
    readonly prompt: string
  }
  /** The model that replied, as `provider:name`. Several if they differ. */
  readonly model: string
  readonly golden: { readonly file: string; readonly sha256: string }
  readonly repeats: number
  readonly score: Score
  readonly cases: readonly {
    readonly name: string
    readonly want: 'ok' | 'block'
    readonly got: readonly Got[]
    readonly reason?: string
  }[]
}

export function makeResult(
  entry: Entry,
  golden: GoldenSet,
  repeats: number,
  measured: readonly Measurement[],
  score: Score,
): EvalResult {
  const models = new Set(measured.flatMap(({ answers }) => answers.flatMap(({ usage }) => usage?.model ?? [])))
  const prompt = entry.prompt ?? ''
  return {
    version: 1,
    at: new Date().toISOString(),
    hook: {
      id: entry.id,
      name: nameOf(entry),
      event: entry.event,
      promptSha256: createHash('sha256').update(prompt).digest('hex'),
      prompt: clean(prompt),
    },
    model: models.size === 0 ? (entry.model ?? 'no model replied') : [...models].join(', '),
    golden: { file: golden.file, sha256: golden.sha256 },
    repeats,
    score,
    cases: measured.map(({ one, answers }) => {
      const reason = answers.find((answer) => answer.reason !== undefined && answer.reason !== '')?.reason
      return {
        name: clean(one.name),
        want: one.want,
        got: answers.map(({ got }) => got),
        ...(reason === undefined ? {} : { reason: clean(reason) }),
      }
    }),
  }
}

/** Removes secrets, because the file may be committed beside the hooks. */
const clean = (text: string): string => redactSecrets(text).text

/** Uses the name if there is one, because an id changes with the prompt and the results could not be compared. */
const nameOf = (entry: Entry): string => entry.name ?? `${entry.event}-${entry.origin.source}`

const slugOf = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 60) || 'hook'

const evalsDirectory = (root: string): string => join(root, '.hookline', 'evals')

export function writeResult(result: EvalResult, root: string, out: string | undefined): string {
  const stamp = result.at.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
  const file = out ?? join(evalsDirectory(root), `${slugOf(result.hook.name)}-${stamp}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  return file
}

/** The newest readable evaluation of the same hook with the same golden set. */
export function lastResult(entry: Entry, golden: GoldenSet, root: string): EvalResult | undefined {
  const slug = slugOf(nameOf(entry))
  const names = namesIn(evalsDirectory(root)).filter((name) => name.startsWith(`${slug}-2`) && name.endsWith('.json'))
  for (const name of names.toSorted().toReversed()) {
    const found = readResult(join(evalsDirectory(root), name))
    if (found?.hook.name === nameOf(entry) && found.golden.file === golden.file) return found
  }
  return undefined
}

function readResult(file: string): EvalResult | undefined {
  try {
    // The next line checks the version and the score; the rest is only compared and shown.
    const value = JSON.parse(readFileSync(file, 'utf8')) as EvalResult
    return value.version === 1 && typeof value.score?.accuracy === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
