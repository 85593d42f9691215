/** Subagents: a loop of their own in a session of their own, with their own transcript. They start no further ones. */
import type { Agent } from './agent.ts'
import { work } from './loop.ts'
import type { LanguageModelV3 } from './model.ts'
import { systemText } from './system.ts'
import { createThread, type Thread, tell } from './thread.ts'
import { type Answer, type At, type Tool, type ToolTable, toolsOf } from './tools.ts'
import { openTranscript } from './transcript.ts'

/** Which tools each type has, of those that the mode allows. */
const types: Readonly<Record<string, (name: string, tool: Tool) => boolean>> = {
  generalPurpose: () => true,
  explore: (_name, tool) => tool.modes.includes('ask'),
  shell: (name, tool) => name === 'Shell' || tool.modes.includes('ask'),
}
export const subagentTypes = ['generalPurpose', 'explore', 'shell'] as const

export interface TaskInput {
  readonly subagent_type: (typeof subagentTypes)[number]
  readonly description: string
  readonly prompt: string
}

export async function runTask(input: TaskInput, { agent, session, tools, options, isParallel }: At): Promise<Answer> {
  const { description } = input
  const transcript = openTranscript(`${session.id}-${options.id ?? description}`)
  let thread: Thread | undefined
  const { output, context } = await session.task(
    {
      type: input.subagent_type,
      task: input.prompt,
      description,
      model: agent.model.name,
      parallel: isParallel,
      transcriptPath: transcript.path,
    },
    async (child, message, signal, { type, model }) => {
      thread ??= createThread({
        agent,
        session: child,
        model: modelFor(agent, model, description),
        tools: toolsFor(tools, type),
        system: systemText({ cwd: child.cwd, mode: agent.mode, subagent: type }),
        transcript,
        reader: 'agent',
      })
      tell(thread, message)
      const { status, text, error } = await work(thread, signal)
      return {
        status,
        summary: error ?? text,
        messageCount: thread.messages.length,
        toolCallCount: thread.toolCalls,
        ...thread.meter.take(),
      }
    },
    options,
  )
  const ending = output.status === 'completed' ? '' : `[the subagent ended with ${output.status}]\n`
  return { text: `${ending}${output.summary}`, ...(context === undefined ? {} : { context }) }
}

/** Of the type as the gates left it: what a hook narrowed stays narrow. */
function toolsFor(tools: ToolTable, type: string): ToolTable {
  const may = Object.hasOwn(types, type) ? types[type] : undefined
  if (may === undefined)
    throw new TypeError(`Task cannot run: there is no subagent of type ${type} (a hook rewrote it)`)
  return toolsOf(tools, (name, tool) => name !== 'Task' && may(name, tool))
}

/** What the hooks were told is what runs. */
function modelFor({ model }: Agent, wanted: string, description: string): LanguageModelV3 {
  if (wanted === model.name) return model.forPurpose(`subagents/${description}`)
  throw new TypeError(`Task cannot run: this agent speaks to ${model.name} only, not to ${wanted} (a hook rewrote it)`)
}
