/** The tools, a row each. `act` speaks to the host, which fires the events and obeys them: no tool touches the machine itself. */
import type { CallOptions, HostSession, Told } from '@hookline/core/node'
import { jsonSchema, type ToolSet } from 'ai'
import { z } from 'zod'
import type { Agent } from './agent.ts'
import { runTask, subagentTypes } from './task.ts'

export const modes = ['agent', 'ask', 'edit'] as const
export type Mode = (typeof modes)[number]

/** What a tool may use. */
export interface At {
  readonly agent: Agent
  readonly session: HostSession
  /** All that this conversation has. */
  readonly tools: ToolTable
  readonly options: CallOptions
  /** Other calls of Task run beside this one. */
  readonly isParallel: boolean
}
/** For the model. */
export interface Answer extends Told {
  readonly text: string
  readonly isError?: boolean
}
export interface Tool<I = never> {
  readonly description: string
  readonly schema: z.ZodType<I> | Readonly<Record<string, unknown>>
  readonly modes: readonly Mode[]
  /** In a line, for the person. */
  shown(input: I): string
  act(input: I, at: At): Promise<Answer>
}
export type ToolTable = Readonly<Record<string, Tool>>

const row = <I>(tool: Omit<Tool<I>, 'schema'> & { readonly schema: z.ZodType<I> }): Tool => tool as Tool

const path = z.string().describe('Absolute, or relative to the working directory')
const edit = z.object({ old_string: z.string(), new_string: z.string() })

export const ownTools: ToolTable = {
  Shell: row({
    description: 'Runs a command in the shell and returns its output and exit code.',
    schema: z.object({
      command: z.string(),
      working_directory: z.string().optional(),
      timeout_ms: z.int().positive().optional(),
    }),
    modes: ['agent'],
    shown: ({ command }) => command,
    async act({ command, working_directory: cwd, timeout_ms: timeoutMs }, { session, options }) {
      const done = await session.shell(command, { ...options, ...given({ cwd, timeoutMs }) })
      const ending = done.ended === 'exit' ? `exit code ${done.exitCode}` : `ended by ${done.ended}`
      return {
        ...done,
        text: `${done.output}${done.output.endsWith('\n') || done.output === '' ? '' : '\n'}[${ending}]`,
      }
    },
  }),
  Read: row({
    description: 'Returns the text of a file, or lines of it.',
    schema: z.object({ path, offset: z.int().positive().optional(), limit: z.int().positive().optional() }),
    modes,
    shown: ({ path }) => path,
    async act({ path, offset, limit }, { session, options }) {
      const read = await session.readFile(path, { ...options, ...given({ offset, limit }) })
      return { ...read, text: read.content }
    },
  }),
  Write: row({
    description:
      'Writes a whole file (content), or replaces texts in one that is there (edits: each old_string must occur exactly once).',
    schema: z.object({ path, content: z.string().optional(), edits: z.array(edit).min(1).optional() }),
    modes: ['agent', 'edit'],
    shown: ({ path }) => path,
    async act({ path, content, edits }, { session, options }) {
      if ((content === undefined) === (edits === undefined)) throw new Error('Write takes either content or edits')
      const change = edits === undefined ? { content: content ?? '' } : { edits }
      const done = await session.editFile(path, change, options)
      return { ...done, text: `${path} is written.` }
    },
  }),
  Grep: row({
    description:
      'Finds lines that match a regular expression, in a file or below a directory. Files that hooks withhold are left out.',
    schema: z.object({ pattern: z.string(), path: path.optional() }),
    modes,
    shown: ({ pattern, path }) => `${pattern}${path === undefined ? '' : ` in ${path}`}`,
    async act({ pattern, path }, { agent, session, options }) {
      const found = await session.grep(pattern, { ...options, ...given({ path }) })
      const lines = found.matches.map(({ file, line, text }) => `${file}:${line}: ${text}`)
      if (lines.length === 0) lines.push('No line matches.')
      if (found.cut) lines.push('[more lines match]')
      // For the person alone: to the model it would say, guess by guess, what such a file holds.
      if (found.withheld > 0) agent.person.info(`Files with a match that hooks withheld: ${found.withheld}`)
      return { ...found, text: lines.join('\n') }
    },
  }),
  LS: row({
    description: 'Lists a directory.',
    schema: z.object({ path: path.optional() }),
    modes,
    shown: ({ path }) => path ?? '.',
    async act({ path }, { session, options }) {
      const listed = await session.list(path, options)
      return { ...listed, text: listed.names.join('\n') }
    },
  }),
  Delete: row({
    description: 'Deletes a file.',
    schema: z.object({ path }),
    modes: ['agent', 'edit'],
    shown: ({ path }) => path,
    async act({ path }, { session, options }) {
      const done = await session.deleteFile(path, options)
      return { ...done, text: `${path} is deleted.` }
    },
  }),
  Task: row({
    description:
      'Starts a subagent with a conversation of its own and returns what it found. Several calls at once run beside one another. Types: generalPurpose (every tool), explore (only reads), shell (commands and reads).',
    schema: z.object({
      subagent_type: z.enum(subagentTypes),
      description: z.string().describe('Three to five words'),
      prompt: z.string().describe('All it needs to know: it sees nothing of this conversation'),
    }),
    modes,
    shown: ({ subagent_type, description }) => `${subagent_type}: ${description}`,
    act: runTask,
  }),
}

export const toolsOf = (table: ToolTable, may: (name: string, tool: Tool) => boolean): ToolTable =>
  Object.fromEntries(Object.entries(table).filter(([name, tool]) => may(name, tool)))

/** As the model is told of them. */
export const described = (table: ToolTable): ToolSet =>
  Object.fromEntries(
    Object.entries(table).map(([name, { description, schema }]) => [
      name,
      { description, inputSchema: schema instanceof z.ZodType ? schema : jsonSchema(schema) },
    ]),
  )

/** Without what is undefined: absent and undefined are two things to the host. */
const given = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
