import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { snapshotOf } from '../testing/tree.ts'

const tests = (cases: string) => `event: beforeShellExecution\ncases:\n${cases}`

function createWorkspace(script: string, cases: string): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: '.cursor/hooks/x.sh' }] }))
  scratch.script('.cursor/hooks/x.sh', script)
  scratch.write('x.hooktest.yaml', tests(cases))
  return scratch
}

test('a hook cannot change the real workspace or the real home', () => {
  const { directory, hookline } = createWorkspace(
    [
      'rm -rf "$CURSOR_PROJECT_DIR"/* "$CURSOR_PROJECT_DIR"/.cursor "$HOME"/* 2>/dev/null',
      'echo x > "$CURSOR_PROJECT_DIR/a"; echo x > "$HOME/b"; echo x > .cursor-c; cd .. && echo x > d',
      `echo '{"permission":"allow"}'`,
    ].join('\n'),
    '  - want: { verdict: allow, files: { a: "x\\n", ~/b: "x\\n", .cursor/hooks.json: null } }\n',
  )
  const before = snapshotOf(directory)
  const { code, stdout } = hookline(['test', '--untrusted'])
  expect(stdout).toContain('2 passed')
  expect(code).toBe(0)
  expect(snapshotOf(directory)).toEqual(before)
})

test('a hook has no network if the system can turn it off, and otherwise the result reports it', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = `require("net").connect(${port}, "127.0.0.1").on("connect", () => process.exit(2)).on("error", () => process.exit(0))`
  const { start } = createWorkspace(
    `exec node -e '${connect}'`,
    '  - differs: { 2.3: allow }\n    want: { verdict: allow, ran: [x.sh] }\n',
  )
  const verdict = async (flags: readonly string[]) => {
    const child = start(['test', '--untrusted', '--json', ...flags])
    let text = ''
    child.stdout?.on('data', (chunk) => (text += String(chunk)))
    await once(child, 'close')
    const { network, files } = JSON.parse(text)
    return { network, verdict: files[0].results[0].execution.verdict }
  }
  const contained = await verdict([])
  expect(contained.verdict).toBe(contained.network === 'off' ? 'allow' : 'deny')
  expect(await verdict(['--network'])).toEqual({ network: 'on, because of --network', verdict: 'deny' })
})

test('a hook that exceeds the timeout is stopped', () => {
  const { hookline } = createWorkspace('sleep 600', '  - want: { failed: true, verdict: allow }\n')
  const { code, stdout } = hookline(['test', '--untrusted', '--timeout', '0.3'])
  expect(stdout).toContain('passed')
  expect(code).toBe(0)
})

test('hooks of the user and of the organisation do not run', () => {
  const scratch = createWorkspace('exit 0', '  - want: { verdict: allow, ran: [x.sh] }\n')
  const deny = JSON.stringify(hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
  scratch.write('../home/.cursor/hooks.json', deny)
  scratch.write('../enterprise/hooks.json', deny)
  const { code, stdout } = scratch.hookline(['test', '--untrusted'], {
    env: { HOOKLINE_ENTERPRISE_DIR: join(scratch.directory, 'enterprise') },
  })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('passed') })
})

test('links provide directories that are too large to copy', () => {
  const scratch = createWorkspace('cat node_modules/lib/text; exit 0', '  - want: { verdict: allow, ran: [x.sh] }\n')
  scratch.write('node_modules/lib/text', '{"permission":"allow","user_message":"linked"}')
  scratch.write('x.hooktest.yaml', `links: [node_modules]\n${tests('  - want: { user_message: linked }\n')}`)
  expect(scratch.hookline(['test', '--untrusted']).code).toBe(0)
})

test('--watch runs again after a change, and ends when interrupted', async () => {
  const { root, start } = createWorkspace(`echo '{"permission":"allow"}'`, '  - want: { verdict: allow }\n')
  const child = start(['test', '--untrusted', '--watch'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout?.on('data', (chunk) => (text += String(chunk)))
  const waitFor = async (pattern: RegExp) => {
    while (!pattern.test(text)) await once(child.stdout as NodeJS.ReadableStream, 'data')
  }
  await waitFor(/2 passed · \d+ ms · watching\n/)
  writeFileSync(join(root, '.cursor/hooks/x.sh'), `#!/bin/sh\necho '{"permission":"deny"}'\n`)
  await waitFor(/expected allow, got deny[\s\S]*1 failed · \d+ ms · watching\n/)
  writeFileSync(join(root, 'x.hooktest.yaml'), tests('  - want: { verdict: deny }\n'))
  await waitFor(/watching\n[\s\S]*watching\n[\s\S]*2 passed · \d+ ms · watching\n/)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(130)
  expect(existsSync(root)).toBe(true)
})
