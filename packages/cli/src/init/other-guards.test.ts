import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

const claudeHook = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
})

function guardsWith(prepare: (scratch: ReturnType<typeof sandbox>) => void): readonly string[] {
  const scratch = sandbox()
  prepare(scratch)
  const { stdout } = scratch.hookline(['init', '--dry-run', '--json'])
  return JSON.parse(stdout).guards.map(({ name }: { readonly name: string }) => name)
}

it.each([
  ['npx -y cc-safety-net --claude-code', ['cc-safety-net']],
  ['/usr/local/bin/dcg', ['dcg']],
  ['./scripts/dcg-lookalike.sh', []],
  ['echo {}', []],
])('a hook that runs %s', (command, expected) => {
  expect(guardsWith((scratch) => scratch.write('.claude/settings.json', claudeHook(command)))).toEqual(expected)
})

it("plugins in the user's settings, and rule files of hookify", () => {
  const found = guardsWith((scratch) => {
    mkdirSync(join(scratch.home, '.claude'), { recursive: true })
    const plugins = { enabledPlugins: { 'safety-net@cc-marketplace': true, 'hookify@claude-plugins': false } }
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify(plugins))
  })
  expect(found).toEqual(['cc-safety-net'])
  const rule = '---\nname: no-rm\nenabled: true\nevent: bash\npattern: rm\n---\nDo not.\n'
  expect(guardsWith((scratch) => scratch.write('.claude/hookify.no-rm.local.md', rule))).toEqual(['hookify'])
})

it('what they have in common with the packs is printed, with the next command', () => {
  const scratch = sandbox()
  scratch.write('.claude/settings.json', claudeHook('npx cc-safety-net'))
  const { stderr } = scratch.hookline(['init', '--dry-run'])
  expect(stderr).toContain('cc-safety-net: it judges shell commands as shell-guard does')
  expect(stderr).toContain('→ to keep it alone: hookline init --without shell-guard')
  expect(stderr).toContain('→ to convert its settings: hookline import cc-safety-net')
})

it('import without a format names them, and the command for the first', () => {
  const scratch = sandbox()
  scratch.write('.dcg.toml', '')
  scratch.write('.claude/settings.json', claudeHook('npx cc-safety-net'))
  const { code, stderr } = scratch.hookline(['import'])
  expect(code).toBe(64)
  expect(stderr).toMatch(/Found here: cc-safety-net, dcg\. For example: .* import cc-safety-net\n/)
})

it('settings alone are recognised, and not taken for a guard that runs', () => {
  const scratch = sandbox()
  scratch.write('.dcg.toml', '')
  const { stderr } = scratch.hookline(['init', '--dry-run'])
  expect(stderr).toContain('dcg: its settings are here, but no hook here runs it')
  expect(stderr).not.toContain('to keep it alone')
})
