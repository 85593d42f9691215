import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bin } from '../testing/cli.ts'
import { provideExamplePrograms } from '../testing/interpreters.ts'

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url))
const hooks = join(examples, 'project/.cursor/hooks')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-examples-')))
const { directory, PATH, yaml } = provideExamplePrograms()
if (!yaml)
  console.warn(
    'SKIPPED: kube_guard.py and from-hookify are not tested, because there is no python3 with PyYAML. Run: apt-get install python3-yaml',
  )
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
  rmSync(directory, { recursive: true, force: true })
})

function hookline(example: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: join(examples, example),
    env: { PATH, HOME: base },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const named =
  `format.sh audit.sh block-git.sh session-init.sh approve-network.sh validate-tool.sh audit-tool.sh validate-shell.sh
  validate-subagent.sh validate-explore.sh audit-subagent.sh redact-secrets-tab.sh format-tab.sh validate-command.sh
  audit-log.sh track-stop.ts kube_guard.py`.split(/\s+/)

test('every example that the contract names exists, is configured, and has a test', () => {
  const wiring = readFileSync(join(hooks, '../hooks.json'), 'utf8')
  const tests = readdirSync(hooks).filter((name) => name.endsWith('.hooktest.yaml'))
  for (const name of named) {
    expect(statSync(join(hooks, name)).mode & 0o111, name).toBe(name.endsWith('.ts') ? 0 : 0o111)
    expect(wiring).toContain(`.cursor/hooks/${name}`)
    expect(tests).toContain(`${name.replace(/\.\w+$/, '')}.hooktest.yaml`)
  }
})

test('no example needs jq', () => {
  for (const name of readdirSync(hooks).filter((file) => file.endsWith('.sh')))
    expect(readFileSync(join(hooks, name), 'utf8')).not.toMatch(/\bjq\b/)
})

const listTests = (example: string): readonly string[] =>
  readdirSync(join(examples, example, '.cursor/hooks'))
    .filter((name) => name.endsWith('.hooktest.yaml') && (yaml || !name.startsWith('kube_guard')))
    .map((name) => `.cursor/hooks/${name}`)

test.each(['project', 'milliseconds', ...(yaml ? ['from-hookify'] : [])])(
  'all tests of examples/%s pass, and each hook runs',
  (example) => {
    const files = listTests(example)
    const { status, stdout, stderr } = hookline(
      example,
      'test',
      '--untrusted',
      ...(yaml ? ['--coverage'] : []),
      ...files,
    )
    expect({ status, failed: stdout.split('\n').filter((line) => line.includes('✗')), stderr }).toMatchObject({
      status: 0,
      failed: [],
    })
    if (yaml) expect(stdout).toMatch(/^ {2}(\d+) of \1 hooks ran/m)
    expect(stdout).toMatch(/^\d+ passed · /m)
  },
  300_000,
)

// Without python3 the linter warns that it is missing.
test.skipIf(!yaml).each(['project', 'from-hookify'])('examples/%s has no error and no warning', (example) => {
  const { status, stdout } = hookline(example, 'check', '--json')
  expect(status).toBe(0)
  expect(stdout).not.toMatch(/"(error|warning)"/)
})

test('a timeout of 5000 gives a warning in each of the two entries, and can be fixed', () => {
  const { stdout } = hookline('milliseconds', 'check')
  expect(stdout.match(/warning {2}timeout-unit .* looks like milliseconds/g)).toHaveLength(2)
  expect(stdout).toContain('2 warnings · 2 fixable')
})

test('examples/from-hookify is the output of the importer for its rules', () => {
  const copy = join(base, 'from-hookify')
  cpSync(join(examples, 'from-hookify/.claude'), join(copy, '.claude'), { recursive: true })
  const made = spawnSync(process.execPath, [bin, 'import', 'hookify', '--standalone', '--yes'], {
    cwd: copy,
    env: { PATH, HOME: base },
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  const files = ['hooks.json', 'hooks/hookify-block-grep-extended.sh', 'hooks/hookify-no-commit-push.sh']
  const read = (root: string) => files.map((file) => readFileSync(join(root, '.cursor', file), 'utf8'))
  expect(read(join(examples, 'from-hookify'))).toEqual(read(copy))
})

test.skipIf(!yaml)('kube_guard.py asks if PyYAML is missing', () => {
  writeFileSync(join(base, 'yaml.py'), 'raise ImportError("none")\n')
  const input = JSON.stringify({ command: 'kubectl apply -f a.yaml', cwd: base })
  const { stdout } = spawnSync('python3', [join(hooks, 'kube_guard.py')], {
    env: { PATH, PYTHONPATH: base },
    input,
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toMatchObject({
    permission: 'ask',
    user_message: expect.stringContaining('PyYAML is missing'),
  })
})

/** Sends one `stop` event to the script, as an agent would run it. */
async function stop(env: Record<string, string>, status: string) {
  const child = spawn(join(hooks, 'typescript.sh'), [join(hooks, 'track-stop.ts'), '--stop'], {
    env: { PATH: [PATH, dirname(process.execPath)].join(delimiter), TRACK_STOP_DIR: join(base, 'counts'), ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdin.end(JSON.stringify({ conversation_id: '../../c', model: 'm', status, loop_count: 0 }))
  await new Promise((ended) => child.on('close', ended))
  return { reply: JSON.parse(stdout), stderr }
}

test('track-stop.ts sends a summary of each stop, and continues if the server does not respond', async () => {
  const received: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      received.push(JSON.parse(body))
      response.writeHead(received.length === 2 ? 500 : 204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const AGENT_TELEMETRY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/runs`
  expect(await stop({ AGENT_TELEMETRY_URL }, 'error')).toEqual({ reply: {}, stderr: '' })
  const second = await stop({ AGENT_TELEMETRY_URL }, 'error')
  expect(second.reply.followup_message).toContain('once more')
  expect(second.stderr).toContain('answered with 500')
  await new Promise((closed) => server.close(closed))
  expect(received).toMatchObject([
    { status: 'error', failures: 1, failures_in_a_row: 1, retry: false },
    { status: 'error', failures: 2, failures_in_a_row: 2, retry: true },
  ])
  const third = await stop({ AGENT_TELEMETRY_URL }, 'completed')
  expect(third.reply).toEqual({})
  expect(third.stderr).toContain('telemetry was not sent')
  expect(readdirSync(join(base, 'counts'))).toHaveLength(1)
})
