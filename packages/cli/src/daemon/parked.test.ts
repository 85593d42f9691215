import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, pause, type Rig, rig, shellEvent } from '../testing/launcher.ts'

/** A hook with `warm` whose process writes its id when it gets its event, and denies. */
async function warmGuard(made: Rig): Promise<string> {
  const seen = join(made.directory, 'seen')
  made.write(
    '.hookline/guard.sh',
    `#!/bin/sh\ninput=$(cat)\necho "$(umask) $MARK" >> '${seen}'\necho '{"permission":"deny"}'\n`,
    0o755,
  )
  made.write('.hookline/hookline.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.hookline/guard.sh', warm: true }] },
  })
  await made.trust()
  await made.ready()
  return seen
}

const notesOf = async (made: Rig) => ((await made.records())[0]?.runs ?? []).flatMap(({ notes }) => notes ?? [])

/** Sends events until one is answered by a process that waited for it. */
async function fireUntilParked(made: Rig, within: readonly string[] = []): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const { stdout } = await made.call(shellEvent(made.root), { within })
    expect(JSON.parse(stdout).permission).toBe('deny')
    if ((await notesOf(made)).includes('parked')) return true
    await pause(100)
  }
  return false
}

test('a hook with warm is answered by a process that waited for the event', needsLauncher, async () => {
  const made = rig()
  await warmGuard(made)
  expect(await fireUntilParked(made)).toBe(true)
})

test('a process goes on waiting when unchanged files are read again', needsLauncher, async () => {
  const made = rig()
  await warmGuard(made)
  expect(await fireUntilParked(made)).toBe(true)
  // After five seconds everything is read again.
  await pause(5_500)
  await made.call(shellEvent(made.root))
  expect(await notesOf(made)).toContain('parked')
})

test('not for a caller with other limits, another umask or another environment', needsLauncher, async () => {
  const made = rig()
  const seen = await warmGuard(made)
  expect(await fireUntilParked(made)).toBe(true)
  const within = ['/bin/sh', '-c', 'umask 027; exec "$@"', 'sh']
  await made.call(shellEvent(made.root), { within, env: { MARK: 'caller' } })
  expect(await notesOf(made)).not.toContain('parked')
  expect(readFileSync(seen, 'utf8').trim().split('\n').at(-1)).toBe('0027 caller')
})

test('a changed script is not answered by the process of the old one', needsLauncher, async () => {
  const made = rig()
  await warmGuard(made)
  expect(await fireUntilParked(made)).toBe(true)
  made.write('.hookline/guard.sh', `#!/bin/sh\ncat > /dev/null\necho '{"permission":"allow"}'\n`, 0o755)
  // Changed since it was trusted: the gate is closed, and no hook runs.
  const { stdout } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout).permission).toBe('deny')
  expect(await notesOf(made)).not.toContain('parked')
  await made.trust()
  expect(JSON.parse((await made.call(shellEvent(made.root))).stdout).permission).toBe('allow')
})

test('a hook runs from a checked copy, in the launcher and parked', needsLauncher, async () => {
  const made = rig()
  made.write('.hookline/lib.sh', `answer() { echo '{"permission":"deny"}'; }\n`)
  made.write('.hookline/guard.sh', '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\ncat > /dev/null\nanswer\n', 0o755)
  const cold = { command: '.hookline/guard.sh', checkedCopy: true }
  made.write('.hookline/hookline.json', { hooks: { beforeShellExecution: [cold] } })
  await made.trust()
  await made.ready()
  expect(JSON.parse((await made.call(shellEvent(made.root))).stdout).permission).toBe('deny')
  expect(await notesOf(made)).toEqual(['checked-copy'])
  made.write('.hookline/hookline.json', { hooks: { beforeShellExecution: [{ ...cold, warm: true }] } })
  await made.trust()
  expect(await fireUntilParked(made)).toBe(true)
  expect(await notesOf(made)).toEqual(['parked', 'checked-copy'])
})
