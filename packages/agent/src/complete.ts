/** Inline completion: the Tab surface. Read through its gate, asked of the model, shown, and written only when accepted. */
import { HooklineError } from '@hookline/core/node'
import { askModel } from './ask-model.ts'
import { explain } from './explain-failure.ts'
import { refused } from './refused.ts'
import type { Thread } from './thread.ts'

export async function complete({ agent, session }: Thread, signal: AbortSignal, argument: string): Promise<void> {
  const { person } = agent
  const place = placeOf(argument)
  if (place === undefined) return person.info('Where? /complete <file>:<line>[:<column>]')
  try {
    const { content } = await session.tab.read(place.file)
    const { range, before, after } = rangeOf(content, place)
    const said = await askModel({
      model: agent.model.forPurpose('completion'),
      system:
        'Complete the text at <cursor/>. Answer with the text to insert there and nothing else: no fence, no explanation.',
      messages: [{ role: 'user', content: `${before}<cursor/>${after}` }],
      signal,
      silenceMs: agent.silenceMs,
    })
    agent.meter.add(said.tokens)
    if (said.text === '') return person.info('The model has nothing to insert.')
    const where = `${place.file}:${range.start_line_number}:${range.start_column}`
    if (!(await person.agrees(`${where}\n${said.text}\nInsert this?`, signal))) return person.info('Not inserted.')
    await session.tab.edit(place.file, { range, text: said.text })
    person.info('Inserted.')
  } catch (thrown) {
    if (signal.aborted) return
    if (thrown instanceof HooklineError && thrown.effect !== undefined) refused(agent, 'completion', thrown)
    else person.failed(explain(thrown, agent.model))
  }
}

interface Place {
  readonly file: string
  readonly line: number
  readonly column?: number
}

function placeOf(argument: string): Place | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(argument) ?? []
  if (file === undefined || line === undefined) return undefined
  return { file, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) }
}

/** Lines and columns count from 1; without a column it is the end of the line, and what is beyond the text is its end. */
function rangeOf(content: string, place: Place) {
  const lines = content.split('\n')
  const line = Math.min(Math.max(place.line, 1), lines.length)
  const text = lines[line - 1] ?? ''
  const column = Math.min(Math.max(place.column ?? text.length + 1, 1), text.length + 1)
  const range = { start_line_number: line, start_column: column, end_line_number: line, end_column: column }
  const before = [...lines.slice(0, line - 1), text.slice(0, column - 1)].join('\n')
  return { range, before, after: content.slice(before.length) }
}
