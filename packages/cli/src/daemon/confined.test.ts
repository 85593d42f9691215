/** A caller that is confined in another way than the daemon is served in its own confinement. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, pause, type Rig, rig, shellEvent, trustCountingGuard, trustGuard } from '../testing/launcher.ts'

const works = (within: readonly string[]) => spawnSync(within[0] ?? '', [...within.slice(1), 'true']).status === 0

/** Restricts itself by Landlock to reading everything and writing only below one directory, then starts the rest. */
const landlock = (allowed: string, isPrivileged = false) => [
  'python3',
  '-c',
  landlockProgram,
  allowed,
  String(isPrivileged),
]
const seccomp = [
  'python3',
  '-c',
  'import ctypes,os,sys\nl=ctypes.CDLL(None)\n' +
    `
class F(ctypes.Structure): _fields_=[('c',ctypes.c_ushort),('t',ctypes.c_ubyte),('f',ctypes.c_ubyte),('k',ctypes.c_uint)]
class P(ctypes.Structure): _fields_=[('n',ctypes.c_ushort),('p',ctypes.POINTER(F))]
a=(F*1)(F(6,0,0,0x7fff0000))
p=P(1,a)
l.prctl(38,1,0,0,0)
assert l.prctl(22,2,ctypes.byref(p),0,0)==0
os.execvp(sys.argv[1],sys.argv[1:])`,
]

const landlockProgram = `
import ctypes, os, struct, sys
l = ctypes.CDLL(None, use_errno=True)
write = 0b1111111110010
attr = struct.pack('Q', write)
ruleset = l.syscall(444, attr, len(attr), 0)
if ruleset < 0: sys.exit(77)
for path in (sys.argv[1], '/dev'):
    fd = os.open(path, os.O_PATH)
    l.syscall(445, ruleset, 1, struct.pack('=Qi', write, fd), 0)
if sys.argv[2] != 'true': l.prctl(38, 1, 0, 0, 0)
if l.syscall(446, ruleset, 0) != 0: sys.exit(77)
os.execvp(sys.argv[3], sys.argv[3:])
`

async function guarded(): Promise<{ readonly made: Rig; readonly seen: string }> {
  const made = rig()
  const seen = join(made.directory, 'seen')
  await trustGuard(
    made,
    `readlink /proc/self/ns/net > '${seen}'\ngrep -E 'NoNewPrivs|Seccomp:' /proc/self/status >> '${seen}'\necho '{"permission":"deny"}'`,
  )
  await made.ready()
  return { made, seen }
}

async function servedBy({ made, within }: { made: Rig; within: readonly string[] }) {
  const { stdout } = await made.call(shellEvent(made.root), { within })
  expect(JSON.parse(stdout).permission).toBe('deny')
  return (await made.records())[0]?.call === undefined ? 'run' : 'daemon'
}

const ways: Readonly<Record<string, readonly string[]>> = {
  'another network namespace': ['unshare', '-n'],
  'another mount namespace': ['unshare', '-m'],
  'another user namespace': ['unshare', '-Ur'],
  'no new privileges': ['setpriv', '--no-new-privs'],
  'fewer capabilities': ['setpriv', '--bounding-set', '-net_raw'],
  'a seccomp filter': seccomp,
}

for (const [name, within] of Object.entries(ways))
  test(`${name}: served by run, in that confinement`, { skip: needsLauncher.skip || !works(within) }, async () => {
    const { made, seen } = await guarded()
    expect(await servedBy({ made, within: [] })).toBe('daemon')
    expect(await servedBy({ made, within })).toBe('run')
    const [network = '', ...status] = readFileSync(seen, 'utf8').split('\n')
    if (name.includes('network')) expect(network).not.toBe(readlinkSync('/proc/self/ns/net'))
    if (name.includes('privileges')) expect(status).toContain('NoNewPrivs:\t1')
    if (name.includes('seccomp')) expect(status.join()).toMatch(/Seccomp:\t2/)
  })

for (const isPrivileged of [false, true])
  test(`a Landlock domain${isPrivileged ? ' of root, which no file shows' : ''}: served by run, and the hook cannot write outside`, {
    skip: needsLauncher.skip || !works(landlock('/tmp', isPrivileged)),
  }, async () => {
    const { made, seen } = await guarded()
    const within = landlock(made.home, isPrivileged)
    const { stdout } = await made.call(shellEvent(made.root), { within })
    // The hook fails to write where it must not, and then denies.
    expect(JSON.parse(stdout).permission).toBe('deny')
    expect(existsSync(seen)).toBe(false)
    expect((await made.records())[0]?.call).toBeUndefined()
  })

test('a daemon that a confined caller starts serves no caller outside, and does not stand in its way', {
  skip: needsLauncher.skip || !works(ways['no new privileges'] ?? []) || !works(landlock('/tmp', true)),
}, async () => {
  for (const within of [ways['no new privileges'] ?? [], landlock('/tmp', true)]) {
    const made = rig()
    const runs = await trustCountingGuard(made)
    await made.call(shellEvent(made.root), { within })
    await pause(500)
    const { stdout } = await made.call(shellEvent(made.root))
    expect([JSON.parse(stdout).permission, made.count(runs)]).toEqual(['deny', 2])
    expect((await made.records()).map(({ call }) => call)).toEqual([undefined, undefined])
  }
})

test("a caller's loader variables do not reach the daemon, only the hooks", needsLauncher, async () => {
  const made = rig()
  const mark = join(made.directory, 'loaded')
  const evil = made.write(join(made.directory, 'evil.cjs'), `require('fs').writeFileSync('${mark}', '')`)
  const env = { NODE_OPTIONS: `--require ${evil}`, LD_PRELOAD: '/nonexistent.so' }
  // Not even where this caller is the one that starts it.
  await made.call(shellEvent(made.root), { env: { LD_PRELOAD: '/nonexistent.so' } })
  await made.ready()
  await made.call(shellEvent(made.root), { env })
  expect(existsSync(mark)).toBe(false)
  expect(readFileSync(`/proc/${made.daemon()}/environ`, 'utf8')).not.toContain('LD_PRELOAD')
})
