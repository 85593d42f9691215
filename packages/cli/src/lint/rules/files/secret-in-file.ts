/** Something that looks like a secret, anywhere in the file. It is never repeated in what is said. */

import { findSecrets } from '../../context/secrets.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const secretInFile: Rule = {
  code: 'secret-in-file',
  checks: 'file',
  find: ({ document, shared }): readonly RuleFinding[] =>
    findSecrets(document.text).map(({ offset, kinds }) => ({
      at: document.at(offset),
      message: `this looks like a secret (${kinds.join(', ')})${shared ? ', in a file that others get too' : ''}`,
      hint: 'Take it back where it was issued, and let the script read it from the environment.',
      secret: true,
    })),
}
