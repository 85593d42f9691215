/** The system prompt of the agent and of its subagents. */
import type { AppliedRule } from '../rules.ts'
import type { Mode } from '../tool.ts'

const modeSentences: Readonly<Record<Mode, string>> = {
  agent: 'You may read, change files and run commands.',
  edit: 'You may read and change files; there is no shell.',
  ask: 'You may only read: answer questions, change nothing.',
}

export interface SystemPromptOptions {
  readonly cwd: string
  readonly mode: Mode
  /** The type of the subagent. It is absent for the agent itself. */
  readonly subagent?: string
  readonly rules?: readonly AppliedRule[]
  readonly context?: string | undefined
}

export const buildSystemPrompt = ({ cwd, mode, subagent, rules = [], context = '' }: SystemPromptOptions): string =>
  [
    subagent === undefined
      ? 'You are a coding agent. Do what the person asks with the tools you have, then say briefly what you did.'
      : `You are a subagent (${subagent}). Do the task with the tools you have, then report what you found or did.`,
    `The working directory is ${cwd}. ${modeSentences[mode]}`,
    'Hooks check what you do. When a hook refuses a call, do not try to get around it: do something else, or say what blocks you.',
    ...rules.map(({ path, text }) => `<rule path=${JSON.stringify(path)}>\n${text.trim()}\n</rule>`),
    ...(context === '' ? [] : [`<hook_context>\n${context}\n</hook_context>`]),
  ].join('\n\n')
