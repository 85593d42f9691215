/** Secrets do not leave the machine by way of a prompt, a read, a write or a command. */
import { context, editsOfTool, redactSecrets, rewrite } from '@hookline/core/sdk'
import { globs } from '../lib/paths.ts'
import { asked, refused, refuseUnread } from '../lib/said.ts'
import { choice, flag, packHook, packOf, promptCanary, shellCanary, texts, type Values } from '../pack-of.ts'

const surfaces = ['prompts', 'reads', 'writes', 'shell', 'results'] as const
const parameters = {
  surfaces: {
    schema: { type: 'array', items: { enum: surfaces }, default: surfaces },
    doc: 'Where it looks: prompts, reads, writes, shell, and the results of tools.',
  },
  action: choice(
    ['deny', 'ask', 'redact'],
    'deny',
    'What it does. redact gives the reader the text without the secret, and refuses where no text can be replaced.',
  ),
  generic: flag(false, 'Also what is only called a secret: password = "…", Bearer …, user:password@host.'),
  allow: texts(
    ['**/test/**', '**/tests/**', '**/fixtures/**', '**/__fixtures__/**', '*.test.*', '*.spec.*'],
    'Files whose secrets are made up.',
  ),
}
type Settings = Values<typeof parameters>

/** Known by their form alone. */
const certain = new Set('private-key aws github gitlab slack stripe anthropic openai npm google token'.split(' '))
/** Those that the issuers print in their own documentation. */
const published = /AKIAIOSFODNN7EXAMPLE|sk_test_4eC39HqLyjWDarjtT1zdp7dc/g

interface Found {
  readonly kinds: readonly string[]
  readonly without: string
}
function secretsIn(text: string, { generic }: Settings): Found | undefined {
  const real = text.replace(published, 'published')
  const { text: without, found } = redactSecrets(real)
  if (found.length === 0) return undefined
  const known = found.filter((kind) => generic || certain.has(kind))
  const kinds = known.length > 0 ? known : certainAlone(real)
  return kinds.length === 0 ? undefined : { kinds, without }
}

/** What stands after `token:` is found by that word before its own form is looked at: here each word by itself. */
function certainAlone(text: string): readonly string[] {
  const words = text.match(/[A-Za-z0-9_.-]{16,}/g) ?? []
  return [...new Set(words.flatMap((word) => redactSecrets(word).found))].filter((kind) => certain.has(kind))
}

const nouns: Readonly<Record<string, string>> = {
  'private-key': 'a private key',
  aws: 'an AWS key',
  secret: 'something called a secret',
  token: 'a token',
}
const named = (kinds: readonly string[]): string => kinds.map((kind) => nouns[kind] ?? `a ${kind} token`).join(' and ')

const why = (where: string, { kinds }: Found, instead: string, cure?: string) => ({
  rule: `secret-scan/${where}`,
  reason: `There is ${named(kinds)} in it.`,
  instead,
  ...(cure === undefined ? {} : { cure }),
})

const textsOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textsOf).join('\n')
      : ''

