/** A script that is longer than `check` reads as a program. */

import type { Rule } from '../../rule.ts'
import { isTooLong, LONGEST_PROGRAM } from '../../scripts/codes.ts'

export const longScript: Rule = {
  code: 'long-script',
  checks: 'script',
  find: ({ text }) =>
    isTooLong(text)
      ? [
          {
            at: { line: 1, column: 1 },
            message: `the script is longer than ${LONGEST_PROGRAM / 1024} KiB, so its replies and its input are not checked`,
            hint: 'Put the part that answers the event into a short script of its own.',
          },
        ]
      : [],
}
