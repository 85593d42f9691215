import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Finding } from './rule.ts'
import { lintFiles } from './testing/lint-files.ts'

const corpus = process.env.HOOKLINE_CORPUS ?? ''
if (corpus === '') console.warn('HOOKLINE_CORPUS is not set: the test of check on real hook files is skipped')

interface CorpusFile {
  readonly file: string
  readonly path: string
  readonly observed?: readonly string[]
}
const index: Readonly<Record<'cursor' | 'claude', readonly CorpusFile[]>> =
  corpus === '' ? { cursor: [], claude: [] } : JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'))

/** Maps the label that a person gave to the codes that report it. */
const visible: readonly (readonly [label: RegExp, codes: readonly string[]])[] = [
  [/^interpolation:/, ['interpolation']],
  [/^extra-key:/, ['unknown-key', 'hookline-only-key', 'foreign-key']],
  [/^unknown-key:/, ['unknown-key', 'foreign-key']],
  [/^windows-only$/, ['windows-only']],
  [/^errors-silenced/, ['errors-silenced']],
  [/^(home-path|absolute-path|personal-path)/, ['personal-path']],
  [/^timeout-looks-like-ms/, ['timeout-unit']],
  [/^path-relative-to-/, ['wrong-directory']],
  [/^unknown-event:/, ['unknown-event', 'foreign-event']],
  [/^matcher-uses-claude-tool-name/, ['foreign-tool']],
  [/^matcher-/, ['matcher-never-matches', 'foreign-tool']],
  [/^comments-in-json/, ['comments-in-json']],
]
/** Labels that `check` cannot find, because the corpus has only the JSON files; with the reason. */
const notInFile: readonly (readonly [label: RegExp, where: string])[] = [
  [/not-executable-in-git/, "git's index, which is not part of the corpus"],
  [/^(wrong-output|context-injection|non-json-stdout|camelCase-output|string-built-JSON)/, 'what the script prints'],
  [/^(wrong-input|grep-sed-json-parsing|dead-code|passes-through-exit-code)/, 'how the script is written'],
  [/^(false-positive|bypass)/, 'the patterns inside the script'],
  [/^whole-repo/, 'what the script runs'],
]
const codesFor = (label: string) => visible.find(([pattern]) => pattern.test(label))?.[1]
const otherReason = (label: string) => notInFile.find(([pattern]) => pattern.test(label))?.[1]

/** Without those about scripts that do not exist: the corpus has only the JSON files. */
async function findings({ file, path }: CorpusFile): Promise<readonly Finding[]> {
  const all = await lintFiles({ [path]: readFileSync(join(corpus, file), 'utf8') })
  return all.filter(({ code }) => code !== 'missing-script')
}

describe.skipIf(corpus === '')('real hook files of public repositories', () => {
  it('knows every label of the corpus', () => {
    const labels = index.cursor.flatMap(({ observed = [] }) => observed)
    expect(labels.filter((label) => codesFor(label) === undefined && otherReason(label) === undefined)).toEqual([])
  })

  it('finds at least nine of ten labelled defects', async () => {
    const missed: string[] = []
    let seen = 0
    for (const row of [...index.cursor, ...index.claude])
      for (const label of row.observed ?? []) {
        const codes = codesFor(label)
        if (codes === undefined) continue
        seen++
        const named = (await findings(row)).some(({ code }) => codes.includes(code))
        if (!named) missed.push(`${row.file}: ${label}`)
      }
    console.info(`corpus: ${seen - missed.length} of ${seen} labelled defects found`)
    expect(missed.length / seen, missed.join('\n')).toBeLessThanOrEqual(0.1)
  })

  it.each(index.cursor.filter(({ observed }) => observed === undefined))(
    'reports no error in $file, which has no defects',
    async (row) => {
      expect((await findings(row)).filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )

  // These have no labels. One has flat entries as in hooks.json, which Claude Code cannot read.
  it.each(index.claude)('reports no error in $file apart from flat entries', async (row) => {
    const errors = (await findings(row)).filter(({ severity }) => severity === 'error')
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(/chrysa/.test(row.file) ? ['not-an-entry'] : []))
  })
})
