/** Qwen Code without a person, as measured on 0.24.4. */
import type { Headless } from '../headless.ts'

export const headless: Headless = {
  wire: 'openai-chat',
  start: (prompt, { modelUrl, args = [] }) => ({
    args: [
      ...['--auth-type', 'openai', '--openai-base-url', modelUrl, '--openai-api-key', 'scripted'],
      ...['--model', 'scripted', '--output-format', 'json', '--yolo', ...args, '-p', prompt],
    ],
    env: { QWEN_USAGE_STATISTICS_ENABLED: 'false', QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' },
  }),
  shell: (command) => ({
    name: 'run_shell_command',
    input: { command, description: 'scripted', is_background: false },
  }),
}
