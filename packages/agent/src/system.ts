/** What the model is told before anything else. */
import type { AppliedRule } from './rules.ts'
import type { Mode } from './tools.ts'

const inMode: Readonly<Record<Mode, string>> = {
  agent: 'You may read, change files and run commands.',
  edit: 'You may read and change files; there is no shell.',
  ask: 'You may only read: answer questions, change nothing.',
}

export const systemText = (of: {
  readonly cwd: string
  readonly mode: Mode
  readonly subagent?: string
  readonly rules?: readonly AppliedRule[]
  readonly context?: string | undefined
}): string =>
  [
    of.subagent === undefined
      ? 'You are a coding agent. Do what the person asks with the tools you have, then say briefly what you did.'
      : `You are a subagent (${of.subagent}). Do the task with the tools you have, then report what was found or done.`,
    `The working directory is ${of.cwd}. ${inMode[of.mode]}`,
    'Hooks watch what you do. When one refuses a call, do not try to get around it: do something else, or say what is in the way.',
    ...(of.rules ?? []).map(({ path, text }) => `<rule path=${JSON.stringify(path)}>\n${text.trim()}\n</rule>`),
    ...(of.context === undefined || of.context === '' ? [] : [`<hook_context>\n${of.context}\n</hook_context>`]),
  ].join('\n\n')
