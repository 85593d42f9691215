/** Translates names, inputs and results of tools between Hookline and Claude Code. */

import { mcpSplits } from '../../protocol/mcp-names.ts'
import { editsOfTool } from '../../protocol/tool-edits.ts'
import { isEditTool, toolFamily } from '../../protocol/tools.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { dropEmpty, numberOf, parseJson, textOf } from '../values.ts'
import { claudeArguments, claudeToolRows, claudeTools } from './tool-names.ts'

interface ToolRow {
  /** Claude Code's name for a call. Absent: the same as Hookline's. */
  readonly theirs?: (input: JsonObject) => string
  /** Claude Code's `tool_response` from Hookline's result. */
  readonly response?: (result: unknown, input: JsonObject) => unknown
  /** Hookline's input and result from Claude Code's. */
  readonly ourInput?: (input: JsonObject, cwd: string | undefined) => JsonObject
  readonly ourResult?: (response: unknown) => unknown
}

const tools: Readonly<Record<string, ToolRow>> = {
  Shell: {
    theirs: () => 'Bash',
    response: shellResponse,
    ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }),
    ourResult: shellResult,
  },
  Write: {
    theirs: kindOfWrite,
    response: (result, input) => ({
      ...dropEmpty({ filePath: input.file_path }),
      success: true,
      ...(isObject(result) ? result : dropEmpty({ output: result })),
    }),
  },
}
const none: ToolRow = {}
const familyOf = (tool: unknown): string => (typeof tool === 'string' ? toolFamily(tool) : '')
const rowOf = (tool: unknown): ToolRow => {
  const name = familyOf(tool)
  return (Object.hasOwn(tools, name) ? tools[name] : none) ?? none
}

const MCP = 'MCP:'
const mcpTool = (tool: unknown): string | undefined =>
  typeof tool === 'string' && tool.startsWith(MCP) ? tool.slice(MCP.length) : undefined
