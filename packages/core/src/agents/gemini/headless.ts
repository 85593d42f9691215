/** Gemini CLI without a person, as measured on 0.61.0. */
import type { Headless } from '../headless.ts'

export const headless: Headless = {
  wire: 'gemini',
  keeps: ['hooksConfig'],
  // With a base URL in the environment it asks for a kind of login that only settings can answer.
  settings: {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
  },
  start: (prompt, { modelUrl, args = [] }) => ({
    args: ['--model', 'gemini-2.5-pro', '--output-format', 'json', '--yolo', ...args, '--prompt', prompt],
    env: {
      GOOGLE_GEMINI_BASE_URL: modelUrl.replace(/\/v1$/, ''),
      GEMINI_API_KEY: 'scripted',
      // It skips all hooks of settings files in a folder that is not trusted.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // It would start a second process of itself with more memory.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'scripted' } }),
}
