/** Proves a formatter with a temporary file that it must change. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hooks } from '@hookline/core/node'
import type { Proved } from '../proof/prove.ts'

interface Sample {
  readonly extension: string
  readonly before: string
  readonly after: string
}
const script = { extension: 'js', before: 'const  a   =  1\n', after: 'const a = 1' }
const python = { extension: 'py', before: 'a   =  1\n', after: 'a = 1' }
const samples: Readonly<Record<string, Sample>> = {
  biome: script,
  prettier: script,
  ruff: python,
  black: python,
  gofmt: { extension: 'go', before: 'package x\nvar   a = 1\n', after: 'var a = 1' },
  rustfmt: { extension: 'rs', before: 'const  A : u8=1;\n', after: 'const A: u8 = 1;' },
}

/** A formatter that is not proved is not a failure, because it may not be installed yet. */
export async function proveFormat(formatter: string, root: string, hooks: Hooks): Promise<readonly Proved[]> {
  const sample = samples[formatter]
  if (sample === undefined) return []
  const directory = mkdtempSync(join(root, 'hookline-proof-'))
  const path = join(directory, `sample.${sample.extension}`)
  try {
    writeFileSync(path, sample.before)
    const began = performance.now()
    const { runs } = await hooks.fire('afterFileEdit', { file_path: path, edits: [] })
    const facts = {
      kind: 'formats',
      subject: `a .${sample.extension} file with ${formatter}`,
      by: runs.map(({ entry }) => entry.name ?? entry.label),
      durationMs: performance.now() - began,
    } as const
    if (readFileSync(path, 'utf8').includes(sample.after)) return [{ ...facts, state: 'proved' }]
    const failed = runs.find(({ outcome }) => outcome.kind === 'failed')?.outcome
    const why = failed?.kind === 'failed' ? failed.message : `it did not change the file. Is ${formatter} installed?`
    return [{ ...facts, state: 'not proved', why }]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