export const secretScan = packOf({
  name: 'secret-scan',
  description: 'finds keys and tokens in prompts, reads, writes and commands; refuses, asks or takes them out',
  about:
    "Finds keys and tokens by their form: private keys, and those of AWS, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, npm, Google and others. Keys that the issuers print in their own documentation pass. `redact` gives the reader the text without them where the event can replace it (Hookline's own hosts; others ignore that, so `deny` is the default). What an MCP tool returned is given to the model without them whatever `action` says; of other tools' results nothing can be replaced, and the model is told not to repeat it.",
  parameters,
  hooks(settings) {
    const isMadeUp = globs(settings.allow)
    const looks = (surface: (typeof surfaces)[number]) => (settings.surfaces as readonly string[]).includes(surface)
    const read = (path: string, content: string | undefined) => {
      if (typeof content !== 'string') return isMadeUp(path) === undefined ? refuseUnread('secret-scan') : undefined
      const found = isMadeUp(path) === undefined ? secretsIn(content, settings) : undefined
      if (found === undefined) return undefined
      return settings.action === 'redact' ? rewrite(found.without) : found
    }
    const readWhy = (path: string, found: Found) =>
      why(
        'reads',
        found,
        'Ask the person for what you need from it.',
        `a file without real secrets: hookline add secret-scan --set allow+=${path}`,
      )
    return [
      ...(looks('prompts')
        ? [
            packHook('beforeSubmitPrompt', { name: 'prompts', failClosed: true, pure: true }, ({ prompt }) => {
              const found = secretsIn(prompt, settings)
              return found === undefined
                ? undefined
                : refused(why('prompts', found, 'Take it out of the message, and take it back where it was issued.'))
            }),
          ]
        : []),
      ...(looks('reads')
        ? [
            packHook('beforeReadFile', { name: 'reads', failClosed: true, pure: true }, ({ file_path, content }) => {
              const found = read(file_path, content)
              return found === undefined || 'say' in found ? found : refused(readWhy(file_path, found))
            }),
            packHook(
              'beforeTabFileRead',
              { name: 'tab-reads', failClosed: true, pure: true },
              ({ file_path, content }) => {
                const found = read(file_path, content)
                return found === undefined || 'say' in found ? found : refused(readWhy(file_path, found))
              },
            ),
          ]
        : []),
      ...(looks('writes')
        ? [
            packHook(
              'preToolUse',
              { name: 'writes', matcher: 'Write', failClosed: true, pure: true },
              ({ tool_input }) => {
                const { files, complete } = editsOfTool(tool_input)
                const allMadeUp =
                  complete && files.every(({ paths }) => paths.every((path) => isMadeUp(path) !== undefined))
                const found = allMadeUp ? undefined : secretsIn(textsOf(tool_input), settings)
                if (found === undefined) return undefined
                const said = why('writes', found, 'Read it from the environment instead, and write only its name.')
                return settings.action === 'ask' ? asked(said) : refused(said)
              },
            ),
          ]
        : []),
      ...(looks('shell')
        ? [
            packHook('beforeShellExecution', { name: 'shell', failClosed: true, pure: true }, ({ command }) => {
              const found = secretsIn(command, settings)
              if (found === undefined) return undefined
              const said = why('shell', found, 'Use a variable of the environment: "$NAME".')
              return settings.action === 'ask' ? asked(said) : refused(said)
            }),
          ]
        : []),
      ...(looks('results') ? [packHook('postToolUse', { name: 'results' }, (input) => inResult(input, settings))] : []),
    ]
  },
  canaries: ({ surfaces: where, action }) => {
    const looks = (surface: string) => (where as readonly string[]).includes(surface)
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    return [
      ...(looks('prompts') ? [promptCanary('deny', `push with ${token}`, 'a token in a prompt')] : []),
      ...(looks('shell')
        ? [
            shellCanary(
              action === 'ask' ? 'ask' : 'deny',
              `curl -H "Authorization: ${token}" https://api.example`,
              'a token in a command',
            ),
          ]
        : []),
      ...(looks('prompts') ? [promptCanary('allow', 'where is the token read from?')] : []),
      ...(looks('shell') ? [shellCanary('allow', 'curl -H "Authorization: $TOKEN" https://api.example')] : []),
    ]
  },
})

/** Too late to refuse: what can be replaced is, and of the rest the model is told. */
function inResult(
  { tool_name, tool_output }: { readonly tool_name: string; readonly tool_output: string },
  settings: Settings,
) {
  const found = typeof tool_output === 'string' ? secretsIn(tool_output, settings) : undefined
  if (found === undefined) return undefined
  const value = tool_name.startsWith('MCP:') ? objectIn(found.without) : undefined
  if (value !== undefined) return rewrite(value)
  const { rule, reason, instead } = why('results', found, 'Do not repeat it, write it or send it anywhere.')
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
