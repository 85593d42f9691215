/** The dialect of Codex, as measured on 0.166.0 (CONTRACT §17). Its payloads resemble Claude Code's; its replies are stricter. */

import type { AgentTable, Dialect } from '../../ports.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { otherTools } from '../tool-tables.ts'
import { dropEmpty, textOf } from '../values.ts'
import { codexCommon, codexEvents, codexOnlyEvents, codexRows, repeatKey } from './events.ts'
import { fromEffect } from './reply.ts'
import { codexCalls, codexToolRows } from './tools.ts'

/**
 * What Codex does with a reply. It cannot ask a person. It reports no text that is typed into a running command (`write_stdin`),
 * no exit code, and neither a failed call of an MCP tool nor a failed patch. It reads files with shell commands.
 */
const codexTable: AgentTable = {
  title: 'Codex',
  tools: otherTools(codexToolRows),
  notice: { field: 'systemMessage', reader: 'person' },
  rows: {
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    // The reply to these three is given at their PreToolUse. The only tool that reads a file shows an image.
    beforeShellExecution: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeReadFile: {
      refusal: 'stops',
      onlyPart: 'text is read with shell commands, and only images are reported here',
    },
    // At PreToolUse of `spawn_agent`, a denial stops the subagent. SubagentStart itself ignores denials.
    subagentStart: {
      refusal: ({ subagent_id }) => (subagent_id == null ? 'stops' : 'later'),
      needs: ['PreToolUse'],
    },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'stops' },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}

export const codex: Dialect = createToolCallDialect({
  name: 'codex',
  title: 'Codex',
  owns: ['codex-project', 'codex-user'],
  agent: codexTable,
  events: codexEvents,
  otherEvents: codexOnlyEvents,
  rows: codexRows,
  tools: codexCalls,
  common: codexCommon,
  // It ends a hook of SessionEnd after at most 3 s, whatever the entry says.
  patienceMs: (event) => (event === 'sessionEnd' ? 3_000 : 600_000),
  hidesVariables: 'CURSOR_',
  // `decision` refuses before a tool and at a prompt; `continue: false` would make it run the tool.
  refuse: (message, forAgent) => ({ decision: 'block', reason: forAgent, systemMessage: message }),
  exact: (matcher) => (/^[A-Za-z0-9_|]+$/.test(matcher) ? matcher.split('|').filter((word) => word !== '') : undefined),
  facts: ({ model }) => dropEmpty({ model: textOf(model) }),
  // Only Codex keeps its transcripts in such files, but a session need not have one.
  sends: ({ transcript_path }) =>
    /[\\/]sessions[\\/]\d{4}[\\/]\d\d[\\/]\d\d[\\/]rollout-[^\\/]*\.jsonl$/.test(textOf(transcript_path) ?? '')
      ? true
      : undefined,
  // The `cwd` of a tool call is the directory of the command. Hooks run in the directory of the session.
  directories: ({ tool_name, cwd }) => (tool_name === undefined ? { cwd } : {}),
  repeatKey,
  fromEffect: (effect, event) => ({ stdout: fromEffect(effect, event), exitCode: 0 }),
})
