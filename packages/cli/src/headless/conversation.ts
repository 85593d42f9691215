/** What a request of an agent shows of its conversation with the model, in any wire format. */
export interface ToolResult {
  readonly callId: string
  readonly text: string
  readonly isError: boolean
}

export interface Conversation {
  /** How many times the model has answered before this request. */
  readonly answers: number
  /** Names of the available tools. A request without any is a side question, such as one for a title. */
  readonly tools: readonly string[]
  readonly system: string
  /** The first message of the user, or of the agent that started this conversation. */
  readonly opening: string
  readonly results: readonly ToolResult[]
  /** All text that the model received. */
  readonly text: string
}
