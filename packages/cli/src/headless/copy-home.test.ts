import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findAgent } from '@hookline/core/agents'
import { expect, it, onTestFinished } from 'vitest'
import { cleanEnvironment } from './clean-environment.ts'
import { cacheVariables, copyHome } from './copy-home.ts'

const call = "'/n/node' '/h/hookline.cjs' run --host gemini --installed --from user"

async function copy(name: string, files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-copy-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [from, to] = [join(directory, 'from'), join(directory, 'to')]
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, path)), { recursive: true })
    writeFileSync(join(from, path), text.replaceAll('HOME', from))
  }
  const agent = findAgent(name)
  const headless = await agent?.headless?.()
  if (agent === undefined || headless === undefined) throw new Error(name)
  const copied = copyHome(agent, headless, from, to)
  const read = (path: string) => readFileSync(join(to, path), 'utf8').replaceAll(to, 'TO')
  return { copied, read, caches: cacheVariables(headless, from) }
}

it('keeps the calls of Hookline at their positions and the switches for hooks, and nothing else', async () => {
  const hook = (command: string) => ({ type: 'command', command })
  const settings = {
    security: { auth: { selectedType: 'oauth-personal' } },
    mcpServers: { x: { env: { TOKEN: 'secret' } } },
    hooksConfig: { enabled: false },
    hooks: { BeforeTool: [{ matcher: 'x', hooks: [hook('mine')] }, { hooks: [hook('mine too'), hook(call)] }] },
  }
  const { copied, read } = await copy('gemini', { '.gemini/settings.json': JSON.stringify(settings) })
  expect(copied).toEqual(['.gemini/settings.json'])
  const nothing = hook('exit 0')
  expect(JSON.parse(read('.gemini/settings.json'))).toMatchObject({
    security: { auth: { selectedType: 'gemini-api-key' } },
    hooksConfig: { enabled: false },
    hooks: { BeforeTool: [{ matcher: 'x', hooks: [nothing] }, { hooks: [nothing, hook(call)] }] },
  })
  expect(read('.gemini/settings.json')).not.toContain('secret')
})

it.each([
  ['comments', '{ "hooks": {} } // mine', /\/\/ a comment/],
  ['a trailing comma', '{ "hooks": {}, }', /,\}$/],
  ['a byte order mark', '\uFEFF{ "hooks": {} }', /^\uFEFF\{/],
  ['a syntax error', '{ "hooks": ', /^\{$/],
])('a file with %s stays one, because an agent may not read it', async (_, text, expected) => {
  const { read } = await copy('claude', { '.claude/settings.json': text })
  expect(read('.claude/settings.json')).toMatch(expected)
})

it('keeps which hooks were reviewed, by the paths of the copies, and no other line', async () => {
  const { copied, read } = await copy('codex', {
    '.codex/hooks.json': '{"hooks":{}}',
    '.codex/config.toml':
      'model = "x"\n[features]\nhooks = true\nplugins = true\n[mcp_servers.a.env]\nTOKEN = "secret"\n[hooks.state."HOME/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:1"\n',
  })
  expect(copied).toEqual(['.codex/hooks.json', '.codex/config.toml'])
  expect(read('.codex/config.toml')).toBe(
    '"features"."hooks" = true\n"hooks"."state"."TO/.codex/hooks.json:pre_tool_use:0:0"."trusted_hash" = "sha256:1"\n',
  )
})

it('copies files that are all Hookline, and uses an unpacked program where it is', async () => {
  const { copied, read, caches } = await copy('copilot', {
    '.copilot/hooks/hookline.json': '{"version":1}\n',
    '.copilot/hooks/mine.json': '{}',
    '.copilot/config.json': '{"logged_in_users":["me"],"disableAllHooks":true}',
    '.cache/copilot/pkg/x': '',
  })
  expect(copied).toEqual(['.copilot/hooks/hookline.json', '.copilot/config.json'])
  expect(read('.copilot/hooks/hookline.json')).toBe('{"version":1}\n')
  expect(read('.copilot/config.json')).toBe('{"disableAllHooks":true}')
  expect(Object.keys(caches)).toEqual(['COPILOT_PKG_CACHE_HOME'])
})

it('passes on no variable that could hold a key', () => {
  const env = {
    PATH: '/bin',
    LANG: 'C',
    LC_ALL: 'C',
    OPENAI_API_KEY: 'k',
    AWS_PROFILE: 'p',
    HTTPS_PROXY: 'x',
    HOME: '/h',
  }
  expect(cleanEnvironment({ ...env, XDG_STATE_HOME: '/s', CLAUDECODE: '1', HOOKLINE_API_KEY: 'k' })).toEqual({
    PATH: '/bin',
    LANG: 'C',
    LC_ALL: 'C',
  })
})
