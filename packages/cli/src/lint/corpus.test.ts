import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Finding } from './rule.ts'
import { lintFiles } from './testing/lint-files.ts'

const corpus = process.env.HOOKLINE_CORPUS ?? ''
if (corpus === '') console.warn('HOOKLINE_CORPUS is not set: the linter is not tried on real hook files')

interface Row {
  readonly file: string
  readonly path: string
  readonly observed?: readonly string[]
}
const index: Readonly<Record<'cursor' | 'claude', readonly Row[]>> =
  corpus === '' ? { cursor: [], claude: [] } : JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'))

/** What a person saw → the codes that name it. */
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
/** Not in the JSON, which is all the corpus has: the reason is in the words. */
const elsewhere: readonly (readonly [label: RegExp, where: string])[] = [
  [/not-executable-in-git/, "git's index, which is not part of the corpus"],
  [/^(wrong-output|context-injection|non-json-stdout|camelCase-output|string-built-JSON)/, 'what the script prints'],
  [/^(wrong-input|grep-sed-json-parsing|dead-code|passes-through-exit-code)/, 'how the script is written'],
  [/^(false-positive|bypass)/, 'the patterns inside the script'],
  [/^whole-repo/, 'what the script runs'],
]
const codesFor = (label: string) => visible.find(([pattern]) => pattern.test(label))?.[1]
const elsewhereFor = (label: string) => elsewhere.find(([pattern]) => pattern.test(label))?.[1]

async function findings({ file, path }: Row): Promise<readonly Finding[]> {
  return lintFiles({ [path]: readFileSync(join(corpus, file), 'utf8') })
}

describe.skipIf(corpus === '')('real hook files of public repositories', () => {
  it('every observed label is known to the table', () => {
    const labels = index.cursor.flatMap(({ observed = [] }) => observed)
    expect(labels.filter((label) => codesFor(label) === undefined && elsewhereFor(label) === undefined)).toEqual([])
  })

  it('nine of ten observed defects that the file shows are named', async () => {
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
    console.info(`corpus: ${seen - missed.length} of ${seen} observed defects named`)
    expect(missed.length / seen, missed.join('\n')).toBeLessThanOrEqual(0.1)
  })

  it.each(index.cursor.filter(({ observed }) => observed === undefined))(
    '$file, without defects, has no error',
    async (row) => {
      expect((await findings(row)).filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )

  // Nobody labelled these. One has entries that Claude Code cannot read: flat, as in hooks.json.
  it.each(index.claude)('$file has no error but flat entries', async (row) => {
    const errors = (await findings(row)).filter(({ severity }) => severity === 'error')
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(/chrysa/.test(row.file) ? ['not-an-entry'] : []))
  })
})
