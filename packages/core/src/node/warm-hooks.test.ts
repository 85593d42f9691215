import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Effect } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { useScratch, write } from '../testing/scratch.ts'
import { eventually } from '../testing/wait-until.ts'

let base: string
let home: string
let root: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root } = scratch)
}, {})

/** Writes a hook of the project that notes each start, and reads its event first. */
function hookFile(script: string, entry: object = { warm: true }, settings?: object): void {
  const file = join(root, '.cursor/hooks/guard.sh')
  write(file, `#!/bin/sh\necho $$ >> ${base}/starts\n${script}\n`)
  chmodSync(file, 0o755)
  const hooks = { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', ...entry }] }
  if (settings === undefined) write(join(root, '.cursor/hooks.json'), { version: 1, hooks })
  else write(join(root, '.hookline/hookline.json'), { version: 1, hooks, ...settings })
}
const starts = () =>
  existsSync(`${base}/starts`) ? readFileSync(`${base}/starts`, 'utf8').trim().split('\n').length : 0
const fire = (hooks: Hooks, command = 'ls', more: object = {}): Promise<Effect> =>
  hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false, ...more })
const isParked = ({ runs }: Effect) => runs.map(({ notes }) => notes.includes('parked'))
/** Fires one event, and waits for the process that is parked then. */
async function prime(hooks: Hooks): Promise<void> {
  const before = starts()
  await fire(hooks)
  expect(await eventually(() => starts() === before + 2)).toBe(true)
}
/** After the time in which a process would be parked. */
const startsLater = async () => {
  await sleep(150)
  return starts()
}
const deny = 'input=$(cat); case $input in *push*) exit 2;; esac'

it('a hook with `warm` is parked, and decides about each event', async () => {
  hookFile(deny)
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  const denied = await fire(hooks, 'git push')
  expect([denied.verdict, isParked(denied)]).toEqual(['deny', [true]])
  await eventually(() => starts() === 3)
  const allowed = await fire(hooks)
  expect([allowed.verdict, isParked(allowed)]).toEqual(['allow', [true]])
})

it('a hookline.json with `warm` parks its hooks, except one that says otherwise', async () => {
  hookFile(deny, {}, { warm: true })
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  expect(isParked(await fire(hooks))).toEqual([true])
  await hooks.close()
  hookFile(deny, { warm: false }, { warm: true })
  const before = starts()
  await fire(await open({ trust: 'all' }))
  expect(await startsLater()).toBe(before + 1)
})

it.each([
  ['without `warm`', {}, {}],
  ['with `maxParked: 0`', { warm: true }, { maxParked: 0 }],
  ['in one-shot mode', { warm: true }, { mode: 'one-shot' }],
] as const)('%s nothing is parked', async (_, entry, options) => {
  hookFile(deny, entry)
  const hooks = await open({ trust: 'all', ...options })
  await fire(hooks)
  expect(await startsLater()).toBe(1)
})

it('a hook that reads a variable of the event is never parked, and gets it', async () => {
  hookFile('[ "$command" = "git push" ] && exit 2; exit 0')
  const hooks = await open({ trust: 'all' })
  expect((await fire(hooks, 'git push')).verdict).toBe('deny')
  expect((await fire(hooks, 'ls')).verdict).toBe('allow')
  expect(await startsLater()).toBe(2)
})

it('a parked hook gets none of these variables, in no run', async () => {
  // A program whose text does not show that it lists its variables.
  copyFileSync('/usr/bin/env', `${base}/list`)
  hookFile(`cat > /dev/null; ${base}/list | grep -c '^command=' >> ${base}/seen; exit 0`)
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  await fire(hooks)
  expect(readFileSync(`${base}/seen`, 'utf8')).toBe('0\n0\n')
})

it.each([
  ['the script', () => writeFileSync(join(root, '.cursor/hooks/guard.sh'), '#!/bin/sh\ncat >/dev/null; exit 2\n')],
  ['a program beside it', () => writeFileSync(join(root, '.cursor/hooks/lib.sh'), 'verdict=2\n')],
])('after a change of %s the old process gets no event', async (_, change) => {
  writeFileSync(join(base, 'seed'), '')
  write(join(root, '.cursor/hooks/lib.sh'), 'verdict=0\n')
  hookFile(`. ${root}/.cursor/hooks/lib.sh; cat > /dev/null; exit $verdict`)
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  change()
  const effect = await fire(hooks)
  expect([effect.verdict, isParked(effect)]).toEqual(['deny', [false]])
})

it('after a change of a hook file nothing that was parked before is used', async () => {
  hookFile(deny)
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  write(join(home, '.cursor/hooks.json'), { version: 1, hooks: {} })
  await hooks.reload()
  expect(isParked(await fire(hooks))).toEqual([false])
})

it('a workspace whose trust ends has no process left', async () => {
  hookFile(deny)
  let trusted = true
  const hooks = await open({ trust: () => trusted })
  await prime(hooks)
  const pid = readFileSync(`${base}/starts`, 'utf8').trim().split('\n').at(-1)
  trusted = false
  write(join(root, '.cursor/hooks.json'), { version: 1, hooks: {} })
  await hooks.reload()
  expect(await eventually(() => !existsSync(`/proc/${pid}`))).toBe(true)
})

it('other variables of a conversation mean another process', async () => {
  hookFile('cat > /dev/null; echo "{\\"permission\\":\\"deny\\",\\"user_message\\":\\"$CURSOR_TRANSCRIPT_PATH\\"}"')
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  const effect = await fire(hooks, 'ls', { transcript_path: '/tmp/other.jsonl' })
  expect(isParked(effect)).toEqual([false])
  expect(effect.userMessage).toContain('/tmp/other.jsonl')
})

it('closing the engine ends what is parked', async () => {
  hookFile(deny)
  const hooks = await open({ trust: 'all' })
  await prime(hooks)
  const pid = readFileSync(`${base}/starts`, 'utf8').trim().split('\n').at(-1)
  await hooks.close()
  expect(existsSync(`/proc/${pid}`)).toBe(false)
})
