/** Event names, entry keys and tool names of other agents that people write into their files, each with Hookline's equivalent. */
import type { EventName } from '../protocol/events/index.ts'
import { editTools, isEditTool } from '../protocol/tools.ts'
import { agents } from './list.ts'

export interface Foreign<T extends string = string> {
  readonly agent: string
  /** Hookline's name for it, if there is one. */
  readonly ours?: T
  /** What to write instead, if a name alone is not enough. */
  readonly instead?: string
}

type Names<T extends string> = readonly (readonly [name: string, ours?: T | undefined, instead?: string])[]
const of = <T extends string>(agent: string, names: Names<T>): readonly (readonly [string, Foreign<T>])[] =>
  names.map(([name, ours, instead]) => [
    name,
    { agent, ...(ours === undefined ? {} : { ours }), ...(instead === undefined ? {} : { instead }) },
  ])

/** The tables are made when a name is looked up that is not Hookline's. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** If several agents have the same name, the first one wins. */
const table = <T extends string>(
  ...lists: readonly (readonly (readonly [string, Foreign<T>])[])[]
): ReadonlyMap<string, Foreign<T>> => new Map(lists.flat().reverse())

/** Hookline's own tool names. A name that another agent has too is not foreign. */
export const ownTools: ReadonlySet<string> = new Set([
  ...['Shell', 'Read', 'Grep', 'LS', 'Delete', 'Task', 'MCP'],
  ...editTools,
])

export const foreignEvents = once(() =>
  table<EventName>(
    ...agents.map(({ title, events = {}, similarEvents = {}, otherEvents = [] }) =>
      of<EventName>(title, [
        // The similar event says more than the one under which a hook is fired.
        ...Object.entries(similarEvents),
        ...Object.entries(events),
        ...[...otherEvents].map((name) => [name] as const),
      ]),
    ),
    of('Amp', [
      ['session.start', 'sessionStart'],
      ['agent.start', 'beforeSubmitPrompt'],
      ['agent.end', 'stop'],
      ['tool.call', 'preToolUse'],
      ['tool.result', 'postToolUse'],
    ]),
    of('Goose', [
      ['BeforeShellExecution', 'beforeShellExecution'],
      ['AfterShellExecution', 'afterShellExecution'],
      ['BeforeReadFile', 'beforeReadFile'],
      ['AfterFileEdit', 'afterFileEdit'],
    ]),
    of('Antigravity', [
      ['PreInvocation', 'beforeSubmitPrompt'],
      ['PostInvocation', 'afterAgentResponse'],
    ]),
  ),
)

export const foreignKeys = once(() =>
  table<string>(
    ...agents.map(({ title, keys = {} }) =>
      of<string>(
        title,
        Object.entries(keys).map(([key, { ours, instead }]) =>
          instead === undefined ? [key, ours] : [key, ours, instead],
        ),
      ),
    ),
  ),
)

export const foreignTools = once(() =>
  table<string>(
    ...agents.map(({ title, tools = {} }) =>
      of<string>(
        title,
        Object.entries(tools).flatMap(([name, { ours, oneWay }]) =>
          ours === undefined || ours === name || oneWay === true || ownTools.has(name) ? [] : [[name, ours] as const],
        ),
      ),
    ),
    of('Codex', [['shell', 'Shell']]),
    of('Gemini CLI', [['read_many_files', 'Read']]),
    of('an older Cursor', [
      ['run_terminal_cmd', 'Shell'],
      ['edit_file', 'Write'],
      ['codebase_search', 'Grep'],
    ]),
  ),
)

/** Whether the tool belongs to Hookline, an MCP server, or another agent whose tools are listed here. */
export const isKnownTool = (tool: string): boolean =>
  ownTools.has(tool) || tool.startsWith('MCP:') || foreignTools().has(tool) || isEditTool(tool)
