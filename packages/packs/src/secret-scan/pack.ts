/** Finds secrets in prompts, reads, writes, commands and results, before they leave the machine. */
import { context, editsOfTool, redactSecrets, rewrite } from '@hookline/core/sdk'
import { choice, definePack, flag, packHook, promptCanary, shellCanary, strings, type Values } from '../define-pack.ts'
import { createGlobMatcher } from '../lib/paths.ts'
import { askPerson, refuse, refuseUnread } from '../lib/reasons.ts'

const surfaces = ['prompts', 'reads', 'writes', 'shell', 'results'] as const
const parameters = {
  surfaces: {
    schema: { type: 'array', items: { enum: surfaces }, default: surfaces },
    doc: 'What it checks: prompts, reads, writes, shell commands, and results of tools.',
  },
  action: choice(
    ['deny', 'ask', 'redact'],
    'deny',
    'What it does. redact removes the secret from the text, and refuses if the text cannot be replaced.',
  ),
  generic: flag(false, 'Also find secrets by their name: password = "…", Bearer …, user:password@host.'),
  allow: strings(
    ['**/test/**', '**/tests/**', '**/fixtures/**', '**/__fixtures__/**', '*.test.*', '*.spec.*'],
    'Files whose secrets are not real.',
  ),
}
type Settings = Values<typeof parameters>

/** Kinds that the format alone identifies. */
const certain = new Set('private-key aws github gitlab slack stripe anthropic openai npm google token'.split(' '))
/** Keys that issuers publish in their documentation. */
const published = /AKIAIOSFODNN7EXAMPLE|sk_test_4eC39HqLyjWDarjtT1zdp7dc/g

interface FoundSecrets {
  readonly kinds: readonly string[]
  readonly without: string
}
function findSecrets(text: string, { generic }: Settings): FoundSecrets | undefined {
  const real = text.replace(published, 'published')
  const { text: without, found } = redactSecrets(real)
  if (found.length === 0) return undefined
  const known = found.filter((kind) => generic || certain.has(kind))
  const kinds = known.length > 0 ? known : certainAlone(real)
  return kinds.length === 0 ? undefined : { kinds, without }
}

/** Checks each word on its own, because the value after `token:` is otherwise found by that name and not by its format. */
function certainAlone(text: string): readonly string[] {
  const words = text.match(/[A-Za-z0-9_.-]{16,}/g) ?? []
  return [...new Set(words.flatMap((word) => redactSecrets(word).found))].filter((kind) => certain.has(kind))
}

const nouns: Readonly<Record<string, string>> = {
  'private-key': 'a private key',
  aws: 'an AWS key',
  secret: 'a value named as a secret',
  token: 'a token',
}
const describeKinds = (kinds: readonly string[]): string =>
  kinds.map((kind) => nouns[kind] ?? `a ${kind} token`).join(' and ')

const reasonFor = (where: string, { kinds }: FoundSecrets, instead: string, userHint?: string) => ({
  rule: `secret-scan/${where}`,
  reason: `It contains ${describeKinds(kinds)}.`,
  instead,
  ...(userHint === undefined ? {} : { userHint }),
})

const collectText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(collectText).join('\n')
      : ''

