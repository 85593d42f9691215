import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

function measure(set: string) {
  const { stdout } = spawnSync(process.execPath, ['scripts/labelled.mjs', `labelled/${set}`], {
    cwd: root,
    encoding: 'utf8',
  })
  const figures = /(\d+) defects: (\d+) named at once, .*; (\d+) false errors/.exec(stdout)
  return { defects: Number(figures?.[1]), named: Number(figures?.[2]), falseErrors: Number(figures?.[3]) }
}

// The figures of the last measurement; they must not get worse.
test.each([
  ['first', 94, 94],
  ['second', 37, 37],
  ['third', 40, 40],
  ['fourth', 53, 52],
])(
  'check finds the labelled defects of the set %s and reports no false error',
  { timeout: 300_000 },
  (set, defects, least) => {
    const found = measure(set)
    expect(found).toMatchObject({ defects, falseErrors: 0 })
    expect(found.named).toBeGreaterThanOrEqual(least)
  },
)
