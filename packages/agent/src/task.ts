/** Subagents: a loop of their own in a session of their own, with their own transcript. They start no further ones. */

import { work } from './loop.ts'
import { systemText } from './system.ts'
import { createThread, type Thread, tell } from './thread.ts'
import { type Answer, type At, type Tool, toolsOf } from './tools.ts'
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
  const { subagent_type: type, description } = input
  const transcript = openTranscript(`${session.id}-${options.id ?? description}`)
  const own = toolsOf(tools, (name, tool) => name !== 'Task' && types[type]?.(name, tool) === true)
  let thread: Thread | undefined
  const { output, context } = await session.task(
    {
      type,
      task: input.prompt,
      description,
      model: agent.model.name,
      parallel: isParallel,
      transcriptPath: transcript.path,
    },
    async (child, message, signal) => {
      thread ??= createThread({
        agent,
        session: child,
        model: agent.model.forPurpose(`subagents/${description}`),
        tools: own,
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
