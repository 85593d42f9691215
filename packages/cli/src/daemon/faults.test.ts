/** What goes wrong with the daemon: the answer is right all the same, no hook runs twice, and the event has one record. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type CallResult,
  killQuietly,
  needsLauncher,
  pause,
  type Rig,
  rig,
  shellEvent,
  trustCountingGuard,
  trustGuard,
} from '../testing/launcher.ts'

const isRoot = process.getuid?.() === 0
const hasPython = spawnSync('python3', ['--version']).status === 0
/** `HOOKLINE_KILLS=200` for the whole set. */
const KILLS = Number(process.env.HOOKLINE_KILLS ?? 12)

/** A workspace whose hook appends the command of its event to a file and denies after a moment. */
async function guarded(seconds = 0): Promise<{ readonly made: Rig; readonly runs: string }> {
  const made = rig()
  const runs = join(made.directory, 'runs')
  await trustGuard(made, `echo "$command" >> '${runs}'\nsleep ${seconds}\necho '{"permission":"deny"}'`)
  await made.ready()
  return { made, runs }
}

/** Refused, in one of the two ways that every agent understands. */
function expectRefused({ code, stdout }: CallResult): void {
  expect({ code, permission: JSON.parse(stdout).permission }).toEqual({ code: expect.any(Number), permission: 'deny' })
  expect([0, 2]).toContain(code)
}

async function expectOnce(made: Rig, runs: string, events: number): Promise<void> {
  expect(made.count(runs)).toBe(events)
  expect((await made.records()).length).toBe(events)
}

test(
  'a stopped daemon: the launcher answers by itself, and the daemon does not run the hook when it goes on',
  needsLauncher,
  async () => {
    const { made, runs } = await guarded()
    const daemon = made.daemon()
    process.kill(daemon, 'SIGSTOP')
    const result = await made.call(shellEvent(made.root))
    process.kill(daemon, 'SIGCONT')
    expectRefused(result)
    expectRefused(await made.call(shellEvent(made.root)))
    await expectOnce(made, runs, 2)
  },
)

test('a stopped front: the launcher answers by itself', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const front = made.front()
  process.kill(front, 'SIGSTOP')
  const result = await made.call(shellEvent(made.root))
  process.kill(front, 'SIGCONT')
  expectRefused(result)
  await expectOnce(made, runs, 1)
})

test(
  'a daemon that is stopped while a hook runs: the event ends by the deadline of the agent',
  needsLauncher,
  async () => {
    const { made, runs } = await guarded(0.5)
    // An agent that waits five seconds, as its own settings say.
    made.write('.cursor/hooks.json', {
      version: 1,
      hooks: {
        beforeShellExecution: [
          { command: '.cursor/hooks/guard.sh' },
          { command: 'hookline run --host cursor --installed', timeout: 3 },
        ],
      },
    })
    await made.trust()
    const answered = made.call(shellEvent(made.root), { args: ['--host', 'cursor'] })
    await expect.poll(() => made.count(runs)).toBe(1)
    const daemon = made.daemon()
    process.kill(daemon, 'SIGSTOP')
    const result = await answered
    // It goes on, and must not record the event once more.
    killQuietly(daemon, 'SIGCONT')
    expectRefused(result)
    await made.ready()
    await expectOnce(made, runs, 1)
  },
)

test(`a daemon that is killed at ${KILLS} points of an event`, { ...needsLauncher, timeout: 600_000 }, async () => {
  const { made, runs } = await guarded()
  for (let at = 0; at < KILLS; at++) {
    await made.ready()
    const daemon = made.daemon()
    const delay = (at / KILLS) * 12
    const timer = setTimeout(() => killQuietly(daemon), delay)
    const result = await made.call(shellEvent(made.root, `event ${at}`))
    clearTimeout(timer)
    killQuietly(daemon)
    expectRefused(result)
  }
  const lines = readFileSync(runs, 'utf8').trim().split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  expect((await made.records()).map(({ input }) => input.command).toSorted()).toEqual(
    Array.from({ length: KILLS }, (_, at) => `event ${at}`).toSorted(),
  )
})

test('sockets left by a killed front', needsLauncher, async () => {
  const { made, runs } = await guarded()
  killQuietly(made.front())
  await expect.poll(() => made.front()).toBe(0)
  expect(readdirSync(made.sockets).some((name) => name.endsWith('.sock'))).toBe(true)
  expectRefused(await made.call(shellEvent(made.root)))
  await made.ready()
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 2)
})

test('a program of ours at the socket that is not the front', { skip: needsLauncher.skip || !hasPython }, async () => {
  const { made, runs } = await guarded()
  const socket = made.socket()
  killQuietly(made.front())
  await expect.poll(() => made.front()).toBe(0)
  await impostor(socket, made)
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 1)
})

test('a socket of another user', { skip: needsLauncher.skip || !hasPython || !isRoot }, async () => {
  const { made, runs } = await guarded()
  const socket = made.socket()
  killQuietly(made.front())
  await expect.poll(() => made.front()).toBe(0)
  await impostor(socket, made, 65_534)
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 1)
})

test('a directory of sockets that is a link, or open to others', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const elsewhere = join(made.directory, 'elsewhere')
  renameSync(made.sockets, elsewhere)
  symlinkSync(elsewhere, made.sockets)
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 1)
  expect((await made.records())[0]?.call).toBeUndefined()
})

