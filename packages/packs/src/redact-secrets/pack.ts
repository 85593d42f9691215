/** Files are read without their secrets: by inline completion, and by the agent. */
import { redactSecrets, rewrite } from '@hookline/core/sdk'
import { globs } from '../lib/paths.ts'
import { refused, refuseUnread } from '../lib/said.ts'
import { choice, flag, packHook, packOf, texts } from '../pack-of.ts'
import { withoutPersonal } from './personal.ts'

const parameters = {
  tab: flag(true, 'What inline completion reads.'),
  agent: flag(true, 'What the agent reads.'),
  personal: flag(
    false,
    'Also personal data: e-mail addresses, numbers of cards and bank accounts, social security numbers.',
  ),
  action: choice(
    ['redact', 'deny'],
    'redact',
    'redact replaces them in what is read, and refuses the read where the agent cannot replace it; deny always refuses.',
  ),
  allow: texts(['*.example', '*.sample', '*.template', '**/fixtures/**'], 'Files that are read as they are.'),
}

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

export const redactSecretsPack = packOf({
  name: 'redact-secrets',
  description:
    'hides keys, tokens, passwords and, where wanted, personal data in files that are read, completion included',
  about:
    "Every value that is a secret by its form or by its name (`password = …`, `API_KEY: …`) is replaced by `[redacted:<kind>]`, and the rest of the file stays. Replacing works in Hookline's own hosts and in Claude Code (whole text files; partial reads, images, PDFs and notebooks with a secret in them are refused there). Cursor cannot replace what it reads: such a read is refused. Where a secret should stop the read, the prompt or the write instead, use secret-scan.",
  parameters,
  hooks({ tab, agent, personal, action, allow }) {
    const isOpen = globs(allow)
    const read = ({ file_path, content }: { readonly file_path: string; readonly content?: string }) => {
      if (isOpen(file_path) !== undefined) return undefined
      if (typeof content !== 'string') return refuseUnread('redact-secrets')
      const secrets = redactSecrets(content)
      const all = personal ? withoutPersonal(secrets.text) : { text: secrets.text, found: [] }
      const found = [...secrets.found, ...all.found]
      if (found.length === 0) return undefined
      if (action === 'redact') return rewrite(all.text)
      return refused({
        rule: 'redact-secrets/read',
        reason: `The file holds what is not for reading: ${found.join(', ')}.`,
        instead: 'Ask the person for the part you need.',
        cure: `a file without any: hookline add redact-secrets --set allow+=${file_path}`,
      })
    }
    const how = { failClosed: true, pure: true, rewrites: action === 'redact' }
    return [
      ...(tab ? [packHook('beforeTabFileRead', { name: 'tab-reads', ...how }, read)] : []),
      ...(agent ? [packHook('beforeReadFile', { name: 'reads', ...how }, read)] : []),
    ]
  },
  canaries: ({ tab, action }) =>
    tab
      ? [
          {
            event: 'beforeTabFileRead',
            says: 'completion reads a file with a token',
            wants: action === 'deny' ? 'deny' : 'allow',
            input: (root) => ({ file_path: `${root}/src/config.ts`, content: `const key = '${token}'` }),
          },
          {
            event: 'beforeTabFileRead',
            says: 'completion reads a file without one',
            wants: 'allow',
            input: (root) => ({ file_path: `${root}/src/index.ts`, content: 'export const one = 1' }),
          },
        ]
      : [],
})
