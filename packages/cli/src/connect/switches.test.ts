import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

type Settings = Record<string, unknown>
const off = { disableAllHooks: true }
const commandsIn = ({ hooks }: Settings): readonly string[] =>
  Object.values(hooks as Record<string, { hooks: { command: string }[] }[]>)
    .flat()
    .flatMap((group) => group.hooks.map(({ command }) => command))

const cases: readonly [agent: string, file: string, add: (settings: Settings) => Settings, key: string][] = [
  ['qwen', '.qwen/settings.json', (all) => ({ ...all, ...off }), 'disableAllHooks'],
  ['gemini', '.gemini/settings.json', (all) => ({ ...all, hooksConfig: { enabled: false } }), 'hooksConfig.enabled'],
  [
    'gemini',
    '.gemini/settings.json',
    (all) => ({ ...all, hooksConfig: { disabled: commandsIn(all) } }),
    'hooksConfig.disabled',
  ],
  ['copilot', '.copilot/settings.json', () => off, 'disableAllHooks'],
  ['vscode', '.config/Code/User/settings.json', () => ({ 'chat.useHooks': false }), 'chat.useHooks'],
]

it.each(cases)('%s in %s: status and connect name the switch', (agent, file, add, key) => {
  const made = sandbox()
  expect(made.hookline(['connect', agent, '--yes']).code).toBe(0)
  expect(made.hookline(['status']).stdout).not.toContain(`"${key}" in `)
  const path = `${made.home}/${file}`
  const read = (): Settings => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch {
      return {}
    }
  }
  made.write(`../home/${file}`, JSON.stringify(add(read())))
  const status = made.hookline(['status'])
  expect(status.stdout).toContain(`"${key}" in `)
  expect(status.stdout).toContain('does not call Hookline')
  expect(status.code).toBe(1)
  const again = made.hookline(['connect', agent, '--yes'])
  expect(again.stderr + again.stdout).toContain('nothing guards here')
  expect(again.code).toBe(1)
})
