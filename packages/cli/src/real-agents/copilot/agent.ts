/** Copilot CLI: how it is installed and started offline, and the names of its tools and hooks. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readOpenaiChat } from '../../headless/wires/openai-chat.ts'
import type { HookReplies, RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'

const headless = await loadHeadless('copilot')

const words: HookReplies = {
  allow: '{"permissionDecision":"allow"}',
  deny: '{"permissionDecision":"deny","permissionDecisionReason":"not here"}',
  ask: '{"permissionDecision":"ask","permissionDecisionReason":"sure?"}',
  unknown: '{"permissionDecision":"maybe"}',
  wrongType: '{"permissionDecision":7}',
  duplicate: '{"permissionDecision":"deny","permissionDecision":"allow"}',
  rewrite: (command) => JSON.stringify({ permissionDecision: 'allow', modifiedArgs: { command } }),
}

export const copilot: RealAgent = {
  name: 'Copilot CLI',
  id: 'copilot',
  package: '@github/copilot',
  versions: ['1.0.102'],
  systems: ['linux-x64'],
  program: 'node_modules/@github/copilot-linux-x64/copilot',
  connection: 'connect-copilot',
  // A workspace shows it by its own directory of hooks.
  inUse: { '.copilot/config.json': {}, '.github/hooks/other.json': { version: 1, hooks: {} } },
  start(prompt, { installed, ...options }) {
    const { args, env } = headless.start(prompt, options)
    // It unpacks itself on its first start, so all trials share the directory.
    return { args, env: { ...env, COPILOT_PKG_CACHE_HOME: join(installed, 'unpacked') } }
  },
  async settle({ directory }, { home }) {
    await mkdir(join(home, '.cache'), { recursive: true })
    await symlink(join(directory, 'unpacked'), join(home, '.cache/copilot'))
  },
  readConversation: readOpenaiChat((text) => /^Denied by |^Permission denied|^Tool result blocked/.test(text)),
  readAnswer: (stdout) => stdout.trim(),
  tools: {
    shell: headless.shell,
    read: (path) => ({ name: 'view', input: { path } }),
    write: (path, content) => ({ name: 'create', input: { path, file_text: content } }),
    edit: (path, before, after) => ({ name: 'edit', input: { path, old_str: before, new_str: after } }),
  },
  asks: () => true,
  native: {
    guardShell: (command, timeout) => ({
      '.github/hooks/guard.json': {
        version: 1,
        hooks: {
          preToolUse: [
            { type: 'command', matcher: 'bash', command, ...(timeout === undefined ? {} : { timeoutSec: timeout }) },
          ],
        },
      },
    }),
    replies: words,
    stops: () => [
      'denies',
      'asks',
      'exits 2',
      'exits 1',
      'exits 1 after a deny',
      'exits 1 after an allow',
      'crashes with a signal',
      'kills itself with SIGKILL',
      'does not exist',
      'names an interpreter that is not there',
    ],
  },
}
