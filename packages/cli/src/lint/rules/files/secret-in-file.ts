/** Reports text that looks like a secret, anywhere in the file. The message never repeats the secret. */

import { findSecrets } from '../../context/secrets.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const secretInFile: Rule = {
  code: 'secret-in-file',
  checks: 'file',
  find: ({ document, shared }): readonly RuleFinding[] =>
    findSecrets(document.text).map(({ offset, kinds }) => ({
      at: document.at(offset),
      message: `this looks like a secret (${kinds.join(', ')})${shared ? ', in a shared file' : ''}`,
      hint: 'Revoke it where it was issued, and let the script read a new one from the environment.',
      secret: true,
    })),
}
