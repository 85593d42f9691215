/** How well the guard judges: commands with labels made before its rules were tuned, and a set it was never tuned for. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judge } from './judge.ts'

interface Entry {
  readonly command: string
  readonly reason: string
  readonly family: string
  readonly dangerous: boolean
}

const read = (file: string, label?: boolean): readonly Entry[] => {
  const entries: readonly Entry[] = parse(readFileSync(new URL(`../../corpus/${file}.yaml`, import.meta.url), 'utf8'))
  return label === undefined ? entries : entries.map((entry) => ({ ...entry, dangerous: label }))
}
const corpus = [...read('dangerous', true), ...read('harmless', false)]

const where = { roots: ['/work/app'], cwd: '/work/app', allowPaths: [] }
const refused = ({ command }: Entry): boolean => judge(command, 'high', where).length > 0

function figures(entries: readonly Entry[]) {
  const dangerous = entries.filter((entry) => entry.dangerous)
  const missed = dangerous.filter((entry) => !refused(entry)).map((entry) => entry.command)
  const wrong = entries.filter((entry) => !entry.dangerous && refused(entry)).map((entry) => entry.command)
  const caught = dangerous.length - missed.length
  return { recall: caught / dangerous.length, precision: caught / (caught + wrong.length), missed, wrong }
}

describe('the corpus', () => {
  test('holds at least 400 dangerous and 600 harmless commands, none twice, each with a reason', () => {
    expect(corpus.filter((entry) => entry.dangerous).length).toBeGreaterThanOrEqual(400)
    expect(corpus.filter((entry) => !entry.dangerous).length).toBeGreaterThanOrEqual(600)
    const all = [...corpus, ...read('second-look'), ...read('third-look')]
    expect(new Set(all.map((entry) => entry.command)).size).toBe(all.length)
    expect(all.filter((entry) => !entry.reason || !entry.family || typeof entry.command !== 'string')).toEqual([])
  })

  test('is judged with a recall of 0.97 and a precision of 0.98 at least', () => {
    const { recall, precision, missed, wrong } = figures(corpus)
    expect({ recall: recall >= 0.97, missed }).toMatchObject({ recall: true })
    expect({ precision: precision >= 0.98, wrong }).toMatchObject({ precision: true })
  })
})

test('commands that no rule was tuned for are judged nearly as well', () => {
  const { recall, precision, missed, wrong } = figures(read('second-look'))
  expect({ recall: recall >= 0.95, missed }).toMatchObject({ recall: true })
  expect({ precision: precision >= 0.98, wrong }).toMatchObject({ precision: true })
})

test('every finding says what the command would do and what to do instead', () => {
  for (const entry of corpus)
    for (const found of judge(entry.command, 'strict', where)) {
      expect(found.would).toMatch(/^[a-z]/)
      expect(found.instead).toMatch(/\.$/)
    }
})
