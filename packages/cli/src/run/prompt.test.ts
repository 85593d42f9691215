import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, type Script, startModelServer } from '@hookline/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bin, type CommandResult, hooksFile, type Sandbox, sandbox, withoutCode } from '../testing/cli.ts'

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script, { key: 'the-key' })
  onTestFinished(() => server.close())
  return server
}

function configure(scratch: Sandbox, baseUrl: string): void {
  const local = { type: 'openai-compatible', baseUrl, apiKeyEnv: 'LOCAL_KEY', prices: { input: 1, output: 5 } }
  scratch.write('../home/config/hookline/hookline.json', {
    models: { default: 'local:judge', providers: { local } },
    hooks: { beforeShellExecution: [{ type: 'prompt', name: 'no-push', prompt: 'Does this push?', timeout: 30 }] },
  })
}

/** Not `spawnSync`: the server answers in this process. */
function hookline(scratch: Sandbox, args: readonly string[], stdin = '', env = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: scratch.root,
    env: { ...scratch.env, LOCAL_KEY: 'the-key', ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.end(stdin)
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })))
}
const payload = (command: string) => JSON.stringify({ hook_event_name: 'beforeShellExecution', command, cwd: '/' })

describe('a prompt hook under `hookline run`', () => {
  it('asks the model through the bundled command, and says nothing beside the answer', async () => {
    const scratch = sandbox()
    const server = await serve(() => ({ json: { ok: false, reason: 'it pushes' }, usage: { input: 800, output: 20 } }))
    configure(scratch, server.baseUrl)
    const { code, stdout, stderr } = await hookline(scratch, ['run', '--host', 'cursor'], payload('git push'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(withoutCode(JSON.parse(stdout))).toEqual({
      permission: 'deny',
      user_message: 'it pushes',
      agent_message: 'it pushes',
    })
    const log = await hookline(scratch, ['log', '--json'])
    const [record] = JSON.parse(log.stdout).records
    expect(record.runs[0].usage).toEqual({
      model: 'local:judge',
      inputTokens: 800,
      outputTokens: 20,
      usd: 0.0009,
      cached: false,
    })
    const shown = await hookline(scratch, ['log', record.id])
    expect(shown.stdout).toContain('local:judge · 800 in, 20 out · $0.0009')
  })

  it('loads no provider where no prompt hook runs', async () => {
    const scratch = sandbox()
    scratch.write('../home/.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'true' }] }))
    const coverage = join(scratch.directory, 'coverage')
    mkdirSync(coverage)
    await hookline(scratch, ['run', '--host', 'cursor'], payload('ls'), { NODE_V8_COVERAGE: coverage })
    const loaded = readdirSync(coverage).flatMap((name) =>
      (JSON.parse(readFileSync(join(coverage, name), 'utf8')).result as { url: string }[]).map(({ url }) => url),
    )
    expect(loaded.some((url) => url.includes('/core-'))).toBe(true)
    expect(loaded.filter((url) => /@ai-sdk|packages\/models\/|bundle\/prompt-/.test(url))).toEqual([])
  })
})
