/** What goes wrong with the daemon on Windows: the answer is right all the same, no hook runs twice, and each event has one record. */
import { statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killQuietly, shellEvent } from '../testing/launcher.ts'
import {
  confinedProgram,
  hasLauncher,
  isWine,
  pause,
  trustWindowsGuard,
  type WindowsCall,
  type WindowsRig,
  windowsRig,
} from '../testing/windows-launcher.ts'

/** `HOOKLINE_KILLS=200` and `HOOKLINE_CALLERS=64` for the whole set: starting Node takes long under Wine. */
const KILLS = Number(process.env.HOOKLINE_KILLS ?? 8)
const CALLERS = Number(process.env.HOOKLINE_CALLERS ?? 16)

async function guarded(more = ''): Promise<{ readonly made: WindowsRig; readonly runs: string }> {
  const made = windowsRig()
  const runs = await trustWindowsGuard(made, more)
  await made.ready()
  return { made, runs }
}

/** Refused, in one of the two ways that every agent understands. */
function expectRefused({ code, stdout }: WindowsCall): void {
  expect(JSON.parse(stdout).permission).toBe('deny')
  expect([0, 2]).toContain(code)
}

async function expectOnce(made: WindowsRig, runs: string, events: number): Promise<void> {
  expect(made.lines(runs).length).toBe(events)
  expect((await made.records()).length).toBe(events)
}

describe.runIf(hasLauncher)('faults of the daemon on Windows', { timeout: 900_000 }, () => {
  it(`a daemon that is killed at ${KILLS} points of an event`, async () => {
    const { made, runs } = await guarded()
    for (let at = 0; at < KILLS; at++) {
      await made.ready()
      const daemon = made.daemon()
      const timer = setTimeout(() => killQuietly(daemon), (at / KILLS) * 1_200)
      const result = await made.call(shellEvent(made.root, `event ${at}`))
      clearTimeout(timer)
      killQuietly(daemon)
      expectRefused(result)
    }
    const lines = made.lines(runs)
    expect(new Set(lines).size).toBe(lines.length)
    const wanted = Array.from({ length: KILLS }, (_, at) => `event ${at}`)
    expect((await made.records()).map(({ input }) => input.command).toSorted()).toEqual(wanted.toSorted())
  })

  it('a daemon that is killed while a hook runs: the hook is ended and not run again', async () => {
    const { made, runs } = await guarded('setTimeout(() => {}, 60000); return')
    const answered = made.call(shellEvent(made.root))
    await expect.poll(() => made.lines(runs).length, { timeout: 60_000 }).toBe(1)
    killQuietly(made.daemon())
    expectRefused(await answered)
    await expectOnce(made, runs, 1)
  })

  it('a launcher that is killed: its hook ends, and the daemon records the event', async () => {
    const beat = "require('node:fs').appendFileSync(__filename + '.beats', 'x')"
    const { made, runs } = await guarded(`setInterval(() => ${beat}, 50); return`)
    const beats = () => statSync(join(made.root, '.cursor/hooks/guard.js.beats'), { throwIfNoEntry: false })?.size ?? 0
    let pid = 0
    const answered = made.call(shellEvent(made.root), { onSpawn: (started) => (pid = started) })
    await expect.poll(beats, { timeout: 60_000 }).toBeGreaterThan(2)
    killQuietly(pid)
    await answered
    await expect.poll(async () => (await made.records()).length, { timeout: 60_000 }).toBe(1)
    expect((await made.records())[0]?.call).toBeDefined()
    const isStill = async () => {
      const before = beats()
      await pause(1_000)
      return beats() === before
    }
    await expect.poll(isStill, { timeout: 60_000 }).toBe(true)
    await expectOnce(made, runs, 1)
  })

  it('a killed front: the next event starts another one', async () => {
    const { made, runs } = await guarded()
    killQuietly(made.front().pid)
    await expect.poll(() => made.front().pid, { timeout: 60_000 }).toBe(0)
    expectRefused(await made.call(shellEvent(made.root)))
    await made.ready()
    expectRefused(await made.call(shellEvent(made.root)))
    await expectOnce(made, runs, 2)
  })

  it('a new build: the next event starts a daemon of it, and the old one ends', async () => {
    const { made, runs } = await guarded()
    const old = made.front().pid
    made.rebuild()
    expectRefused(await made.call(shellEvent(made.root)))
    await made.ready()
    expect([0, old]).not.toContain(made.front().pid)
    const isAlive = () => {
      try {
        return process.kill(old, 0)
      } catch {
        return false
      }
    }
    await expect.poll(isAlive, { timeout: 60_000 }).toBe(false)
    expectRefused(await made.call(shellEvent(made.root)))
    await expectOnce(made, runs, 2)
  })

  it('another program that has the name of the pipe is not asked', async () => {
    const made = windowsRig()
    const runs = await trustWindowsGuard(made)
    let asked = 0
    const squatter = createServer((socket: Socket) => {
      asked++
      socket.on('error', () => {}).on('data', () => socket.write(Buffer.alloc(8, 4)))
    })
    await new Promise<void>((resolve) => squatter.listen(made.front().pipe, resolve))
    onTestFinished(() => void squatter.close())
    expectRefused(await made.call(shellEvent(made.root)))
    await expectOnce(made, runs, 1)
    expect([asked > 0, (await made.records())[0]?.call]).toEqual([true, undefined])
  })

  it('callers that say nothing or half of it, and programs at the place of the daemon', async () => {
    const { made, runs } = await guarded()
    const { pipe } = made.front()
    const open = (path: string, text: string) =>
      connect(path, function (this: Socket) {
        this.write(text)
      }).on('error', () => {})
    const idle = Array.from({ length: 12 }, (_, at) => open(pipe, at % 2 === 0 ? '' : 'S1234'))
    const falseSlots = Array.from({ length: 4 }, () => open(`${pipe}-slots`, 'A\0\0\0\0'))
    onTestFinished(() => [...idle, ...falseSlots].forEach((socket) => void socket.destroy()))
    await pause(200)
    expectRefused(await made.call(shellEvent(made.root)))
    await expectOnce(made, runs, 1)
    await made.ready()
  })

  it.skipIf(isWine)('a caller with fewer rights is not served by the daemon', async () => {
    const { made, runs } = await guarded()
    const served = async (how: string) => {
      await made.call(shellEvent(made.root, how), { within: [confinedProgram ?? '', how] })
      return (await made.records()).some(({ input, call }) => input.command === how && call !== undefined)
    }
    expect(await served('plain')).toBe(true)
    for (const how of ['low', 'restricted', 'stripped']) expect([how, await served(how)]).toEqual([how, false])
    // Nor do they keep others from being served, or run a hook twice.
    await made.ready()
    expect(new Set(made.lines(runs)).size).toBe(made.lines(runs).length)
  })

  it(`${CALLERS} callers that race to start it`, async () => {
    const made = windowsRig()
    const runs = await trustWindowsGuard(made)
    const results = await Promise.all(Array.from({ length: CALLERS }, () => made.call(shellEvent(made.root))))
    for (const result of results) expectRefused(result)
    await expectOnce(made, runs, CALLERS)
    await made.ready()
  })
})