const mcpName = (server: string, tool: string) => `mcp__${segment(server)}__${segment(tool)}`
const segment = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_')
/** Turns a patch into edits, because Claude Code has no tool that takes a patch. */
function inputOf({ tool_name, tool_input }: JsonObject): JsonObject {
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

/** Translates a call to Claude Code's names. */
export function theirCall(input: JsonObject): JsonObject {
  const tool = mcpTool(input.tool_name)
  const name =
    tool === undefined
      ? (rowOf(input.tool_name).theirs?.(inputOf(input)) ?? input.tool_name)
      : mcpName(textOf(input.mcp_server_name) ?? 'unknown', tool)
  return { tool_name: name, tool_input: theirInput(input.tool_name, inputOf(input)) }
}

export function theirInput(tool: unknown, input: JsonObject): JsonObject {
  const { hidden = [], spelled = {} } = claudeArguments(familyOf(tool))
  const shown = Object.entries(input).filter(([key]) => !hidden.includes(key))
  return Object.fromEntries(shown.map(([key, value]) => [theirKey(spelled, input, key), value]))
}

/** Translates an input that Claude Code's hook rewrote. Fields that the hook did not see stay unchanged. */
export function rewrittenInput(tool: unknown, ours: JsonObject, theirs: JsonObject): JsonObject {
  const { hidden = [], spelled = {} } = claudeArguments(familyOf(tool))
  const back = new Map(Object.keys(ours).map((key) => [theirKey(spelled, ours, key), key]))
  const unseen = Object.fromEntries(Object.entries(ours).filter(([key]) => hidden.includes(key)))
  const seen = Object.entries(theirs).map(([key, value]) => [back.get(key) ?? key, value])
  return { ...unseen, ...Object.fromEntries(seen) }
}

const theirKey = (spelled: Readonly<Record<string, string>>, input: JsonObject, key: string): string => {
  const theirs = Object.hasOwn(spelled, key) ? spelled[key] : undefined
  return theirs === undefined || Object.hasOwn(input, theirs) ? key : theirs
}

/** The result in Claude Code's form: a list of content for MCP tools, otherwise usually an object. */
export function theirResponse(input: JsonObject): unknown {
  const text = input.tool_output
  const value = parseJson(text)
  const result = value === undefined ? text : value
  if (mcpTool(input.tool_name) !== undefined) return theirContent(result)
  const { response } = rowOf(input.tool_name)
  if (response !== undefined) return response(result, theirInput(input.tool_name, inputOf(input)))
  return typeof result === 'string' ? { output: result } : result
}

/** Translates a call of Claude Code. A value of the wrong type is kept, so that the check of the event rejects it. */
export function ourCall(payload: JsonObject): JsonObject {
  const { tool_name: name, tool_input: input, cwd } = payload
  const [mcp, ...others] = typeof name === 'string' ? mcpSplits(name) : []
  if (mcp !== undefined) {
    const whole = others.length === 0 ? {} : { mcp_full_name: name }
    return { tool_name: MCP + mcp.tool, tool_input: input, mcp_server_name: mcp.server, ...whole }
  }
  const tool = ourName(name)
  const ours = isObject(input) ? (rowOf(tool).ourInput?.(input, textOf(cwd)) ?? input) : input
  return { tool_name: tool, tool_input: ours }
}

function ourName(name: unknown): unknown {
  if (typeof name !== 'string') return name
  return (Object.hasOwn(claudeToolRows, name) ? claudeToolRows[name]?.ours : undefined) ?? name
}

export function ourOutput(payload: JsonObject): string {
  const tool = ourCall(payload).tool_name
  const { tool_response: response } = payload
  const result = mcpTool(tool) === undefined ? (rowOf(tool).ourResult?.(response) ?? response) : ourContent(response)
  return JSON.stringify(result ?? null)
}

/** Claude Code's MCP output is a list of content or a single text. Hookline uses the result object of the MCP protocol. */
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

/** The exit code of a failed shell command, and its output without the line with the code. */
export function shellFailure(error: unknown): { readonly exitCode: number; readonly output: string } | undefined {
  const found = /^(?:Error: )?Exit code (\d+)(?:\r?\n|$)/.exec(textOf(error) ?? '')
  return found === null
    ? undefined
    : { exitCode: Number(found[1]), output: (textOf(error) ?? '').slice(found[0].length) }
}

/** Every name that Claude Code may use for a call. A matcher is tested against these. */
export function theirNames(input: JsonObject, matcher: string): readonly string[] {
  const ours = textOf(input.tool_name) ?? ''
  const tool = mcpTool(ours)
  if (tool !== undefined) {
    const server = textOf(input.mcp_server_name)
    return (server === undefined ? serversIn(matcher) : [server]).map((name) => mcpName(name, tool))
  }
  const names = Object.keys(claudeTools).filter((name) => claudeTools[name] === toolFamily(ours))
  return names.length === 0 ? [ours] : names
}

const ANY = 'server'

/**
 * The servers that a matcher could mean, because an unknown server matches any: the words in the position of the server
 * (between `mcp__` and the next `__`), alone and as part of a longer name, and a name that the matcher cannot contain.
 */
function serversIn(matcher: string): readonly string[] {
  const named = matcher.split('mcp__').slice(1).flatMap(serverWords)
  return [...new Set([ANY, ...named.slice(0, 50).flatMap((word) => [word, word + ANY, ANY + word])])]
}

function serverWords(rest: string): readonly string[] {
  const end = rest.indexOf('__')
  const server = end >= 0 ? rest.slice(0, end) : (/^(?:\([^)]*\)|[\w-]*)/.exec(rest)?.[0] ?? '')
  return server.match(/[\w-]+/g) ?? []
}

function kindOfWrite(input: JsonObject): string {
  if ((input.notebook_path ?? input.target_notebook) !== undefined) return 'NotebookEdit'
  if (input.edits !== undefined) return 'MultiEdit'
  return input.old_string === undefined ? 'Write' : 'Edit'
}

function shellResponse(result: unknown): JsonObject {
  const { output, ...rest } = isObject(result) ? result : { output: result }
  const stdout = textOf(output) ?? ''
  return { stdout, stderr: '', interrupted: false, isImage: false, output: stdout, ...rest }
}

function shellResult(response: unknown): unknown {
  if (!isObject(response)) return undefined
  const { stdout, stderr, backgroundTaskId } = response
  const output = [stdout, stderr].map(textOf).filter(Boolean).join('\n')
  // A command that continues in the background has no exit code yet.
  return backgroundTaskId == null ? { output, exitCode: exitCodeIn(response) } : { output }
}

/** Claude Code reports only success and failure. A code that is not a failure (1 of grep, diff, test) comes with an interpretation. */
const exitCodeIn = ({ exitCode, returnCodeInterpretation }: JsonObject): number =>
  numberOf(exitCode) ?? (textOf(returnCodeInterpretation) ? 1 : 0)
