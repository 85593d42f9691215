import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const own = '.hookline/hookline.json'
function withPack(settings: object, pack = 'git-policy'): Sandbox {
  const scratch = sandbox()
  scratch.write(own, { version: 1, packs: { [pack]: settings } })
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
interface RuleJson {
  readonly id: string
  readonly level: string
  readonly from: string
  readonly used: boolean
}
const rulesOf = (scratch: Sandbox, ...args: readonly string[]): readonly RuleJson[] =>
  JSON.parse(scratch.hookline(['rules', ...args, '--json']).stdout).rules
const ruleOf = (scratch: Sandbox, id: string) => rulesOf(scratch).find((rule) => rule.id === id)
const verdict = (scratch: Sandbox, command: string): string =>
  JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--set', `command=${command}`, '--json']).stdout).kind

describe('hookline rules', () => {
  it('shows the one rule that a message names', () => {
    const scratch = withPack({ rules: { 'no-verify': 'monitor' } })
    expect(rulesOf(scratch, 'git-policy/no-verify')).toMatchObject([{ id: 'git-policy/no-verify', level: 'monitor' }])
    const { stdout, stderr } = scratch.hookline(['rules', 'git-policy/no-verify'])
    expect(stdout).toMatch(/^git-policy .*\n {2}monitor \* +no-verify .*\n.*\n$/)
    expect(stderr).toContain('hookline add git-policy --set rules.no-verify=ask')
  })

  it('suggests the nearest rule', () => {
    const { code, stderr } = withPack({}).hookline(['rules', 'git-policy/no-verfy'])
    expect(code).toBe(64)
    expect(stderr).toContain('git-policy has no rule "no-verfy". Did you mean git-policy/no-verify?')
  })

  it('lists what each rule does, whether its file sets it, and an example', () => {
    const scratch = withPack({ forcePush: 'ask', rules: { 'no-verify': 'monitor' } })
    expect(ruleOf(scratch, 'git-policy/force-push')).toMatchObject({
      level: 'ask',
      from: 'default',
      used: true,
      source: 'project',
      file: join(scratch.root, own),
      event: 'beforeShellExecution',
      example: 'git push --force origin my-feature',
    })
    expect(ruleOf(scratch, 'git-policy/no-verify')).toMatchObject({ level: 'monitor', from: 'file' })
    expect(ruleOf(scratch, 'protect-files/deny')).toMatchObject({ level: 'deny', from: 'default', used: false })
    const { stdout, code } = scratch.hookline(['rules', 'git-policy'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^git-policy {2}project \.hookline\/hookline\.json:\d+\n/)
    expect(stdout).toMatch(/ask +force-push +a force push/)
    expect(stdout).toMatch(/monitor \* +no-verify/)
  })

  it('shows until when a pack is off', () => {
    const scratch = withPack({})
    scratch.hookline(['disable', 'git-policy', '--for', '30m'])
    expect(scratch.hookline(['rules', 'git-policy']).stdout).toMatch(
      /^git-policy {2}project .*:\d+, disabled: switched off until \d\d:\d\d; run: hookline enable git-policy\n/,
    )
  })

  it('shows the file of each level if a pack is in two files', () => {
    const scratch = withPack({ rules: { lease: 'deny' } })
    scratch.hookline(['add', 'git-policy', '--user', '--set', 'rules.lease=ask', '--yes'])
    const levels = rulesOf(scratch, 'git-policy').filter(({ id }) => id === 'git-policy/lease')
    expect(levels).toMatchObject([
      { level: 'deny', source: 'project' },
      { level: 'ask', source: 'user' },
    ])
  })

  it('says that a pack without rules refuses nothing, and suggests a name', () => {
    expect(sandbox().hookline(['rules', 'notify']).stderr).toContain('notify has no rules')
    expect(sandbox().hookline(['rules', 'gitpolicy'])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Did you mean git-policy?'),
    })
  })
})

describe('hookline add --set rules.<rule>', () => {
  it('sets one rule, keeps the others and the comments, and proves it', () => {
    const scratch = sandbox()
    const file = scratch.write(
      own,
      '{\n  "packs": { "git-policy": { "rules": {\n    // ours\n    "lease": "deny"\n  } } }\n}\n',
    )
    const { code, stderr } = scratch.hookline(['add', 'git-policy', '--set', 'rules.force-push=ask', '--yes'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('cases are decided correctly') })
    expect(stderr).not.toContain('FAILED')
    expect(readFileSync(file, 'utf8')).toContain('// ours')
    const rules = () => ruleOf(scratch, 'git-policy/force-push')
    expect(rules()).toMatchObject({ level: 'ask', from: 'file' })
    expect(ruleOf(scratch, 'git-policy/lease')).toMatchObject({ level: 'deny' })
    scratch.hookline(['add', 'git-policy', '--set', 'rules.force-push=default', '--yes'])
    expect(rules()).toMatchObject({ level: 'deny', from: 'default' })
  })

  it.each([
    ['rules.force-pusch=ask', 'git-policy has no rule "force-pusch". Did you mean force-push?'],
    ['rules.force-push=never', 'rules.force-push must be deny, ask, allow, monitor or default, got "never"'],
    ['protected.main=ask', 'protected of git-policy has no members'],
    ['protected-=trunk', 'protected of git-policy does not contain "trunk"'],
    ['forcePush-=deny', 'forcePush of git-policy is not a list, so -= does not work'],
  ])('%s is wrong usage', (set, message) => {
    const { code, stderr } = sandbox().hookline(['add', 'git-policy', '--set', set, '--yes'])
    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining(message) })
  })

  it('removes from a list with -=', () => {
    const scratch = sandbox()
    scratch.hookline(['add', 'git-policy', '--set', 'protected-=production,master', '--yes'])
    const { packs } = JSON.parse(readFileSync(join(scratch.root, own), 'utf8'))
    expect(packs['git-policy']).toEqual({ protected: ['main', 'release/*'] })
  })

  it('records what a rule in monitor mode would have decided, and lets it pass', () => {
    const scratch = withPack({ rules: { 'force-push': 'monitor' } })
    expect(verdict(scratch, 'git push --force origin topic')).toBe('proceed')
    const { stdout } = scratch.hookline(['explain', 'git push --force origin topic'])
    expect(stdout).toContain('git-policy/git-monitor')
    expect(stdout).toContain('monitor')
  })
})

