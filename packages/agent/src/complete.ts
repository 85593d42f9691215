/** Inline completion, the agent's Tab feature. The hooks can refuse the read, and the text is written only when the person accepts it. */
import { HooklineError } from '@hookline/core/node'
import { askModel } from './model/ask-model.ts'
import { explainFailure } from './model/explain-failure.ts'
import { reportRefusal } from './refusals.ts'
import type { Thread } from './thread.ts'

export async function complete({ agent, session }: Thread, signal: AbortSignal, argument: string): Promise<void> {
  const { person } = agent
  const position = parsePosition(argument)
  if (position === undefined) return person.showInfo('Usage: /complete <file>:<line>[:<column>]')
  try {
    const { content } = await session.tab.read(position.file)
    const { range, before, after } = splitAt(content, position)
    const reply = await askModel({
      model: agent.model.forPurpose('completion'),
      system:
        'Complete the text at <cursor/>. Answer with the text to insert there and nothing else: no fence, no explanation.',
      messages: [{ role: 'user', content: `${before}<cursor/>${after}` }],
      signal,
      idleTimeoutMs: agent.idleTimeoutMs,
    })
    agent.meter.add(reply.tokens)
    if (reply.text === '') return person.showInfo('The model returned no text to insert.')
    const location = `${position.file}:${range.start_line_number}:${range.start_column}`
    const isAccepted = await person.confirm(`${location}\n${reply.text}\nInsert this?`, signal)
    if (!isAccepted) return person.showInfo('Not inserted.')
    await session.tab.edit(position.file, { range, text: reply.text })
    person.showInfo('Inserted.')
  } catch (thrown) {
    if (signal.aborted) return
    if (thrown instanceof HooklineError && thrown.effect !== undefined) reportRefusal(agent, 'completion', thrown)
    else person.showFailure(explainFailure(thrown, agent.model))
  }
}

interface CursorPosition {
  readonly file: string
  readonly line: number
  readonly column?: number
}

function parsePosition(argument: string): CursorPosition | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(argument) ?? []
  if (file === undefined || line === undefined) return undefined
  return { file, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) }
}

/**
 * Lines and columns count from 1. Without a column the cursor is at the end of the line. A line or column outside the
 * text becomes the nearest one inside it.
 */
function splitAt(content: string, position: CursorPosition) {
  const lines = content.split('\n')
  const line = Math.min(Math.max(position.line, 1), lines.length)
  const text = lines[line - 1] ?? ''
  const column = Math.min(Math.max(position.column ?? text.length + 1, 1), text.length + 1)
  const range = { start_line_number: line, start_column: column, end_line_number: line, end_column: column }
  const before = [...lines.slice(0, line - 1), text.slice(0, column - 1)].join('\n')
  return { range, before, after: content.slice(before.length) }
}
