/** What a process of the same user can try: no gate opens, nothing runs outside its confinement, no record is lost. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
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

const needsPython = { skip: needsLauncher.skip || spawnSync('python3', ['--version']).status !== 0 }

async function guarded(): Promise<{ readonly made: Rig; readonly runs: string }> {
  const made = rig()
  const runs = await trustCountingGuard(made)
  await made.ready()
  return { made, runs }
}

const expectDenied = ({ stdout }: CallResult): void => expect(JSON.parse(stdout).permission).toBe('deny')

/** Starts a program in Python and waits for its first line. */
async function python(program: string, args: readonly string[], made: Rig): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn('python3', ['-c', program, ...args], { env: made.env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

test('a stopped daemon and an event that its socket cannot hold', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const daemon = made.daemon()
  process.kill(daemon, 'SIGSTOP')
  const result = await made.call(shellEvent(made.root, 'true', { extra: 'x'.repeat(4 * 2 ** 20) }))
  process.kill(daemon, 'SIGCONT')
  expectDenied(result)
  expect([made.count(runs), (await made.records()).length]).toEqual([1, 1])
})

test('a daemon that was started under a limit on files does not answer callers without it', needsLauncher, async () => {
  const { made } = await guarded()
  process.kill(made.front(), 'SIGTERM')
  await expect.poll(() => made.front()).toBe(0)
  const within = ['/bin/sh', '-c', 'trap \'\' XFSZ; ulimit -f 0; exec "$@"', 'sh']
  await made.call(shellEvent(made.root), { within })
  await pause(500)
  const before = (await made.records()).length
  for (let at = 0; at < 3; at++) expectDenied(await made.call(shellEvent(made.root)))
  expect((await made.records()).length).toBe(before + 3)
})

test.each(['-n 30', '-f 0'])(
  'a caller with the limit %s is answered by a process of its own',
  needsLauncher,
  async (limit) => {
    const made = rig()
    await trustGuard(made, `echo '{"permission":"deny"}'`)
    const within = ['/bin/sh', '-c', `ulimit ${limit}; exec "$@"`, 'sh']
    for (const command of ['npm test', 'x'.repeat(100_000)]) {
      const answered = await made.call(shellEvent(made.root, command), { within })
      expectDenied(answered)
      expect(answered.code).toBe(0)
    }
    expect(existsSync(made.sockets)).toBe(false)
  },
)

test('a link to the socket of another daemon', needsLauncher, async () => {
  const { made, runs } = await guarded()
  const path = made.socket()
  await made.ready({ HOOKLINE_OTHER: '1' })
  const other = readdirSync(made.sockets).find((name) => name.endsWith('.sock') && !path.endsWith(name)) ?? ''
  renameSync(path, `${path}.old`)
  symlinkSync(join(made.sockets, other), path)
  expectDenied(await made.call(shellEvent(made.root)))
  expect(made.count(runs)).toBe(1)
  expect((await made.records())[0]?.call).toBeUndefined()
})

test('a process that listened, became the launcher, and lets another one answer', needsPython, async () => {
  const { made, runs } = await guarded()
  const path = made.socket()
  killQuietly(made.front())
  await expect.poll(() => made.front()).toBe(0)
  await python(fakeFront, [path, made.program], made)
  expectDenied(await made.call(shellEvent(made.root)))
  expect([made.count(runs), (await made.records()).length]).toEqual([1, 1])
})

test('a script that is changed through mapped memory, which changes no time of the file', needsPython, async () => {
  const { made } = await guarded()
  const script = made.write('.cursor/hooks/late.sh', `cat > /dev/null; echo '{"permission":"deny" }'\n`)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: 'sh .cursor/hooks/late.sh' }] },
  })
  await made.trust()
  const mapped = await python(mappedWrite, [script], made)
  await pause(200)
  expectDenied(await made.call(shellEvent(made.root)))
  mapped.stdin.write('now\n')
  await new Promise((resolve) => mapped.once('close', resolve))
  expect(readFileSync(script, 'utf8')).toContain('"allow"')
  const { stdout } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout)).toMatchObject({
    permission: 'deny',
    user_message: expect.stringContaining('changed since'),
  })
})

/** Its own process has the launcher's program and a nonce; a child of it holds the socket, lets everything pass, and ends with it. */
const fakeFront = `
import os, socket, sys, struct
path, program = sys.argv[1:]
if os.path.exists(path): os.unlink(path)
s = socket.socket(socket.AF_UNIX)
s.bind(path)
s.listen()
if os.fork() != 0:
    r, w = os.pipe()
    os.set_inheritable(w, True)
    os.dup2(r, 0)
    os.dup2(os.open('/dev/null', os.O_WRONLY), 1)
    os.execve(program, [program, 'run', '--host', 'cursor'], {'HOOKLINE_FRONT_NONCE': 'a' * 32})
print('ready', flush=True)
started_by = os.getppid()
s.settimeout(1)
while os.getppid() == started_by:
    try: c, _ = s.accept()
    except TimeoutError: continue
    a, b = socket.socketpair()
    body = struct.pack('<II', 0, 3) + b'{}\\n'
    b.send(b'A' + struct.pack('<I', len(body)) + body)
    try: socket.send_fds(c, [b'12345678'], [a.fileno()])
    except OSError: pass
`

const mappedWrite = `
import mmap, os, sys
f = os.open(sys.argv[1], os.O_RDWR)
m = mmap.mmap(f, os.fstat(f).st_size)
m[0:1] = m[0:1]
print('mapped', flush=True)
sys.stdin.readline()
m[:] = m[:].replace(b'"deny" ', b'"allow"')
`

test('an agent that blocks signals waits no longer than another one', needsPython, async () => {
  const made = rig()
  const runs = await trustCountingGuard(made)
  await made.ready()
  const blocking =
    'import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); os.execvp(sys.argv[1], sys.argv[1:])'
  const { ms } = await made.call(shellEvent(made.root), { within: ['python3', '-c', blocking] })
  expect([ms < 10_000, made.count(runs)]).toEqual([true, 1])
})
