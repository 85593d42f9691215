import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type Pack, type PackRule, ruleLevels } from '@hookline/core/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { packs } from './packs.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-rules-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0

async function engine(pack: string, settings: object) {
  const root = join(scratch, String(count++), 'work')
  mkdirSync(join(root, '.hookline'), { recursive: true })
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/topic\n')
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify({ version: 1, packs: { [pack]: settings } }))
  const home = join(root, '..', 'home')
  const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', onAsk: 'host', watch: false })
  return { root, hooks }
}

/** What the pack decides on the example of a rule, and which rules gave the answer. */
async function decideExample(pack: Pack, { example, given = {} }: PackRule, settings: JsonObject = {}) {
  const { root, hooks } = await engine(pack.name, { ...given, ...settings })
  expect(hooks.problems).toEqual([])
  const {
    verdict,
    kind,
    runs,
    context,
    userMessage = '',
    agentMessage = '',
  } = await hooks.fire(example.event, example.input(root) as never)
  await hooks.close()
  const failed = runs.find(({ outcome }) => outcome.kind === 'failed')
  expect(failed?.outcome).toBeUndefined()
  const rules = runs.flatMap(({ rule, entry }) => (rule === undefined ? [] : [[rule, entry.monitor]]))
  return { verdict, kind, rules, context, userMessage, agentMessage }
}

const withRules = packs.filter(({ rules }) => rules !== undefined)
const all = withRules.flatMap((pack) =>
  (pack.rules?.() ?? []).map((rule) => [`${pack.name}/${rule.id}`, pack, rule] as const),
)
/** It cannot refuse, because the tool has run. */
const isResult = ({ example }: PackRule) => example.event === 'postToolUse'

describe('the rules of the packs', () => {
  test('every pack that refuses something has rules with distinct ids, each with a sentence', () => {
    const usual = ({ parameters }: Pack) =>
      Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))
    const refusing = packs.filter((pack) => pack.hooks(usual(pack)).some(({ pure }) => pure === true))
    expect(withRules.map(({ name }) => name)).toEqual(refusing.map(({ name }) => name))
    for (const [id, , { catches }] of all) expect([id, /^[a-z`].*[^.]$/.test(catches)]).toEqual([id, true])
    expect(new Set(all.map(([id]) => id)).size).toBe(all.length)
  })

  test.each(all.filter(([, , rule]) => !isResult(rule)))('%s alone answers its example', async (id, pack, rule) => {
    const { verdict, rules } = await decideExample(pack, rule)
    expect({ verdict, rules }).toEqual({ verdict: rule.example.wants, rules: [[id, false]] })
  })

  // One process judges them all, so a few of the shell guard's stand for the others.
  const some = all.filter(
    ([, { name }, rule]) =>
      !isResult(rule) && (name !== 'shell-guard' || /^(force-push|git|unparsable)$/.test(rule.id)),
  )
  test.each(some)('%s does what its level says', async (id, pack, rule) => {
    const results: Record<string, unknown> = {}
    for (const level of ruleLevels) {
      const { verdict, kind, rules } = await decideExample(pack, rule, { rules: { [rule.id]: level } })
      results[level] = { verdict, kind, rules }
    }
    const canAsk = /^(preToolUse|beforeShellExecution|beforeMCPExecution)$/.test(rule.example.event)
    const refused = { verdict: 'deny', kind: 'refuse', rules: [[id, false]] }
    expect(results).toMatchObject({
      deny: refused,
      ask: canAsk ? { verdict: 'ask', kind: 'ask', rules: [[id, false]] } : refused,
      // Another rule may find something in the same example.
      allow: { rules: expect.not.arrayContaining([[id, false]]) },
      monitor: { rules: expect.arrayContaining([[id, true]]) },
    })
  })

  test('secret-scan/results is a rule of an event that cannot refuse', async () => {
    const [, pack, rule] = all.find(([id]) => id === 'secret-scan/results') ?? []
    if (pack === undefined || rule === undefined) throw new Error('no such rule')
    expect((await decideExample(pack, rule)).context).toContain('secret-scan/results:')
    expect((await decideExample(pack, rule, { rules: { results: 'allow' } })).context).toBeUndefined()
    expect((await decideExample(pack, rule, { rules: { results: 'monitor' } })).context).toBeUndefined()
  })
})

describe('the levels of rules', () => {
  const shell = (pack: string, settings: object) => async (command: string) => {
    const { root, hooks } = await engine(pack, settings)
    const effect = await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
    await hooks.close()
    return effect
  }

  test('the strictest level of all rules that find something wins', async () => {
    const judge = shell('git-policy', { rules: { 'force-push': 'ask', 'no-verify': 'deny', 'on-main': 'allow' } })
    expect((await judge('git push --force origin topic')).verdict).toBe('ask')
    expect((await judge('git push --force --no-verify origin topic')).verdict).toBe('deny')
    expect((await judge('git push origin main')).verdict).toBe('allow')
  })

  test('a level replaces the parameter for the same rule', async () => {
    const judge = shell('git-policy', { forcePush: 'deny', rules: { 'force-push': 'allow', lease: 'deny' } })
    expect((await judge('git push --force origin topic')).verdict).toBe('allow')
    expect((await judge('git push --force-with-lease origin topic')).verdict).toBe('deny')
  })

  test('a rule that a parameter switches off can be switched on by its level', async () => {
    expect((await shell('git-policy', { rules: { conventional: 'ask' } })('git commit -m "did things"')).verdict).toBe(
      'ask',
    )
  })

  test('protect-files goes on to the next rule if one is allowed', async () => {
    const { root, hooks } = await engine('protect-files', { rules: { deny: 'allow' } })
    const write = (file_path: string) =>
      hooks.fire('preToolUse', { tool_name: 'Write', tool_input: { file_path }, tool_use_id: 't', cwd: root })
    expect((await write(join(root, '.env'))).verdict).toBe('allow')
    expect((await write('/hookline-elsewhere/.env')).verdict).toBe('ask')
    await hooks.close()
  })

  test('a rule in monitor mode lets the command pass, and the other rules still refuse', async () => {
    const judge = shell('git-policy', { rules: { 'force-push': 'monitor' } })
    const passed = await judge('git push --force origin topic')
    expect(passed).toMatchObject({ verdict: 'deny', kind: 'proceed', notes: ['monitor'] })
    expect((await judge('git push --force --no-verify origin topic')).kind).toBe('refuse')
  })

  test('the person learns the command that changes the rule, and the model does not', async () => {
    const effect = await shell('git-policy', {})('git push --force origin topic')
    expect(effect.userMessage).toContain('hookline add git-policy --set rules.force-push=ask')
    expect(effect.agentMessage).not.toMatch(/hookline|--set|rules\./)
  })

  test('a wrong id or level is a problem with a suggestion, and the other rules keep their level', async () => {
    const { hooks, root } = await engine('git-policy', {
      rules: { 'force-pusch': 'ask', lease: 'deny', 'on-main': 'never' },
    })
    expect(hooks.problems.map(({ message, hint }) => `${message} ${hint}`)).toEqual([
      expect.stringContaining('`git-policy.rules` has no key `force-pusch`'),
      expect.stringContaining('`git-policy.rules.on-main` is the string "never"'),
    ])
    expect(hooks.problems[0]?.hint).toContain('force-push')
    const command = 'git push --force-with-lease origin topic'
    expect((await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })).verdict).toBe('deny')
    await hooks.close()
  })
})
