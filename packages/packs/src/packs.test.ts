import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import type { Pack, PackCanary } from '@hookline/core/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { packs } from './packs.ts'
import { casesOf } from './testing/pack-cases.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-packs-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0

async function engine(settings: object) {
  const root = join(scratch, String(count++), 'work')
  mkdirSync(join(root, '.hookline'), { recursive: true })
  // A fixed branch, so that no case depends on the repository of this file.
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/topic\n')
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify({ version: 1, packs: settings }))
  const home = join(root, '..', 'home')
  const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', onAsk: 'host', watch: false })
  const verdict = async ({ event, input }: PackCanary) => {
    const effect = await hooks.fire(event, input(root) as never)
    const failed = effect.runs.find(({ outcome }) => outcome.kind === 'failed')
    return failed === undefined ? effect.verdict : `failed: ${failed.stderr}`
  }
  return { root, hooks, verdict }
}

const usualOf = (parameters: Pack['parameters']) =>
  Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))

describe.each(packs)('$name', ({ name, parameters, hooks: hooksOf, canaries }) => {
  const own = casesOf(name)

  // A pack that refuses nothing has no cases, which the last test of this table checks.
  if (own.length > 0)
    test('decides its cases as expected', async () => {
      for (const { parameters: given = {}, cases } of own) {
        const { hooks, verdict } = await engine({ [name]: given })
        expect(hooks.problems).toEqual([])
        const got: Record<string, string> = {}
        for (const one of cases) got[`${one.event} ${one.says}`] = await verdict(one)
        expect(got).toEqual(Object.fromEntries(cases.map((one) => [`${one.event} ${one.says}`, one.wants])))
        await hooks.close()
      }
    })

  if (own.length > 0)
    test('has at least as many allowed cases as others', () => {
      const all = own.flatMap(({ cases }) => cases)
      const pass = all.filter(({ wants }) => wants === 'allow').length
      expect(pass).toBeGreaterThanOrEqual(all.length - pass)
      expect(pass).toBeGreaterThan(0)
    })

  test('passes its own canaries', async () => {
    const usual = usualOf(parameters)
    const { hooks, verdict } = await engine({ [name]: {} })
    for (const one of canaries(usual)) expect([one.says, await verdict(one)]).toEqual([one.says, one.wants])
    await hooks.close()
  })

  test('has cases if it refuses something', () => {
    expect(own.length > 0).toBe(hooksOf(usualOf(parameters)).some(({ pure }) => pure === true))
  })

  test('has unique hook names, and a default and a description for every parameter', () => {
    const usual = usualOf(parameters)
    const names = hooksOf(usual).map((hook) => hook.name)
    expect(new Set(names).size).toBe(names.length)
    for (const [key, { schema, doc }] of Object.entries(parameters)) {
      expect([key, schema.default]).not.toEqual([key, undefined])
      expect(doc).toMatch(/\.$/)
    }
  })
})

test('names the rule, the reason and an alternative; only the person learns how to change the setting', async () => {
  const { hooks, root } = await engine({ 'protect-files': {} })
  const effect = await hooks.fire('beforeShellExecution', { command: 'cat .env', cwd: root, sandbox: false })
  expect(effect.userMessage).toContain('protect-files/deny: .env is protected (.env)')
  expect(effect.userMessage).toContain('hookline add protect-files --set allow+=.env')
  expect(effect.agentMessage).toContain('Ask the person')
  expect(effect.agentMessage).not.toContain('hookline add')
  await hooks.close()
})

test('redacts a read if enabled, and keeps the rest of the text', async () => {
  const { hooks, root } = await engine({ 'secret-scan': { action: 'redact' } })
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  const input = { file_path: join(root, 'a.ts'), content: `a\nconst t = '${token}'\nb`, attachments: [] }
  const effect = await hooks.fire('beforeReadFile', input)
  expect(effect.kind).toBe('proceed')
  expect(effect.input.content).toBe("a\nconst t = '[redacted:github]'\nb")
  await hooks.close()
})

test('asks about a commit on a protected branch', async () => {
  const { hooks, root, verdict } = await engine({ 'git-policy': {} })
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
  const commit = (command: string): PackCanary => ({
    event: 'beforeShellExecution',
    says: command,
    wants: 'ask',
    input: () => ({ command, cwd: root, sandbox: false }),
  })
  expect(await verdict(commit('git commit -m x'))).toBe('ask')
  expect(await verdict(commit('git push'))).toBe('ask')
  expect(await verdict(commit('git status'))).toBe('allow')
  await hooks.close()
})

test("needs no -S if git's settings sign commits", async () => {
  const { hooks, root, verdict } = await engine({ 'git-policy': { gpg: true } })
  const commit = (wants: 'allow' | 'deny', command = 'git commit -m x'): PackCanary => ({
    event: 'beforeShellExecution',
    says: command,
    wants,
    input: () => ({ command, cwd: root, sandbox: false }),
  })
  expect(await verdict(commit('deny'))).toBe('deny')
  writeFileSync(join(root, '.git/config'), '[core]\n\tbare = false\n[commit]\n\tgpgSign = true ; always\n')
  expect(await verdict(commit('allow'))).toBe('allow')
  expect(await verdict(commit('deny', 'git commit --no-gpg-sign -m x'))).toBe('deny')
  writeFileSync(join(root, '.git/config'), '[commit]\n\tgpgsign = no\n')
  expect(await verdict(commit('deny'))).toBe('deny')
  await hooks.close()
})

test('removes secrets from the result of an MCP tool before the model reads it', async () => {
  const { hooks, root } = await engine({ 'secret-scan': {} })
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  const used = (tool_name: string, tool_output: string) =>
    hooks.fire('postToolUse', { tool_name, tool_input: {}, tool_output, tool_use_id: 't', cwd: root, duration: 1 })
  const result = JSON.stringify({ content: [{ type: 'text', text: `token ${token}` }] })
  expect((await used('MCP:get', result)).reply.updated_mcp_tool_output).toEqual({
    content: [{ type: 'text', text: 'token [redacted:github]' }],
  })
  expect((await used('MCP:get', '{"content":[]}')).reply).toEqual({})
  // Results of other tools cannot be replaced, so the model gets an instruction.
  expect((await used('Shell', JSON.stringify({ output: token, exitCode: 0 }))).context).toMatch(
    /^secret-scan\/results: It contains a github token\. Do not repeat it/,
  )
  expect((await used('Shell', '{"output":"fine","exitCode":0}')).context).toBeUndefined()
  await hooks.close()
})

test('a pack that starts programs or sends requests says which of its hooks need their caller', () => {
  const outside = /child_process|core\/git'|runProgram|\bpost\(/
  const found = packs.filter(({ name }) =>
    readdirSync(new URL(name, import.meta.url))
      .filter((file) => file.endsWith('.ts') && !/(test|cases)\.ts$/.test(file))
      .some((file) => outside.test(readFileSync(new URL(`${name}/${file}`, import.meta.url), 'utf8'))),
  )
  const says = found.map(({ name, parameters, hooks }) => {
    const all = hooks({ ...usualOf(parameters), telemetry: true, tab: true, on: ['denied'] })
    return [name, ...all.flatMap((hook) => (hook.needsCaller === true ? [hook.name] : []))]
  })
  expect(says.toSorted()).toEqual([
    ['format-on-edit', 'edits', 'tab-edits'],
    ['notify', 'stops', 'refusals'],
    ['session-context', 'context'],
    ['track-stop', 'telemetry'],
    ['verify-on-stop', 'checks'],
  ])
})