export const secretScan = definePack({
  name: 'secret-scan',
  description: 'finds keys and tokens in prompts, reads, writes and commands; refuses, asks or removes them',
  about:
    "Finds keys and tokens by their format: private keys, and keys of AWS, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, npm, Google and others. Keys that issuers publish in their documentation are allowed. `redact` removes them from the text if the event can replace it (in Hookline's own hosts; others ignore that, so `deny` is the default). Results of MCP tools always reach the model without them, whatever `action` says; results of other tools cannot be replaced, so the model is instructed not to repeat them.",
  parameters,
  hooks(settings) {
    const isMadeUp = createGlobMatcher(settings.allow)
    // `includes` of the narrower type would not accept the name.
    const checks = (surface: (typeof surfaces)[number]) => (settings.surfaces as readonly string[]).includes(surface)
    const read = (path: string, content: string | undefined) => {
      if (typeof content !== 'string') return isMadeUp(path) === undefined ? refuseUnread('secret-scan') : undefined
      const found = isMadeUp(path) === undefined ? findSecrets(content, settings) : undefined
      if (found === undefined) return undefined
      return settings.action === 'redact' ? rewrite(found.without) : found
    }
    const readWhy = (path: string, found: FoundSecrets) =>
      reasonFor(
        'reads',
        found,
        'Ask the person for what you need from it.',
        `if its secrets are not real: hookline add secret-scan --set allow+=${path}`,
      )
    return [
      ...(checks('prompts')
        ? [
            packHook('beforeSubmitPrompt', { name: 'prompts', failClosed: true, pure: true }, ({ prompt }) => {
              const found = findSecrets(prompt, settings)
              return found === undefined
                ? undefined
                : refuse(reasonFor('prompts', found, 'Remove it from the message, and revoke it where it was issued.'))
            }),
          ]
        : []),
      ...(checks('reads')
        ? [
            packHook('beforeReadFile', { name: 'reads', failClosed: true, pure: true }, ({ file_path, content }) => {
              const found = read(file_path, content)
              return found === undefined || 'say' in found ? found : refuse(readWhy(file_path, found))
            }),
            packHook(
              'beforeTabFileRead',
              { name: 'tab-reads', failClosed: true, pure: true },
              ({ file_path, content }) => {
                const found = read(file_path, content)
                return found === undefined || 'say' in found ? found : refuse(readWhy(file_path, found))
              },
            ),
          ]
        : []),
      ...(checks('writes')
        ? [
            packHook(
              'preToolUse',
              { name: 'writes', matcher: 'Write', failClosed: true, pure: true },
              ({ tool_input }) => {
                const { files, complete } = editsOfTool(tool_input)
                const allMadeUp =
                  complete && files.every(({ paths }) => paths.every((path) => isMadeUp(path) !== undefined))
                const found = allMadeUp ? undefined : findSecrets(collectText(tool_input), settings)
                if (found === undefined) return undefined
                const reason = reasonFor(
                  'writes',
                  found,
                  'Read it from an environment variable, and write only the name of the variable.',
                )
                return settings.action === 'ask' ? askPerson(reason) : refuse(reason)
              },
            ),
          ]
        : []),
      ...(checks('shell')
        ? [
            packHook('beforeShellExecution', { name: 'shell', failClosed: true, pure: true }, ({ command }) => {
              const found = findSecrets(command, settings)
              if (found === undefined) return undefined
              const reason = reasonFor('shell', found, 'Use an environment variable: "$NAME".')
              return settings.action === 'ask' ? askPerson(reason) : refuse(reason)
            }),
          ]
        : []),
      ...(checks('results')
        ? [packHook('postToolUse', { name: 'results' }, (input) => inResult(input, settings))]
        : []),
    ]
  },
  canaries: ({ surfaces: where, action }) => {
    // `includes` of the narrower type would not accept the name.
    const checks = (surface: string) => (where as readonly string[]).includes(surface)
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    return [
      ...(checks('prompts') ? [promptCanary('deny', `push with ${token}`, 'a token in a prompt')] : []),
      ...(checks('shell')
        ? [
            shellCanary(
              action === 'ask' ? 'ask' : 'deny',
              `curl -H "Authorization: ${token}" https://api.example`,
              'a token in a command',
            ),
          ]
        : []),
      ...(checks('prompts') ? [promptCanary('allow', 'where is the token read from?')] : []),
      ...(checks('shell') ? [shellCanary('allow', 'curl -H "Authorization: $TOKEN" https://api.example')] : []),
    ]
  },
})

/** It is too late to refuse. Replaces the result if possible, and otherwise instructs the model not to repeat it. */
function inResult(
  { tool_name, tool_output }: { readonly tool_name: string; readonly tool_output: string },
  settings: Settings,
) {
  const found = typeof tool_output === 'string' ? findSecrets(tool_output, settings) : undefined
  if (found === undefined) return undefined
  const value = tool_name.startsWith('MCP:') ? objectIn(found.without) : undefined
  if (value !== undefined) return rewrite(value)
  const { rule, reason, instead } = reasonFor('results', found, 'Do not repeat it, write it or send it anywhere.')
  return context(`${rule}: ${reason} ${instead}`)
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