describe('hookline disable', () => {
  it('turns a rule off for a time, and the others stay on', () => {
    const scratch = withPack({})
    const { code, stderr } = scratch.hookline(['disable', 'git-policy/force-push', '--for', '30m'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Off until .*: the rule git-policy\/force-push/),
    })
    expect(verdict(scratch, 'git push --force origin topic')).toBe('proceed')
    expect(verdict(scratch, 'git push --no-verify origin topic')).toBe('refuse')
    expect(ruleOf(scratch, 'git-policy/force-push')).toMatchObject({ level: 'allow', from: 'disabled' })
    expect(scratch.hookline(['list']).stdout).toMatch(
      /the rule force-push is off until .*hookline enable git-policy\/force-push/,
    )
    expect(scratch.hookline(['enable', 'git-policy/force-push']).stderr).toContain('On: git-policy/force-push')
    expect(verdict(scratch, 'git push --force origin topic')).toBe('refuse')
  })

  it('turns a pack off with all its hooks, here and not in another workspace', () => {
    const scratch = withPack({}, 'protect-files')
    scratch.write('../other/.hookline/hookline.json', { version: 1, packs: { 'protect-files': {} } })
    scratch.hookline(['trust', 'add', join(scratch.root, '../other'), '--yes'])
    expect(scratch.hookline(['disable', 'protect-files', '--json']).code).toBe(0)
    const states = (dir: string) =>
      JSON.parse(scratch.hookline(['list', '--json', '--cwd', join(scratch.root, dir)]).stdout).entries.map(
        (entry: { held?: { why: string } }) => entry.held?.why,
      )
    expect(new Set(states('.'))).toEqual(new Set(['disabled']))
    expect(new Set(states('../other'))).toEqual(new Set([undefined]))
    scratch.hookline(['enable', 'protect-files'])
    expect(new Set(states('.'))).toEqual(new Set([undefined]))
    expect(scratch.hookline(['enable', 'protect-files']).stderr).toContain('was not disabled')
  })

  it('leaves a managed pack on, and suggests the name of a rule', () => {
    const scratch = sandbox()
    scratch.write('managed/hookline.json', { version: 1, packs: { 'git-policy': {} } })
    const env = { HOOKLINE_ENTERPRISE_DIR: join(scratch.root, 'managed') }
    for (const name of ['git-policy', 'git-policy/force-push']) {
      const { code, stderr } = scratch.hookline(['disable', name], { env })
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('comes from your organisation') })
    }
    const { code, stderr } = withPack({}).hookline(['disable', 'git-policy/force-pusch'])
    expect({ code, stderr }).toEqual({
      code: 64,
      stderr: expect.stringContaining('Did you mean git-policy/force-push?'),
    })
  })
})
