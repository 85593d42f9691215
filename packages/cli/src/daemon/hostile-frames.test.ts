/** A daemon whose frames are not whole is as one that has gone: the launcher answers without it, and reads nothing beyond a frame. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, pause, type Rig, rig, shellEvent, trustCountingGuard } from '../testing/launcher.ts'
import { bell, frame, list, number, text } from './frames.ts'

const begin = frame('S', number(5000))
const command = (...parts: readonly Uint8Array[]) => frame('X', number(1), ...parts)
const hugeFrame = Buffer.concat([Buffer.from('A'), number(0xffff_ff00), Buffer.alloc(64)])

const frames: readonly (readonly [string, Buffer])[] = [
  ['a beginning without its time', frame('S')],
  ['an answer without its code', frame('A')],
  ['an answer that is shorter than it says', frame('A', number(0), number(0x7fff_ffff))],
  ['an answer whose length is above all', frame('A', number(0), number(0xffff_ffff), Buffer.from('{}'))],
  ['a frame that is larger than any', hugeFrame],
  ['a hook without anything', frame('X')],
  ['a hook with too many arguments', command(number(0xffff_ffff))],
  ['a hook with fewer arguments than it says', command(number(3), text('/bin/true'))],
  ['a hook whose program has no end', command(number(1), Buffer.from('/bin/true'))],
  ['a hook without a program', command(list([]), text('/'), list([]))],
  ['a hook without a directory', command(list(['/bin/true']))],
  ['a hook whose variables have no end', command(list(['/bin/true']), text('/'), number(1), Buffer.from('A=1'))],
]

test.for(frames)('%s: before the event begins', needsLauncher, async ([, bytes]) => {
  const { made, runs } = await withDaemonThatSends(bytes)
  const { code, stdout } = await made.call(shellEvent(made.root))
  expect({ code, permission: JSON.parse(stdout).permission, runs: made.count(runs) }).toEqual({
    code: 0,
    permission: 'deny',
    runs: 1,
  })
})

test.for(frames)('%s: after it has begun', needsLauncher, async ([, bytes]) => {
  const { made, runs } = await withDaemonThatSends(Buffer.concat([begin, bytes]))
  const { code, stdout } = await made.call(shellEvent(made.root))
  expect([0, 2]).toContain(code)
  expect({ permission: JSON.parse(stdout).permission, runs: made.count(runs) }).toEqual({ permission: 'deny', runs: 0 })
  expect((await made.records()).length).toBe(1)
})

/** A caller whose daemon is a program that answers every event with these bytes. */
async function withDaemonThatSends(bytes: Buffer): Promise<{ readonly made: Rig; readonly runs: string }> {
  const made = rig()
  const runs = await trustCountingGuard(made)
  const served = join(made.directory, 'served')
  const node = made.write(join(made.directory, 'node'), fakeNode(bytes, served), 0o755)
  const env = { HOOKLINE_NODE: node }
  const answer = (payload: string | Buffer | object) => made.call(payload, { env })
  const ignored = { hook_event_name: 'stop', workspace_roots: [made.directory], status: 'completed' }
  for (let tries = 0; made.count(served) === 0; tries++) {
    if (tries > 200) throw new Error('the daemon was not asked')
    await answer(ignored)
    await pause(50)
  }
  writeFileSync(served, '')
  return {
    made: {
      ...made,
      async call(payload) {
        const result = await answer(payload)
        expect(made.count(served)).toBe(1)
        return result
      },
    },
    runs,
  }
}

const fakeNode = (bytes: Buffer, served: string): string => `#!${process.execPath}
const at = process.argv.indexOf('--serve')
if (at < 0) {
  const { status } = require('node:child_process').spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const open = () => {
  const slot = require('node:net').connect(process.argv[at + 1])
  slot.on('data', function answer(first) {
    if (first.equals(Buffer.from('${bell.toString('base64')}', 'base64'))) return
    slot.off('data', answer)
    require('node:fs').appendFileSync(${JSON.stringify(served)}, 'x\\n')
    slot.write(Buffer.from('${bytes.toString('base64')}', 'base64'))
    open()
  })
  slot.on('error', () => {})
}
open()
process.on('SIGTERM', () => process.exit(0))
`
