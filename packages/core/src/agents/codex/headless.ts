/** Codex without a person, as measured on 0.166.0. */
import type { Headless, MovePath } from '../headless.ts'
import { readToml } from './toml.ts'

export const headless: Headless = {
  wire: 'openai-responses',
  files: { '.codex/config.toml': copyRecord },
  trustArgs: ['--dangerously-bypass-hook-trust'],
  start: (prompt, { modelUrl, args = [] }) => ({
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      ...[
        '-c',
        `model_providers.scripted={name="scripted",base_url="${modelUrl}",wire_api="responses",env_key="SCRIPTED_KEY"}`,
      ],
      ...['-c', 'model_provider=scripted'],
      ...['-c', 'analytics.enabled=false', '-c', 'features.plugins=false'],
      // Its newer models call tools from code that they write. This one calls them directly, and hooks see the same in both modes.
      ...['-c', 'model=gpt-5.5'],
      ...args,
      prompt,
    ],
    env: { SCRIPTED_KEY: 'scripted' },
  }),
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
}

/** The hooks that the person has trusted in it, by the paths of their files, and the switch for all hooks. Nothing else. */
function copyRecord(text: string, move: MovePath): string {
  const lines = [...readToml(text)].flatMap(([key, value]) => {
    // True: `readToml` writes each path as the JSON text of its names.
    const path = JSON.parse(key) as readonly string[]
    const [table, name] = path
    if (!(table === 'hooks' && name === 'state') && !(table === 'features' && name === 'hooks')) return []
    return [`${path.map((one) => JSON.stringify(move(one))).join('.')} = ${JSON.stringify(value)}\n`]
  })
  return lines.join('')
}
