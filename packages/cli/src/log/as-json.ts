/** Formats records as JSON that is safe to print at a terminal. */
import { json } from '../text/plain.ts'

/** JSON on one line. Strings in JSON contain no raw line break, so every line break is only layout. */
export const jsonLine = (value: unknown): string =>
  json(value)
    .split('\n')
    .map((line) => line.trimStart())
    .join('')