test('a new build: the next event starts a daemon of it, and the old one ends', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const old = made.front()
  made.rebuild()
  expectRefused(await made.call(shellEvent(made.root)))
  await made.ready()
  expect(made.front()).not.toBe(old)
  await expect.poll(() => existsSync(`/proc/${old}`)).toBe(false)
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 2)
})

test('an event that a daemon of an earlier build has begun is finished by it', needsLauncher, async () => {
  const { made, runs } = await guarded(1)
  const answered = made.call(shellEvent(made.root))
  await expect.poll(() => made.count(runs)).toBe(1)
  process.kill(made.front(), 'SIGTERM')
  expectRefused(await answered)
  await expectOnce(made, runs, 1)
  expect((await made.records())[0]?.call).toBeDefined()
})

test(
  'a daemon that cannot start: every event is answered, and the next ones do not try again',
  needsLauncher,
  async () => {
    const { made, runs } = await guarded()
    process.kill(made.front(), 'SIGTERM')
    await expect.poll(() => made.front()).toBe(0)
    made.breakDaemon()
    expectRefused(await made.call(shellEvent(made.root)))
    const failed = () => readdirSync(made.sockets).some((name) => name.endsWith('.failed'))
    await expect.poll(failed).toBe(true)
    const logs = readdirSync(made.sockets).filter((name) => name.endsWith('.log'))
    expectRefused(await made.call(shellEvent(made.root)))
    expect(readdirSync(made.sockets).filter((name) => name.endsWith('.lock'))).toEqual([])
    expect(logs.length).toBe(1)
    await expectOnce(made, runs, 2)
  },
)

test('64 callers that race to start it', needsLauncher, async () => {
  const made = rig()
  const runs = await trustCountingGuard(made)
  const results = await Promise.all(Array.from({ length: 64 }, () => made.call(shellEvent(made.root))))
  for (const result of results) expectRefused(result)
  await expectOnce(made, runs, 64)
  expect(readdirSync(made.sockets).filter((name) => name.endsWith('.sock')).length).toBe(1)
})

test('10,000 connections that say nothing', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const path = join(made.sockets, readdirSync(made.sockets).find((name) => name.endsWith('.sock')) ?? '')
  let opened = 0
  for (let batch = 0; batch < 20; batch++) {
    const sockets = Array.from({ length: 500 }, () =>
      createConnection(path)
        .on('error', () => {})
        .on('connect', () => opened++),
    )
    if (batch === 10) expectRefused(await made.call(shellEvent(made.root)))
    await pause(20)
    for (const socket of sockets) socket.destroy()
  }
  expect(opened).toBeGreaterThan(0)
  expectRefused(await made.call(shellEvent(made.root)))
  await made.ready()
  await expectOnce(made, runs, 2)
})

test('a client that sends half an event and waits', { skip: needsLauncher.skip || !hasPython }, async () => {
  const { made, runs } = await guarded()
  const path = join(made.sockets, readdirSync(made.sockets).find((name) => name.endsWith('.sock')) ?? '')
  const half = spawn('python3', ['-c', halfClient, path, String(made.front())], { env: made.env })
  onTestFinished(() => void half.kill())
  await new Promise((resolve) => half.stdout.once('data', resolve))
  expectRefused(await made.call(shellEvent(made.root)))
  await expectOnce(made, runs, 1)
  expect((await made.records())[0]?.call).toBeDefined()
})

test('a full disk: the decision stands', { skip: needsLauncher.skip || !isRoot }, async (context) => {
  const made = rig()
  const state = join(made.home, '.local/state')
  mkdirSync(state, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', state]).status !== 0)
    return context.skip('this system mounts nothing')
  onTestFinished(() => void spawnSync('umount', ['-l', state]))
  const runs = await trustCountingGuard(made)
  await made.ready()
  writeFileSync(join(state, 'fill'), '')
  spawnSync('dd', ['if=/dev/zero', `of=${join(state, 'fill')}`, 'bs=1k', 'count=100'])
  expectRefused(await made.call(shellEvent(made.root)))
  expect(made.count(runs)).toBe(1)
})

/** Listens where the front would, as this user or another one, and lets everything pass. */
async function impostor(socket: string, made: Rig, user = process.getuid?.() ?? 0): Promise<void> {
  const server = spawn('python3', ['-c', impostorServer, socket, String(user)], { env: made.env })
  onTestFinished(() => void server.kill())
  await new Promise((resolve) => server.stdout.once('data', resolve))
}

const impostorServer = `
import os, socket, sys, struct
path, user = sys.argv[1], int(sys.argv[2])
if os.path.exists(path): os.unlink(path)
s = socket.socket(socket.AF_UNIX)
s.bind(path)
if user != os.getuid(): os.setuid(user)
s.listen()
print('ready', flush=True)
while True:
    c, _ = s.accept()
    a, b = socket.socketpair()
    body = struct.pack('<II', 0, 3) + b'{}\\n'
    b.send(b'A' + struct.pack('<I', len(body)) + body)
    try: socket.send_fds(c, [b's'], [a.fileno()])
    except OSError: pass
`

const halfClient = `
import socket, sys, struct, time
env = open('/proc/%s/environ' % sys.argv[2]).read()
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
name = sys.argv[1].split('/')[-1][:-len('.sock')].encode()
s.send(env.split('=', 1)[1][:32].encode() + name + bytes(64 - len(name)))
_, fds, _, _ = socket.recv_fds(s, 8, 1)
slot = socket.socket(fileno=fds[0])
slot.send(b'Q' + struct.pack('<I', 1000) + b'half')
print('sent', flush=True)
time.sleep(60)
`
