/** The reader of each wire format. Whether a tool result is an error does not matter here. */
import type { Headless } from '@hookline/core/agents'
import type { ModelRequest } from '@hookline/models/testing'
import type { Conversation } from './conversation.ts'
import { readAnthropic } from './wires/anthropic.ts'
import { readGemini } from './wires/gemini.ts'
import { readOpenaiChat } from './wires/openai-chat.ts'
import { readResponses } from './wires/openai-responses.ts'

export const conversationReaders: Readonly<Record<Headless['wire'], (request: ModelRequest) => Conversation>> = {
  anthropic: readAnthropic,
  gemini: readGemini,
  'openai-chat': readOpenaiChat(() => false),
  'openai-responses': readResponses(() => false),
}
