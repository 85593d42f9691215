/** An answer that cannot be written must not become a go-ahead: the exit code is all that the agent still gets. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needsLauncher, type Rig, rig, shellEvent, trustGuard } from '../testing/launcher.ts'

const needs = { skip: needsLauncher.skip || !existsSync('/dev/full') }
const denying = `echo '{"permission":"deny"}'`

const outputs: readonly (readonly [string, string])[] = [
  ['a full disk', '> /dev/full'],
  ['a full disk for both', '> /dev/full 2> /dev/full'],
  ['a descriptor that cannot be written', '1< /dev/null'],
  ['a reader that has gone', '| true'],
]
const ways = ['run', 'the daemon'] as const

for (const way of ways)
  test.for(outputs)(`${way}: a denial is exit code 2 on %s`, needs, async ([, output]) => {
    const made = await guarded(way, denying)
    expect(exitCodeOf(made, way, shellEvent(made.root), output)).toBe(2)
  })

for (const way of ways)
  test.for(outputs)(`${way}: an answer that says nothing keeps its exit code on %s`, needs, async ([, output]) => {
    const made = await guarded(way, 'true')
    expect(exitCodeOf(made, way, shellEvent(made.root), output)).toBe(0)
  })

test.for(ways)('%s: what cannot be written to stderr changes neither answer nor exit code', needs, async (way) => {
  const made = await guarded(way, denying)
  const { status, stdout } = callWith(made, way, 'not JSON', '2> /dev/full')
  expect({ status, permission: JSON.parse(stdout).permission }).toEqual({ status: 2, permission: 'deny' })
})

test.for(ways)('%s: streams that the caller closed are as /dev/null', needs, async (way) => {
  const made = await guarded(way, denying)
  for (const closed of ['2>&-', '>&- 2>&-', '<&- >&- 2>&-']) callWith(made, way, shellEvent(made.root), closed)
  expect((await made.records()).map(({ verdict }) => verdict)).toEqual(['deny', 'deny'])
  expect(callWith(made, way, '', '<&- >&- 2>&-').status).toBe(2)
})

async function guarded(way: (typeof ways)[number], lines: string): Promise<Rig> {
  const made = rig()
  await trustGuard(made, lines)
  if (way === 'the daemon') await made.ready()
  return made
}

function callWith(made: Rig, way: (typeof ways)[number], payload: string | object, output: string) {
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const env = { ...made.env, ...(way === 'run' ? { HOOKLINE_DAEMON: 'off' } : {}) }
  const line = `{ "$0" run --host cursor; echo "code $?" >&9; } 9>&3 ${output}`
  const { stdout, output: all } = spawnSync('/bin/sh', ['-c', line, made.program], {
    ...{ cwd: made.root, env, input, encoding: 'utf8' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const [, code = ''] = /code (\d+)/.exec(all[3] ?? '') ?? []
  return { stdout, status: Number(code) }
}

const exitCodeOf = (made: Rig, way: (typeof ways)[number], payload: object, output: string): number =>
  callWith(made, way, payload, output).status
