/** OpenCode without a person, as measured on 1.18.33. */
import type { Headless } from '../headless.ts'

export const headless: Headless = {
  wire: 'openai-chat',
  start: (prompt, { modelUrl, args = [] }) => ({
    args: ['run', '--format', 'json', '--auto', '--model', 'scripted/scripted', ...args, prompt],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: modelUrl, apiKey: 'scripted' },
            models: { scripted: { name: 'scripted' } },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // It installs the types for plugins from npm, and waits for it if there is a plugin.
      npm_config_fetch_retries: '0',
    },
  }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'scripted' } }),
}
