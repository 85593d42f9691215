/** Translates names, inputs and results of tools between Hookline and an agent, from the agent's table of tools. */

import type { Effect } from '../../flow.ts'
import { editsOfTool } from '../../protocol/tool-edits.ts'
import { isEditTool, toolFamily } from '../../protocol/tools.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'
import type { McpNames } from './mcp-names.ts'

/** What differs between an agent's tool and Hookline's beyond the names in its row. */
export interface ToolShape {
  /** The agent's name for a call. Absent: the same as Hookline's. */
  readonly theirs?: (input: JsonObject) => string
  /** The agent's result from Hookline's. */
  readonly response?: (result: unknown, input: JsonObject) => unknown
  /** Hookline's input and result from the agent's. */
  readonly ourInput?: (input: JsonObject, cwd: string | undefined) => JsonObject
  readonly ourResult?: (response: unknown) => unknown
}

export interface ToolSpec {
  /** Its tools by its own names. */
  readonly rows: Readonly<Record<string, AgentTool>>
  /** By Hookline's name of the tool. */
  readonly shapes: Readonly<Record<string, ToolShape>>
  readonly mcp: McpNames
  /** It has a tool that takes a patch, so a patch stays one. */
  readonly takesPatches?: true
  /** Names that mean one tool, of which a matcher may have any. */
  readonly synonyms?: readonly (readonly string[])[]
}

export interface Tools {
  /** Translates a call to the agent's names. */
  theirCall(input: JsonObject): JsonObject
  /** Translates the input of a call to the agent's names of arguments. */
  theirInput(tool: unknown, input: JsonObject): JsonObject
  /** Translates an input that a hook in the agent's format rewrote. Fields that the hook did not see stay unchanged. */
  rewrittenInput(tool: unknown, ours: JsonObject, theirs: JsonObject): JsonObject
  /** The fields of a rewritten input that the agent's form of the call cannot carry. */
  lostFields(before: JsonObject, after: JsonObject): readonly string[]
  /** The result in the agent's form: a list of content for MCP tools, otherwise usually an object. */
  theirResponse(input: JsonObject): unknown
  /** Translates a call of the agent. A value of the wrong type is kept, so that the check of the event rejects it. */
  ourCall(payload: JsonObject): JsonObject
  ourOutput(payload: JsonObject): string
  /** Every name that the agent may use for a call. A matcher is tested against these. `isHost`: it made the call itself, so its tool is known. */
  theirNames(input: JsonObject, matcher: string, isHost?: boolean): readonly string[]
}

const MCP = 'MCP:'
const mcpTool = (tool: unknown): string | undefined =>
  typeof tool === 'string' && tool.startsWith(MCP) ? tool.slice(MCP.length) : undefined
const familyOf = (tool: unknown): string => (typeof tool === 'string' ? toolFamily(tool) : '')
const none: ToolShape = {}
const noRow: AgentTool = {}

