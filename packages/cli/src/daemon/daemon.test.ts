import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, type Rig, rig, shellEvent } from '../testing/launcher.ts'

const counting = (file: string, reply: string) => `#!/bin/sh\ncat > /dev/null\necho x >> '${file}'\necho '${reply}'\n`

/** A workspace whose one hook counts its runs and denies. */
async function guarded(made: Rig, reply = '{"permission":"deny","user_message":"no"}'): Promise<string> {
  const runs = join(made.directory, 'runs')
  made.write('.cursor/hooks/guard.sh', counting(runs, reply), 0o755)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] },
  })
  await made.trust()
  return runs
}

test('an event is answered by the daemon, its hook runs once, and it is recorded once', needsLauncher, async () => {
  const made = rig()
  const runs = await guarded(made)
  await made.ready()
  const { stdout, code } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny', user_message: expect.stringMatching(/^no\nTo let/) })
  expect([code, made.count(runs)]).toEqual([0, 1])
  const records = await made.records()
  expect(records.map(({ verdict, call }) => [verdict, typeof call])).toEqual([['deny', 'string']])
})

test('a hook gets the environment, the directory and the depth of the caller', needsLauncher, async () => {
  const made = rig()
  const seen = join(made.directory, 'seen')
  made.write(
    '.cursor/hooks/env.sh',
    `#!/bin/sh\ncat > /dev/null\nenv > '${seen}'\npwd >> '${seen}'\nulimit -n >> '${seen}'\numask >> '${seen}'\nls /proc/self/fd >> '${seen}'\n`,
    0o755,
  )
  made.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: '.cursor/hooks/env.sh' }] } })
  await made.trust()
  await made.ready()
  const payload = {
    hook_event_name: 'stop',
    conversation_id: 'c',
    workspace_roots: [made.root],
    status: 'completed',
    loop_count: 0,
  }
  const env = { MARK: 'of the caller', HOOKLINE_DEPTH: '3' }
  // The agent has left a descriptor open.
  await made.call(payload, { env, within: ['/bin/sh', '-c', 'exec 9< /etc/hosts; exec "$@"', 'sh'] })
  const lines = readFileSync(seen, 'utf8').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['MARK=of the caller', 'HOOKLINE_DEPTH=4', made.root]))
  expect(lines).not.toContain('9')
  expect((await made.records())[0]?.call).toBeDefined()
  // Other limits, another daemon: until it runs, `run` answers.
  const within = ['/bin/sh', '-c', 'ulimit -n 77; umask 027; exec "$@"', 'sh']
  await made.call(payload, { env, within })
  expect(readFileSync(seen, 'utf8').split('\n')).toEqual(expect.arrayContaining(['MARK=of the caller', '77', '0027']))
})

test('a changed script stops its hook at once, and approval starts it again', needsLauncher, async () => {
  const made = rig()
  const runs = await guarded(made)
  await made.ready()
  await made.call(shellEvent(made.root))
  made.write('.cursor/hooks/guard.sh', counting(runs, '{"permission":"allow"}'), 0o755)
  const { stdout } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny' })
  expect(made.count(runs)).toBe(1)
  await made.trust()
  const again = await made.call(shellEvent(made.root))
  expect([JSON.parse(again.stdout).permission, made.count(runs)]).toEqual(['allow', 2])
})

test('exit codes, stderr and bad payloads are those of run', needsLauncher, async () => {
  const made = rig()
  await made.ready()
  for (const payload of [
    '',
    'no json',
    '[]',
    '{"hook_event_name":"beforeShellExecution"}',
    Buffer.from([0xff, 0xfe]),
  ]) {
    const served = await made.call(payload)
    const alone = await made.call(payload, { env: { XDG_RUNTIME_DIR: '/nonexistent' } })
    expect({ ...served, ms: 0 }).toEqual({ ...alone, ms: 0 })
    expect(served.code).toBe(2)
  }
  // A stream that cannot be read is not an empty one.
  const { stderr } = await made.call('', { within: ['/bin/sh', '-c', 'exec "$@" < /', 'sh'] })
  expect(stderr).toContain('stdin could not be read')
})

test('wrong usage is reported as by run', needsLauncher, async () => {
  const made = rig()
  await made.ready()
  const { code, stderr } = await made.call('{}', { args: ['--host', 'nobody'] })
  expect([code, stderr]).toEqual([64, expect.stringContaining('there is no host "nobody"')])
})

test('a payload of 20 MB gets the same answer', needsLauncher, async () => {
  const made = rig()
  const runs = await guarded(made)
  await made.ready()
  const { stdout, code } = await made.call(shellEvent(made.root, 'true', { extra: 'x'.repeat(20 * 2 ** 20) }))
  expect([JSON.parse(stdout).permission, code, made.count(runs)]).toEqual(['deny', 0, 1])
})

test('a signal to the launcher ends the hook, and the exit code names it', needsLauncher, async () => {
  const made = rig()
  const runs = join(made.directory, 'runs')
  made.write('.cursor/hooks/slow.sh', `#!/bin/sh\necho x >> '${runs}'\nsleep 6000\necho late >> '${runs}'\n`, 0o755)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/slow.sh' }] },
  })
  await made.trust()
  await made.ready()
  let pid = 0
  const answered = made.call(shellEvent(made.root), { onSpawn: (started) => (pid = started) })
  await expect.poll(() => made.count(runs)).toBe(1)
  process.kill(pid, 'SIGTERM')
  const { code } = await answered
  expect(code).toBe(143)
  expect((await made.records()).length).toBe(1)
})

test('a hook ends while the output of another one waits for the daemon', needsLauncher, async () => {
  const made = rig()
  const pid = join(made.directory, 'pid')
  const loud = `#!/bin/sh
cat > /dev/null
daemon=$(cat '${pid}')
kill -STOP $daemon
(sleep 1; kill -CONT $daemon) > /dev/null 2>&1 &
head -c 900000 /dev/zero | tr '\\0' ' '
echo '{"permission":"deny","user_message":"loud"}'
`
  made.write('.cursor/hooks/loud.sh', loud, 0o755)
  made.write('.cursor/hooks/short.sh', '#!/bin/sh\ncat > /dev/null\nsleep 0.4\necho "{}"\n', 0o755)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/loud.sh' }, { command: '.cursor/hooks/short.sh' }] },
  })
  await made.trust()
  await made.ready()
  made.write(pid, String(made.daemon()))
  const { stdout } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny', user_message: expect.stringMatching(/^loud/) })
  const [record] = await made.records()
  expect(record?.failures).toBe(0)
  expect(record?.call).toBeDefined()
})
