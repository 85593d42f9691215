/** Records for programs: the same values, harmless to a terminal. */
import { json } from '../plain.ts'

/** On one line. A text in JSON holds no raw line break, so the lines are only layout. */
export const jsonLine = (value: unknown): string =>
  json(value)
    .split('\n')
    .map((line) => line.trimStart())
    .join('')
