/** Claude Code's tools: names, inputs and results, from ours and back. */

import { mcpSplits } from '../../protocol/mcp-names.ts'
import { editsOfTool } from '../../protocol/tool-edits.ts'
import { isEditTool, toolFamily } from '../../protocol/tools.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { given, numberOf, parsed, textOf } from '../values.ts'
import { claudeArguments, claudeToolRows, claudeTools } from './tool-names.ts'

interface ToolRow {
  /** Which of their names a call goes by; absent: the same as ours. */
  readonly theirs?: (input: JsonObject) => string
  /** Their `tool_response` from the result of ours. */
  readonly response?: (result: unknown, input: JsonObject) => unknown
  /** Our input and result from theirs. */
  readonly ourInput?: (input: JsonObject, cwd: string | undefined) => JsonObject
  readonly ourResult?: (response: unknown) => unknown
}

const tools: Readonly<Record<string, ToolRow>> = {
  Shell: {
    theirs: () => 'Bash',
    response: shellResponse,
    ourInput: (input, cwd) => ({ ...input, ...given({ working_directory: cwd }) }),
    ourResult: shellResult,
  },
  Write: {
    theirs: kindOfWrite,
    response: (result, input) => ({
      ...given({ filePath: input.file_path }),
      success: true,
      ...(isObject(result) ? result : given({ output: result })),
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
/** A patch becomes the edits it makes: Claude Code has no tool that takes a patch. */
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
  return others.length === 0 ? (only ?? input) : { ...given({ file_path: only?.file_path }), edits }
}
const editedPath = ({ file_path, path, notebook_path, target_notebook }: JsonObject): unknown =>
  file_path ?? path ?? notebook_path ?? target_notebook

/** A call of ours in their terms. */
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

/** Their rewritten input in our terms: fields they never saw stay as they are, ours keep our spelling. */
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

/** The result that the model gets: an object wherever theirs is one, a list of content for MCP tools. */
export function theirResponse(input: JsonObject): unknown {
  const text = input.tool_output
  const value = parsed(text)
  const result = value === undefined ? text : value
  if (mcpTool(input.tool_name) !== undefined) return theirContent(result)
  const { response } = rowOf(input.tool_name)
  if (response !== undefined) return response(result, theirInput(input.tool_name, inputOf(input)))
  return typeof result === 'string' ? { output: result } : result
}

/** A call of theirs in our terms. What is of the wrong type stays, so that the event's own check refuses it. */
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

/** Their MCP output is a list of content, or its only text; ours is what the protocol calls a result. */
function ourContent(response: unknown): unknown {
  if (typeof response === 'string') return { content: [{ type: 'text', text: response }] }
  return isContent(response) ? { content: response } : response
}

/** A list of content, or text: an object would reach the model as JSON text, and on older versions as an error. */
export function theirContent(output: unknown): unknown {
  if (typeof output === 'string' || isContent(output)) return output
  if (isObject(output) && isContent(output.content)) return output.content
  return [{ type: 'text', text: JSON.stringify(output) ?? '' }]
}
const isContent = (value: unknown): boolean =>
  Array.isArray(value) && value.every((part) => isObject(part) && typeof part.type === 'string')

/** Of a shell command that failed: its exit code, and its output without the line that tells the code. */
export function shellFailure(error: unknown): { readonly exitCode: number; readonly output: string } | undefined {
  const found = /^(?:Error: )?Exit code (\d+)(?:\r?\n|$)/.exec(textOf(error) ?? '')
  return found === null
    ? undefined
    : { exitCode: Number(found[1]), output: (textOf(error) ?? '').slice(found[0].length) }
}

/** Every name of theirs that a call of ours may go by: what a matcher is tested against. */
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
 * The servers a matcher could mean, since an unknown server matches any: the words where it names one (between `mcp__` and
 * the next `__`), alone and as a part of a longer name, and one it cannot have named.
 */
function serversIn(matcher: string): readonly string[] {
  const named = matcher.split('mcp__').slice(1).flatMap(serverWords)
  return [...new Set([ANY, ...named.slice(0, 50).flatMap((word) => [word, word + ANY, ANY + word])])]
}

function serverWords(rest: string): readonly string[] {
  const end = rest.indexOf('__')
  const place = end >= 0 ? rest.slice(0, end) : (/^(?:\([^)]*\)|[\w-]*)/.exec(rest)?.[0] ?? '')
  return place.match(/[\w-]+/g) ?? []
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
  // What runs on in the background has no exit code yet.
  return backgroundTaskId == null ? { output, exitCode: exitCodeIn(response) } : { output }
}

/** They tell success and failure apart; the codes that are no failure (grep, diff, test: 1) come with a word about it. */
const exitCodeIn = ({ exitCode, returnCodeInterpretation }: JsonObject): number =>
  numberOf(exitCode) ?? (textOf(returnCodeInterpretation) ? 1 : 0)
