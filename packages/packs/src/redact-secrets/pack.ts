/** Removes secrets from files that inline completion and the agent read. */
import { type PackCanary, redactSecrets, rewrite } from '@hookline/core/sdk'
import { choice, definePack, flag, ofRule, packHook, strings } from '../define-pack.ts'
import { createGlobMatcher } from '../lib/paths.ts'
import { decide, refuseUnread } from '../lib/reasons.ts'
import { withoutPersonal } from './personal.ts'

const parameters = {
  tab: flag(true, 'Redact what inline completion reads.'),
  agent: flag(true, 'Redact what the agent reads.'),
  personal: flag(
    false,
    'Also redact personal data: e-mail addresses, card and bank account numbers, social security numbers.',
  ),
  action: choice(
    ['redact', 'deny'],
    'redact',
    'redact replaces secrets in the content, and refuses the read if the agent cannot replace content; deny always refuses.',
  ),
  allow: strings(['*.example', '*.sample', '*.template', '**/fixtures/**'], 'Files that are not redacted.'),
}

/** A read with this content, or without any. */
const contentCanary = (wants: PackCanary['wants'], content: string | undefined, says: string): PackCanary => ({
  event: 'beforeReadFile',
  says,
  wants,
  input: (root) => ({
    file_path: `${root}/src/config.ts`,
    ...(content === undefined ? {} : { content }),
    attachments: [],
  }),
})

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

export const redactSecretsPack = definePack({
  name: 'redact-secrets',
  description:
    'hides keys, tokens, passwords and optionally personal data in files that the agent or inline completion reads',
  about:
    "Replaces every value that is a secret by its format or its name (`password = …`, `API_KEY: …`) with `[redacted:<kind>]` and keeps the rest of the file. This works in Hookline's own hosts and in Claude Code (whole text files; partial reads, images, PDFs and notebooks with a secret are refused there). Cursor cannot replace content, so such a read is refused. To stop the read, the prompt or the write instead, use secret-scan.",
  judges: true,
  parameters,
  rules: () => ({
    read: {
      catches: 'a file that contains a secret',
      level: ({ action }) => action,
      example: contentCanary('deny', `const key = '${token}'`, 'a read of a file with a token'),
      given: { action: 'deny' },
    },
    reads: {
      catches: 'a file whose content the agent did not send, so that it cannot be checked',
      level: 'deny',
      example: contentCanary('deny', undefined, 'a read without its content'),
    },
  }),
  hooks({ tab, agent, personal, action, allow }, levels) {
    const isOpen = createGlobMatcher(allow)
    const read = ({ file_path, content }: { readonly file_path: string; readonly content?: string }) => {
      if (isOpen(file_path) !== undefined) return undefined
      if (typeof content !== 'string') return refuseUnread('redact-secrets', levels)
      const secrets = redactSecrets(content)
      const all = personal ? withoutPersonal(secrets.text) : { text: secrets.text, found: [] }
      const found = [...secrets.found, ...all.found]
      if (found.length === 0) return undefined
      // A level that is set replaces the parameter.
      if (action === 'redact' && levels.of('read', 'deny') === 'deny' && !levels.turnsOn('read'))
        return rewrite(all.text)
      return decide(levels.of('read', 'deny'), {
        rule: 'redact-secrets/read',
        reason: `The file contains data that must not be read: ${found.join(', ')}.`,
        instead: 'Ask the person for the part you need.',
        userHint: `if it contains none: hookline add redact-secrets --set allow+=${file_path}`,
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
          ofRule('read', {
            event: 'beforeTabFileRead',
            says: 'completion reads a file with a token',
            wants: action === 'deny' ? 'deny' : 'allow',
            input: (root) => ({ file_path: `${root}/src/config.ts`, content: `const key = '${token}'` }),
          }),
          {
            event: 'beforeTabFileRead',
            says: 'completion reads a file without one',
            wants: 'allow',
            input: (root) => ({ file_path: `${root}/src/index.ts`, content: 'export const one = 1' }),
          },
        ]
      : [],
})
