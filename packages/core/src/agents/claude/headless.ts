/** Claude Code without a person, as measured on 2.1.197 and 2.1.325. */
import type { Headless } from '../headless.ts'

export const headless: Headless = {
  wire: 'anthropic',
  start: (prompt, { modelUrl, args = [], allowed = [] }) => ({
    args: ['-p', prompt, '--output-format', 'json', ...args, '--allowedTools', 'Bash', ...allowed],
    env: {
      ANTHROPIC_BASE_URL: modelUrl.replace(/\/v1$/, ''),
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'scripted' } }),
}
