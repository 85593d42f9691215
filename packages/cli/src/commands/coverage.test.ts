import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

const hooks = {
  version: 1,
  hooks: {
    beforeShellExecution: [{ command: './guard.sh', name: 'guard' }],
    beforeTabFileRead: [{ command: './tab.sh', name: 'tab' }],
    afterFileEdit: [{ command: './format.sh', name: 'format' }],
  },
}
const prepare = () => {
  const made = sandbox()
  made.write('.cursor/hooks.json', JSON.stringify(hooks))
  return made
}

it('shows for each hook what each agent does with it, and why', () => {
  const { code, stdout } = prepare().hookline(['coverage', 'cursor', 'claude'])
  expect(stdout).toContain('Cursor  Claude Code')
  expect(stdout).toMatch(/guard +beforeShellExecution +✓ +✓/)
  expect(stdout).toMatch(/tab +beforeTabFileRead +✓ +✗/)
  expect(stdout).toMatch(/format +afterFileEdit +· +·/)
  expect(stdout).toContain('✗ Claude Code never reports beforeTabFileRead')
  expect(code).toBe(1)
})
it('includes an agent that only its connection shows, as status does', () => {
  const made = sandbox()
  made.write('.hookline/hookline.json', JSON.stringify(hooks))
  made.hookline(['connect', 'claude', 'qwen', '--yes'])
  const { agents } = JSON.parse(made.hookline(['status', '--json']).stdout)
  const names = Object.keys(JSON.parse(made.hookline(['coverage', '--json']).stdout).policies[0].agents)
  expect(names.toSorted()).toEqual(agents.map(({ name }: { name: string }) => name).toSorted())
})
it('shows the places where one agent works', () => {
  const { stdout } = prepare().hookline(['coverage', 'cursor'])
  expect(stdout).toMatch(/^Cursor\n/)
  expect(stdout).toContain('IDE  CLI  background  subagent  Tab')
  expect(stdout).toMatch(/tab +beforeTabFileRead +✓$/m)
  expect(stdout).toMatch(/guard +beforeShellExecution +✓ +✓ +✓ +✓$/m)
})
it('keeps the names, the events and the agents of a table below one another', () => {
  const { hookline, write } = sandbox()
  const entries = (...names: string[]) => names.map((name) => ({ name, command: 'true' }))
  const wide = 'a name that is wider than the column of the names'
  const hooks = { beforeShellExecution: entries('a', 'a-longer-name', wide), beforeReadFile: entries('middle') }
  write('.cursor/hooks.json', JSON.stringify({ version: 1, hooks }))
  const rows = hookline(['coverage', 'cursor', 'claude'])
    .stdout.split('\n')
    .filter((line) => / before/.test(line))
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map((line) => line.indexOf('before'))).size).toBe(1)
  expect(new Set(rows.map((line) => line.search(/[✓≈·✗]/))).size).toBe(1)
})
it('exits with 0 where every hook is covered', () => {
  const { hookline, write } = sandbox()
  write('.cursor/hooks.json', JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: 'true' }] } }))
  expect(hookline(['coverage', 'claude']).code).toBe(0)
})
it('a hook in the background only observes, in every agent', () => {
  const { hookline, write } = sandbox()
  const entries = [
    { name: 'behind', command: 'true', async: true },
    { name: 'before', command: 'true' },
  ]
  write('../home/config/hookline/hookline.json', { hooks: { postToolUse: entries } })
  const { stdout } = hookline(['coverage', 'claude', '--json'])
  const levels = JSON.parse(stdout).policies.map(
    ({ label, agents }: { label: string; agents: { claude: { level: string } } }) => [label, agents.claude.level],
  )
  expect(levels).toEqual([
    ['behind', 'observed only'],
    ['before', expect.any(String)],
  ])
})
it('without hooks, lists the gates', () => {
  const { stdout } = sandbox().hookline(['coverage', 'claude'])
  expect(stdout).toMatch(/^beforeSubmitPrompt +✓/m)
  expect(stdout).toMatch(/^sessionStart +≈/m)
})
it('gives everything as JSON and as Markdown', () => {
  const { hookline } = prepare()
  const { policies } = JSON.parse(hookline(['coverage', 'claude', '--json']).stdout)
  expect(policies[0]).toMatchObject({
    event: 'beforeShellExecution',
    agents: {
      claude: { level: 'enforced', surfaces: { cli: { deny: { level: 'enforced' }, ask: { level: 'enforced' } } } },
    },
  })
  const { stdout } = hookline(['coverage', '--all', '--markdown'])
  expect(stdout).toContain('| hook | event | agent | IDE | CLI | background | subagent | Tab |')
  expect(stdout).toContain('| guard | `beforeShellExecution` | Claude Code | enforced | enforced |')
})
it('names the known agents for a wrong name', () => {
  const { code, stderr } = sandbox().hookline(['coverage', 'nobody'])
  expect([code, stderr]).toEqual([64, expect.stringContaining('claude')])
})
it('says which agents are known from documents alone', () => {
  const { hookline } = prepare()
  expect(hookline(['coverage', 'windsurf', 'claude']).stdout).toMatch(/\nWindsurf: Known from its documents, [^\n]*\n$/)
  expect(hookline(['coverage', 'claude']).stdout).not.toContain('Known from its documents')
  const { policies } = JSON.parse(hookline(['coverage', 'windsurf', 'claude', '--json']).stdout)
  expect(policies[0].agents).toMatchObject({ windsurf: { proved: false }, claude: { proved: true } })
})
it('an agent that reports only a part of the acts does not cover them', () => {
  const { stdout } = sandbox().hookline(['coverage', 'codex', 'claude'])
  expect(stdout).toMatch(/^beforeReadFile +✗ +✓/m)
  expect(stdout).toContain('Codex: text is read with shell commands, and only images are reported here')
})
it('a part of a pack for completions is no gap in an agent without them', () => {
  const made = sandbox()
  made.hookline(['add', 'protect-files', '--yes'])
  const { code, stdout } = made.hookline(['coverage', 'claude', 'cursor'])
  expect(stdout).toMatch(/protect-files\/tab-reads +beforeTabFileRead +✓$/m)
  expect(stdout).not.toContain('never reports beforeTabFileRead')
  expect(code).toBe(0)
})
it.each([
  ['copilot', 'Copilot CLI: headless, what a hook asks about is denied, and waits in `hookline approve`'],
  ['qwen', 'Qwen Code: headless, what a hook asks about is denied, and waits in `hookline approve`'],
  ['claude', 'Claude Code: headless, what a hook asks about is denied, with a code for `hookline approve`'],
  ['codex', 'Codex: it cannot ask you: what a hook asks about is denied, with a code for `hookline approve`'],
])('says what %s does with a question', (agent, says) => {
  const { hookline } = prepare()
  expect(hookline(['coverage', agent]).stdout).toContain(says)
  expect(hookline(['coverage', agent, '--markdown']).stdout).toContain(`- ${says}`)
})
it('says nothing of questions where no hook can ask, or the agent asks', () => {
  expect(prepare().hookline(['coverage', 'cursor']).stdout).not.toContain('Questions')
  const { hookline, write } = sandbox()
  write('.cursor/hooks.json', JSON.stringify({ version: 1, hooks: { stop: [{ command: 'true' }] } }))
  expect(hookline(['coverage', 'codex']).stdout).not.toContain('Questions')
})
