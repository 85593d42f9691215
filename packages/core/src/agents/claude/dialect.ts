/** The dialect of Claude Code: gives its hooks their native input, reads their native output, and translates its payloads (CONTRACT §10). */

import type { Dialect } from '../../ports.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { theirCommon } from '../tool-calls/rows.ts'
import { textOf } from '../values.ts'
import { claudeAgent } from './enforcement.ts'
import { claudeRows, repeatKey } from './events.ts'
import { facts } from './facts.ts'
import { claudeEvents, claudeOnlyEvents } from './names.ts'
import { recheck } from './output.ts'
import { patience } from './patience.ts'
import { inputOf, matchesRule } from './permission-rule.ts'
import { fromEffect } from './reply.ts'
import { claudeCalls } from './tools.ts'

export const claude: Dialect = createToolCallDialect({
  name: 'claude',
  title: 'Claude Code',
  owns: ['claude-local', 'claude-project', 'claude-user'],
  agent: claudeAgent,
  events: claudeEvents,
  otherEvents: claudeOnlyEvents,
  rows: claudeRows,
  tools: claudeCalls,
  projectVariable: 'CLAUDE_PROJECT_DIR',
  patienceMs: (event) => patience[event] ?? 600_000,
  hidesVariables: 'CURSOR_',
  variablesFile: (event) => (event.row.session === 'begins' ? 'CLAUDE_ENV_FILE' : undefined),
  refuse: (message, forAgent) => ({
    decision: 'block',
    reason: forAgent,
    continue: false,
    stopReason: message,
    systemMessage: message,
  }),
  meets: ({ input }, condition) => {
    const names = claudeCalls.theirNames(input, condition)
    const call = inputOf(claudeCalls.theirCall(input).tool_input)
    return matchesRule(condition, { names, input: call, cwd: textOf(theirCommon(input).cwd) ?? '' })
  },
  exact,
  facts,
  // Codex and others send the same fields, but only Claude Code keeps its transcripts there.
  sends: ({ transcript_path }) =>
    /[\\/]\.claude[\\/]projects[\\/]/.test(textOf(transcript_path) ?? '') ? true : undefined,
  recheck,
  repeatKey,
  fromEffect: (effect, event) => ({ stdout: fromEffect(effect, event), exitCode: 0 }),
})

/** A matcher of only letters, digits, `_ - , |` and spaces is a list of exact names. */
function exact(matcher: string): readonly string[] | undefined {
  if (!/^[A-Za-z0-9_\-,| ]+$/.test(matcher)) return undefined
  return matcher
    .split(/[|,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