export function createTools({ rows, shapes, mcp, takesPatches, synonyms = [] }: ToolSpec): Tools {
  const shapeOf = (tool: unknown): ToolShape => {
    const name = familyOf(tool)
    return (Object.hasOwn(shapes, name) ? shapes[name] : none) ?? none
  }
  const rowOf = (name: unknown): AgentTool =>
    (typeof name === 'string' && Object.hasOwn(rows, name) ? rows[name] : undefined) ?? noRow
  const bothWays = Object.keys(rows).filter((name) => rows[name]?.ours !== undefined && rows[name]?.oneWay !== true)
  const inputOf = (input: JsonObject): JsonObject => (takesPatches === true ? objectOf(input) : withoutPatch(input))
  const theirName = (tool: unknown, input: JsonObject): unknown =>
    shapeOf(tool).theirs?.(input) ?? bothWays.find((name) => rows[name]?.ours === tool) ?? tool
  /** The name with which an agent made the call, if this agent has the same tool under it; else the usual one. */
  const nameOfCall = (input: JsonObject): unknown => {
    const { tool_name: tool, host_tool_name: name } = input
    return rowOf(name).ours === familyOf(tool) ? name : theirName(tool, inputOf(input))
  }
  /** The row of the agent's tool for this call. Tools of one family usually have the same arguments. */
  const argumentsOf = (tool: unknown, input: JsonObject): AgentTool => {
    const exact = rowOf(theirName(tool, input))
    return exact.ours === undefined ? (Object.values(rows).find(({ ours }) => ours === familyOf(tool)) ?? noRow) : exact
  }
  const theirInput = (tool: unknown, input: JsonObject): JsonObject => {
    const { hidden = [] } = argumentsOf(tool, input)
    const keyOf = keysFor(argumentsOf(tool, input), input)
    const shown = Object.entries(input).filter(([key]) => !hidden.includes(key))
    return Object.fromEntries(shown.map(([key, value]) => [keyOf(key), value]))
  }
  const ourCall = (payload: JsonObject): JsonObject => {
    const { tool_name: name, tool_input: input, cwd } = payload
    const found = typeof name === 'string' ? mcp.read(name, payload) : undefined
    if (found !== undefined) {
      const whole = found.isCertain ? {} : { mcp_full_name: name }
      return { tool_name: MCP + found.tool, tool_input: input, mcp_server_name: found.server, ...whole }
    }
    const row = rowOf(name)
    const tool = row.ours ?? name
    const ours = isObject(input) ? ourKeys(row, input) : input
    const call = {
      tool_name: tool,
      tool_input: isObject(ours) ? (shapeOf(tool).ourInput?.(ours, textOf(cwd)) ?? ours) : ours,
    }
    // Several of its tools may be one of Hookline's, and the input does not always show which.
    return theirName(tool, inputOf(call)) === name ? call : { ...call, host_tool_name: name }
  }
  return {
    theirInput,
    ourCall,
    theirCall(input) {
      const tool = mcpTool(input.tool_name)
      const name = tool === undefined ? nameOfCall(input) : mcp.write(textOf(input.mcp_server_name) ?? 'unknown', tool)
      return { tool_name: name, tool_input: theirInput(input.tool_name, inputOf(input)) }
    },
    rewrittenInput(tool, ours, theirs) {
      const { hidden = [] } = argumentsOf(tool, ours)
      const keyOf = keysFor(argumentsOf(tool, ours), ours)
      const back = new Map(Object.keys(ours).map((key) => [keyOf(key), key]))
      const unseen = Object.fromEntries(Object.entries(ours).filter(([key]) => hidden.includes(key)))
      const seen = Object.entries(theirs).map(([key, value]) => [back.get(key) ?? key, value])
      return { ...unseen, ...Object.fromEntries(seen) }
    },
    lostFields({ tool_input: before }, { tool_name: tool, tool_input: after }) {
      if (!isObject(after)) return []
      if (!isObject(before)) return ['tool_input']
      const without = JSON.stringify(theirInput(tool, before))
      return Object.keys(after).filter(
        (key) =>
          JSON.stringify(after[key]) !== JSON.stringify(before[key]) &&
          JSON.stringify(theirInput(tool, { ...before, [key]: after[key] })) === without,
      )
    },
    theirResponse(input) {
      const text = input.tool_output
      const value = parseJson(text)
      const result = value === undefined ? text : value
      if (mcpTool(input.tool_name) !== undefined) return theirContent(result)
      const { response } = shapeOf(input.tool_name)
      if (response !== undefined) return response(result, theirInput(input.tool_name, inputOf(input)))
      return typeof result === 'string' ? { output: result } : result
    },
    ourOutput(payload) {
      const tool = ourCall(payload).tool_name
      const { tool_response: response } = payload
      const result =
        mcpTool(tool) === undefined ? (shapeOf(tool).ourResult?.(response) ?? response) : ourContent(response)
      return JSON.stringify(result ?? null)
    },
    theirNames(input, matcher, isHost) {
      const ours = textOf(input.tool_name) ?? ''
      const tool = mcpTool(ours)
      if (tool !== undefined) return mcp.names(textOf(input.mcp_server_name), tool, matcher)
      const family = bothWays.filter((name) => rows[name]?.ours === toolFamily(ours))
      const names = family.length === 0 ? [ours] : family
      if (isHost !== true) return names
      const name = String(nameOfCall(input))
      // A tool that is translated only one way is guarded like the tool that it stands for.
      const all = bothWays.includes(name) ? [name] : [...new Set([name, ...names])]
      return synonyms.find((list) => list.includes(name)) ?? all
    },
  }
}

