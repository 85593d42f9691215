/** Copilot CLI without a person, as measured on 1.0.102. */
import { type Headless, keepKeys } from '../headless.ts'

const keepSwitch = keepKeys('disableAllHooks')

export const headless: Headless = {
  wire: 'openai-chat',
  files: { '.copilot/settings.json': keepSwitch, '.copilot/config.json': keepSwitch },
  // It unpacks itself on its first start, which takes long.
  caches: { COPILOT_PKG_CACHE_HOME: ['.cache/copilot', 'Library/Caches/copilot'] },
  start: (prompt, { modelUrl, args = [] }) => ({
    args: ['--silent', '--no-auto-update', ...args, '-p', prompt],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: modelUrl,
      COPILOT_MODEL: 'scripted',
      // Hooks of a workspace run only in a trusted folder, and this exact text trusts it.
      COPILOT_ALLOW_ALL: 'true',
    },
  }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'scripted' } }),
}
