/** What a tool is: its description for the model, the modes that have it, and what runs when the model calls it. */

import type { AddedContext, CallOptions, HostSession } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { jsonSchema, type ToolSet } from 'ai'
import { z } from 'zod'
import type { Agent } from './agent.ts'

export const modes = ['agent', 'ask', 'edit'] as const
export type Mode = (typeof modes)[number]

/** What the call of a tool can use. */
export interface ToolContext {
  readonly agent: Agent
  readonly session: HostSession
  /** All tools of this conversation. */
  readonly tools: ToolTable
  readonly options: CallOptions
  /** Other calls of Task run at the same time. */
  readonly isParallel: boolean
}
/** The result for the model. */
export interface ToolResult extends AddedContext {
  readonly text: string
  readonly isError?: boolean
}
export interface Tool<I = never> {
  readonly description: string
  readonly schema: z.ZodType<I> | JsonObject
  readonly modes: readonly Mode[]
  /** Describes the call in one line for the person. */
  describeCall(input: I): string
  run(input: I, context: ToolContext): Promise<ToolResult>
}
export type ToolTable = Readonly<Record<string, Tool>>

export const filterTools = (table: ToolTable, isIncluded: (name: string, tool: Tool) => boolean): ToolTable =>
  Object.fromEntries(Object.entries(table).filter(([name, tool]) => isIncluded(name, tool)))

/** Converts the tools to the form in which the model receives them. */
export const describeTools = (table: ToolTable): ToolSet =>
  Object.fromEntries(
    Object.entries(table).map(([name, { description, schema }]) => [
      name,
      { description, inputSchema: schema instanceof z.ZodType ? schema : jsonSchema(schema) },
    ]),
  )
