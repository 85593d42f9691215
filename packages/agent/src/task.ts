/** The Task tool: runs a subagent in its own session, with its own loop and transcript. A subagent cannot start subagents. */
import type { Agent } from './agent.ts'
import { runRounds } from './loop.ts'
import type { LanguageModelV3 } from './model/model.ts'
import { buildSystemPrompt } from './model/system-prompt.ts'
import { addUserMessage, createThread, type Thread } from './thread.ts'
import { filterTools, type Tool, type ToolContext, type ToolResult, type ToolTable } from './tool.ts'
import { openTranscript } from './transcript.ts'

/** Decides for each type of subagent which of the mode's tools it has. */
const toolFilters: Readonly<Record<string, (name: string, tool: Tool) => boolean>> = {
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

export async function runTask(input: TaskInput, toolContext: ToolContext): Promise<ToolResult> {
  const { agent, session, tools, options, isParallel } = toolContext
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
        model: selectModel(agent, model, description),
        tools: selectTools(tools, type),
        system: buildSystemPrompt({ cwd: child.cwd, mode: agent.mode, subagent: type }),
        transcript,
        reader: 'agent',
      })
      addUserMessage(thread, message)
      const { status, text, error } = await runRounds(thread, signal)
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
  const statusLine = output.status === 'completed' ? '' : `[the subagent ended with ${output.status}]\n`
  return { text: `${statusLine}${output.summary}`, ...(context === undefined ? {} : { context }) }
}

/** Uses the type after the hooks have run, because a hook may have changed it to one with fewer tools. */
function selectTools(tools: ToolTable, type: string): ToolTable {
  const isAllowed = Object.hasOwn(toolFilters, type) ? toolFilters[type] : undefined
  if (isAllowed === undefined)
    throw new TypeError(`Task cannot run: there is no subagent of type ${type} (a hook changed the type)`)
  return filterTools(tools, (name, tool) => name !== 'Task' && isAllowed(name, tool))
}

/** Rejects a model that a hook changed: the events must name the model that runs. */
function selectModel({ model }: Agent, requested: string, description: string): LanguageModelV3 {
  if (requested === model.name) return model.forPurpose(`subagents/${description}`)
  throw new TypeError(
    `Task cannot run: this agent only uses the model ${model.name}, not ${requested} (a hook changed the model)`,
  )
}
