import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claude } from '../agents/claude/agent.ts'
import { assemble } from '../config.ts'
import { editions } from '../editions.ts'
import { readerFor } from '../sources/agent-files.ts'
import { readHooks } from './read-hooks.ts'
import type { SourceInfo } from './reader.ts'

const readClaude = readerFor(claude)

const corpus = process.env.HOOKLINE_CORPUS ?? ''
if (corpus === '') console.warn('HOOKLINE_CORPUS is not set: the real hook files are not read')

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const kinds = [
  ['cursor', 'project', readHooks],
  ['claude', 'claude-project', readClaude],
] as const

describe.skipIf(corpus === '')('real hook files of public repositories', () => {
  for (const [folder, source, read] of corpus === '' ? [] : kinds)
    for (const name of readdirSync(join(corpus, folder)).filter((name) => name.endsWith('.json')))
      for (const edition of Object.values(editions))
        it(`${folder}/${name} in ${edition.name}`, () => {
          const text = readFileSync(join(corpus, folder, name), 'utf8')
          const info: SourceInfo = { source, own: false, file: name, root: '/w', cwd: '/w', trust: 'untrusted' }
          const loaded = read(text, info, { edition, hash, system: 'linux' })
          expect(assemble([loaded], { edition }).entries).toHaveLength(loaded.entries.length)
          expect(loaded.problems.some((problem) => problem.code === 'syntax')).toBe(!isJson(text))
          for (const { line, column } of loaded.problems) expect(Math.min(line, column)).toBeGreaterThan(0)
        })
})

/** Comments and trailing commas do not occur in the corpus. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
