/** Codex: how it is installed and started offline, and the names of its tools and hooks. */
import { readResponses } from '../../headless/wires/openai-responses.ts'
import type { RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'
import { nestedReplies } from '../nested-replies.ts'
import { listHooks } from './list-hooks.ts'

const headless = await loadHeadless('codex')

/** With the reason of the other deny, so that only the repeated key differs. */
const duplicate =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecision":"allow","permissionDecisionReason":"not here"}}'

const isError = (text: string): boolean =>
  /^(?:Command|Tool call) blocked by |^(?:Process exited with code|Exit code:) [1-9]/m.test(text)

/** A patch that changes one file, for the tool `apply_patch`. */
const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
const prefixed = (prefix: string, text: string): readonly string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${prefix}${line}`)

export const codex: RealAgent = {
  name: 'Codex',
  id: 'codex',
  package: '@openai/codex',
  versions: ['0.166.0'],
  systems: ['linux-x64'],
  program: 'node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
  connection: 'connect-codex',
  inUse: { '.codex/config.toml': '' },
  start: (prompt, { modelUrl, args }) =>
    // Codex runs a hook only after the user has reviewed it in its terminal, and skips the others without a message.
    headless.start(prompt, { modelUrl, args: [...(headless.trustArgs ?? []), ...args] }),
  async settle({ program }, sandbox) {
    const hooks = await listHooks(program, sandbox)
    const record = hooks.map(({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`)
    sandbox.writeHome({ '.codex/config.toml': record.join('\n') })
  },
  readConversation: readResponses(isError),
  readAnswer(stdout) {
    const messages = stdout.split('\n').flatMap((line) => {
      if (!line.includes('"agent_message"')) return []
      // True: with `--json`, Codex prints one event per line, and this one has an item.
      const { item } = JSON.parse(line) as { item: { text: string } }
      return [item.text]
    })
    return messages.at(-1) ?? ''
  },
  tools: {
    shell: headless.shell,
    // It has no tool for reading: models run a shell command.
    read: (path) => ({ name: 'exec_command', input: { cmd: `cat '${path}'` } }),
    write: (path, content) => ({
      name: 'apply_patch',
      input: {},
      text: patch(`*** Add File: ${path}`, ...prefixed('+', content)),
    }),
    edit: (path, before, after) => ({
      name: 'apply_patch',
      input: {},
      text: patch(`*** Update File: ${path}`, '@@', ...prefixed('-', before), ...prefixed('+', after)),
    }),
  },
  native: {
    guardShell: (command, timeout) => ({
      '.codex/hooks.json': {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command, ...(timeout === undefined ? {} : { timeout }) }] },
          ],
        },
      },
    }),
    replies: { ...nestedReplies, duplicate },
    stops: () => ['denies', 'exits 2'],
  },
}