const objectOf = ({ tool_input }: JsonObject): JsonObject => (isObject(tool_input) ? tool_input : {})

/** Turns a patch into edits, for agents that have no tool that takes a patch. */
function withoutPatch({ tool_name, tool_input }: JsonObject): JsonObject {
  const input = isObject(tool_input) ? tool_input : {}
  if (!isEditTool(textOf(tool_name) ?? '') || editedPath(input) !== undefined) return input
  const { files } = editsOfTool(tool_input)
  const edits = files.map(({ paths, oldText, newText }) => ({
    file_path: paths[0],
    old_string: oldText,
    new_string: newText,
  }))
  const [only, ...others] = edits
  return others.length === 0 ? (only ?? input) : { ...dropEmpty({ file_path: only?.file_path }), edits }
}
const editedPath = ({ file_path, path, notebook_path, target_notebook }: JsonObject): unknown =>
  file_path ?? path ?? notebook_path ?? target_notebook

/** The agent's name of each argument. An argument that is already there under the agent's name keeps its own. */
function keysFor({ spelled = {}, given = {} }: AgentTool, input: JsonObject): (key: string) => string {
  const names = { ...Object.fromEntries(Object.entries(given).map(([theirs, ours]) => [ours, theirs])), ...spelled }
  return (key) => {
    const theirs = Object.hasOwn(names, key) ? names[key] : undefined
    return theirs === undefined || Object.hasOwn(input, theirs) ? key : theirs
  }
}

function ourKeys({ given = {} }: AgentTool, input: JsonObject): JsonObject {
  const keyOf = (key: string): string => {
    const ours = Object.hasOwn(given, key) ? given[key] : undefined
    return ours === undefined || Object.hasOwn(input, ours) ? key : ours
  }
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [keyOf(key), value]))
}

/** An agent's MCP output is a list of content or a single text. Hookline uses the result object of the MCP protocol. */
function ourContent(response: unknown): unknown {
  if (typeof response === 'string') return { content: [{ type: 'text', text: response }] }
  return isContent(response) ? { content: response } : response
}

/** Returns a list of content, or text. The model would get an object as JSON text, and on older versions as an error. */
export function theirContent(output: unknown): unknown {
  if (typeof output === 'string' || isContent(output)) return output
  if (isObject(output) && isContent(output.content)) return output.content
  return [{ type: 'text', text: JSON.stringify(output) ?? '' }]
}
const isContent = (value: unknown): boolean =>
  Array.isArray(value) && value.every((part) => isObject(part) && typeof part.type === 'string')

/** The text of what replaces a result, for agents that take only text. Undefined: nothing replaces it. */
export function replacedText({ reply, output }: Effect): string | undefined {
  const replaced = reply.updated_mcp_tool_output === undefined ? output : theirContent(reply.updated_mcp_tool_output)
  if (replaced === undefined || typeof replaced === 'string') return replaced
  const parts: readonly unknown[] = Array.isArray(replaced) ? replaced : [replaced]
  return parts.map((part) => (isObject(part) && textOf(part.text)) || JSON.stringify(part)).join('\n')
}

/** The exit code of a failed shell command, and its output without the line with the code. */
export function shellFailure(error: unknown): { readonly exitCode: number; readonly output: string } | undefined {
  const found = /^(?:Error: )?Exit code (\d+)(?:\r?\n|$)/.exec(textOf(error) ?? '')
  return found === null
    ? undefined
    : { exitCode: Number(found[1]), output: (textOf(error) ?? '').slice(found[0].length) }
}
