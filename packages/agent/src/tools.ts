/** The table of tools. `run` calls the host, which fires the events and obeys the hooks. No tool acts on the machine directly. */

import { z } from 'zod'
import { runTask, subagentTypes } from './task.ts'
import { modes, type Tool, type ToolTable } from './tool.ts'

// The SDK checks the input of a call against `schema`, so `run` gets an `I`.
const defineTool = <I>(tool: Omit<Tool<I>, 'schema'> & { readonly schema: z.ZodType<I> }): Tool => tool as Tool

const path = z.string().describe('Absolute, or relative to the working directory')
const edit = z.object({ old_string: z.string(), new_string: z.string() })

export const ownTools: ToolTable = {
  Shell: defineTool({
    description: 'Runs a command in the shell and returns its output and exit code.',
    schema: z.object({
      command: z.string(),
      working_directory: z.string().optional(),
      timeout_ms: z.int().positive().optional(),
    }),
    modes: ['agent'],
    describeCall: ({ command }) => command,
    async run({ command, working_directory: cwd, timeout_ms: timeoutMs }, { session, options }) {
      const result = await session.shell(command, { ...options, ...omitUndefined({ cwd, timeoutMs }) })
      const exitText = result.ended === 'exit' ? `exit code ${result.exitCode}` : `ended by ${result.ended}`
      return {
        ...result,
        text: `${result.output}${result.output.endsWith('\n') || result.output === '' ? '' : '\n'}[${exitText}]`,
      }
    },
  }),
  Read: defineTool({
    description: 'Returns the text of a file, or lines of it.',
    schema: z.object({ path, offset: z.int().positive().optional(), limit: z.int().positive().optional() }),
    modes,
    describeCall: ({ path }) => path,
    async run({ path, offset, limit }, { session, options }) {
      const result = await session.readFile(path, { ...options, ...omitUndefined({ offset, limit }) })
      return { ...result, text: result.content }
    },
  }),
  Write: defineTool({
    description:
      'Writes a whole file (content), or replaces text in an existing file (edits: each old_string must occur exactly once).',
    schema: z.object({ path, content: z.string().optional(), edits: z.array(edit).min(1).optional() }),
    modes: ['agent', 'edit'],
    describeCall: ({ path }) => path,
    async run({ path, content, edits }, { session, options }) {
      if ((content === undefined) === (edits === undefined)) throw new Error('Write takes either content or edits')
      const change = edits === undefined ? { content: content ?? '' } : { edits }
      const result = await session.editFile(path, change, options)
      return { ...result, text: `Wrote ${path}.` }
    },
  }),
  Grep: defineTool({
    description:
      'Finds lines that match a regular expression, in a file or in a directory and its subdirectories. Files that hooks withhold are left out.',
    schema: z.object({ pattern: z.string(), path: path.optional() }),
    modes,
    describeCall: ({ pattern, path }) => `${pattern}${path === undefined ? '' : ` in ${path}`}`,
    async run({ pattern, path }, { agent, session, options }) {
      const result = await session.grep(pattern, { ...options, ...omitUndefined({ path }) })
      const lines = result.matches.map(({ file, line, text }) => `${file}:${line}: ${text}`)
      if (lines.length === 0) lines.push('No line matches.')
      if (result.cut) lines.push('[more lines match]')
      // Show this to the person only. A model could guess the content of a withheld file, one pattern after the other.
      if (result.withheld > 0) agent.person.showInfo(`Files with a match that hooks withheld: ${result.withheld}`)
      return { ...result, text: lines.join('\n') }
    },
  }),
  LS: defineTool({
    description: 'Lists a directory.',
    schema: z.object({ path: path.optional() }),
    modes,
    describeCall: ({ path }) => path ?? '.',
    async run({ path }, { session, options }) {
      const result = await session.list(path, options)
      return { ...result, text: result.names.join('\n') }
    },
  }),
  Delete: defineTool({
    description: 'Deletes a file.',
    schema: z.object({ path }),
    modes: ['agent', 'edit'],
    describeCall: ({ path }) => path,
    async run({ path }, { session, options }) {
      const result = await session.deleteFile(path, options)
      return { ...result, text: `Deleted ${path}.` }
    },
  }),
  Task: defineTool({
    description:
      'Starts a subagent with a conversation of its own and returns its report. Several calls in one reply run in parallel. Types: generalPurpose (every tool), explore (only reads), shell (commands and reads).',
    schema: z.object({
      subagent_type: z.enum(subagentTypes),
      description: z.string().describe('Three to five words'),
      prompt: z.string().describe('Everything the subagent needs to know: it does not see this conversation'),
    }),
    modes,
    describeCall: ({ subagent_type, description }) => `${subagent_type}: ${description}`,
    run: runTask,
  }),
}

/** Removes undefined values, because the host distinguishes an undefined option from an absent one. */
const omitUndefined = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
