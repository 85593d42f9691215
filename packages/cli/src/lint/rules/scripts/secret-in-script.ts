/** Reports text that looks like a secret, in a shared script. */

import { readDocument } from '../../../json-document.ts'
import { findSecrets } from '../../context/secrets.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const secretInScript: Rule = {
  code: 'secret-in-file',
  checks: 'script',
  readsLibraries: true,
  find({ path, text, uses }): readonly RuleFinding[] {
    if (!uses.some(({ context }) => context.file.shared)) return []
    const document = readDocument(path, text)
    return findSecrets(document.text)
      .filter(
        ({ offset, kinds }) =>
          kinds.some((kind) => kind !== 'user-password') &&
          !isPattern(lineAt(document.text, offset), wordAt(document.text, offset)),
      )
      .map(({ offset, kinds }) => ({
        at: document.at(offset),
        message: `this looks like a secret (${kinds.join(', ')}), in a shared script`,
        hint: 'Revoke it where it was issued, and let the script read a new one from the environment.',
        secret: true,
      }))
  },
}

const lineAt = (text: string, offset: number): string => {
  const end = text.indexOf('\n', offset)
  return text.slice(text.lastIndexOf('\n', offset) + 1, end < 0 ? undefined : end)
}
/**
 * A guard that searches for secrets contains patterns of them, and examples are marked as such. The kind `user-password` does
 * not count in scripts, because `date -u +%H:%M` looks like `curl -u user:password`.
 */
const isPattern = (line: string, secret: string): boolean =>
  /\[[A-Za-z0-9_^-]+-[A-Za-z0-9_-]+\]|\{\d+,?\d*\}|\\[bdws]/.test(line) ||
  /example|EXAMPLE|dummy|DUMMY|placeholder|PLACEHOLDER|[xX]{4}|your[_-]|YOUR[_-]/.test(secret) ||
  // The host of a URL (api.example.com) does not make the secret next to it an example.
  /(?<![\w./@-])example(?![\w-]*[./\w-])|dummy|placeholder|xxxx|your[_-]/i.test(line.replace(secret, ''))

/** The token around an offset. */
const wordAt = (text: string, offset: number): string =>
  /[\w+/.=-]*$/.exec(text.slice(Math.max(0, offset - 40), offset))?.[0] +
  (/^[\w+/.=-]+/.exec(text.slice(offset, offset + 400))?.[0] ?? '')
