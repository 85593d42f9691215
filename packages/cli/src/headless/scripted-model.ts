/** The model of an agent that runs without a person. It chooses its turn by the number of answers in the conversation, so a repeated request gets the same turn. */
import {
  type Answer,
  type ModelRequest,
  type ModelServer,
  startModelServer,
  type ToolCall,
} from '@hookline/models/testing'
import type { Conversation } from './conversation.ts'

/** A text, one tool call, or several tool calls in one message. */
type ModelTurn = string | ToolCall | readonly ToolCall[]

export interface ModelScript {
  readonly turns: readonly ModelTurn[]
  /** Other conversations, such as those of subagents: by a text in their opening message. */
  readonly others?: Readonly<Record<string, readonly ModelTurn[]>>
}

export interface ScriptedModel {
  readonly server: ModelServer
  /** Every request of every conversation, without side questions such as one for a title. */
  conversations(): readonly Conversation[]
}

/** `read`: what a request shows of the conversation, in the wire format that the agent uses. */
export async function startScriptedModel(
  read: (request: ModelRequest) => Conversation,
  script: ModelScript,
): Promise<ScriptedModel> {
  const server = await startModelServer((request) => {
    const conversation = read(request)
    if (conversation.tools.length === 0) return { text: 'ok' }
    const turn = chooseThread(conversation, script)[conversation.answers]
    return turn === undefined ? { text: 'done' } : answerWith(turn, conversation.answers)
  })
  return {
    server,
    conversations: () => server.requests.map(read).filter(({ tools }) => tools.length > 0),
  }
}

function chooseThread({ opening }: Conversation, { turns, others = {} }: ModelScript): readonly ModelTurn[] {
  const name = Object.keys(others).find((text) => opening.includes(text))
  return name === undefined ? turns : (others[name] ?? [])
}

function answerWith(turn: ModelTurn, at: number): Answer {
  if (typeof turn === 'string') return { text: turn }
  // True: a turn that is neither a string nor an array is one tool call. `isArray` does not narrow readonly arrays.
  const calls = Array.isArray(turn) ? (turn as readonly ToolCall[]) : [turn as ToolCall]
  return { toolCalls: calls.map((call, index) => ({ id: `toolu_${at + 1}_${index + 1}`, ...call })) }
}
