/** Reports a script that is too long for `check` to analyse. */

import type { Rule } from '../../rule.ts'
import { isTooLong, MAX_PROGRAM_LENGTH } from '../../scripts/codes.ts'

export const longScript: Rule = {
  code: 'long-script',
  checks: 'script',
  find: ({ text }) =>
    isTooLong(text)
      ? [
          {
            at: { line: 1, column: 1 },
            message: `the script is longer than ${MAX_PROGRAM_LENGTH / 1024} KiB, so check does not analyse its replies and its input`,
            hint: 'Move the part that replies to the event into a short script of its own.',
          },
        ]
      : [],
}
