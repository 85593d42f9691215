/** OpenCode: how it is installed and started offline, and the names of its tools. Its hooks are functions of a plugin. */
import { readOpenaiChat } from '../../headless/wires/openai-chat.ts'
import type { RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'

const headless = await loadHeadless('opencode')

export const opencode: RealAgent = {
  name: 'OpenCode',
  id: 'opencode',
  package: 'opencode-ai',
  versions: ['1.18.33'],
  systems: ['linux-x64'],
  program: 'node_modules/opencode-linux-x64/bin/opencode',
  connection: 'connect-opencode',
  // A workspace shows it by its own directory.
  inUse: { '.config/opencode/opencode.json': {}, '.opencode/opencode.json': {} },
  start: headless.start,
  // The text of a refusal is the reason alone. A command of the trials prints nothing, or what a trial knows.
  readConversation: readOpenaiChat((text, tool) => tool === 'bash' && !/^\(no output\)|^hello/.test(text)),
  readAnswer: (stdout) =>
    stdout
      .split('\n')
      .flatMap((line) => /^\{"type":"text".*"text":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? [])
      .join('\n'),
  tools: {
    shell: headless.shell,
    read: (path) => ({ name: 'read', input: { filePath: path } }),
    write: (path, content) => ({ name: 'write', input: { filePath: path, content } }),
    edit: (path, before, after) => ({
      name: 'edit',
      input: { filePath: path, oldString: before, newString: after },
    }),
  },
}
