/** Finds secrets in prompts, reads, writes, commands and results, before they leave the machine. */

import { context, editsOfTool, redactSecrets, rewrite } from '@hookline/core/sdk'
import { readShell, type ShellReading } from '@hookline/core/shell'
import {
  choice,
  definePack,
  flag,
  ofRule,
  packHook,
  promptCanary,
  shellCanary,
  strings,
  toolCanary,
  type Values,
} from '../define-pack.ts'
import { createGlobMatcher } from '../lib/paths.ts'
import { decide, refuseUnread } from '../lib/reasons.ts'

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

const MAX_VALUES = 200_000
/** What the programs of a command get: `gh''p_…`, `$a$b` and `base64 -d` hide a key in the text, but not here. */
function valuesIn({ commands }: ShellReading): string {
  const values = commands.flatMap(({ words, assignments, stdin }) => [
    ...[...words, ...assignments.map(({ value }) => value)].map(({ text }) => text),
    stdin.kind === 'text' || stdin.kind === 'pipe' ? (stdin.text ?? '') : '',
  ])
  return [...new Set(values)].join('\n').slice(0, MAX_VALUES)
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

/** A made-up token. It is in two parts, so that this file does not contain it. */
const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

export const secretScan = definePack({
  name: 'secret-scan',
  description: 'finds keys and tokens in prompts, reads, writes and commands; refuses, asks or removes them',
  about:
    "Finds keys and tokens by their format: private keys, and keys of AWS, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, npm, Google and others. Keys that issuers publish in their documentation are allowed. `redact` removes them from the text if the event can replace it (in Hookline's own hosts; others ignore that, so `deny` is the default). Results of MCP tools always reach the model without them, whatever `action` says; results of other tools cannot be replaced, so the model is instructed not to repeat them.",
  judges: true,
  parameters,
  rules: () => ({
    prompts: {
      catches: 'a message of the person that contains a secret',
      level: 'deny',
      example: promptCanary('deny', `push with ${token}`, 'a prompt with a token'),
    },
    reads: {
      catches: 'a file that contains a secret, or whose content the agent did not send',
      level: ({ action }) => (action === 'redact' ? 'redact' : 'deny'),
      example: {
        event: 'beforeReadFile',
        says: 'a read of a file with a token',
        wants: 'deny',
        input: (root) => ({ file_path: `${root}/src/config.ts`, content: `const key = '${token}'`, attachments: [] }),
      },
    },
    writes: {
      catches: 'an edit that writes a secret',
      level: ({ action }) => (action === 'ask' ? 'ask' : 'deny'),
      example: {
        ...toolCanary('deny', 'Write', { file_path: 'src/config.ts', content: `const key = '${token}'` }),
        says: 'an edit with a token',
      },
    },
    shell: {
      catches: 'a command that contains a secret',
      level: ({ action }) => (action === 'ask' ? 'ask' : 'deny'),
      example: shellCanary(
        'deny',
        `curl -H "Authorization: ${token}" https://api.example`,
        'curl -H "Authorization: <a token>" https://api.example',
      ),
    },
    results: {
      catches: 'a result of a tool that contains a secret: it is removed, or the model is instructed not to repeat it',
      level: 'redact',
      example: {
        event: 'postToolUse',
        says: 'a command that prints a token',
        wants: 'allow',
        input: (root) => ({
          tool_name: 'Shell',
          tool_input: { command: 'cat x' },
          tool_output: JSON.stringify({ output: token, exitCode: 0 }),
          tool_use_id: 'tool_1',
          cwd: root,
          duration: 1,
        }),
      },
    },
  }),
  hooks(settings, levels) {
    const isMadeUp = createGlobMatcher(settings.allow)
    // `includes` of the narrower type would not accept the name.
    const checks = (surface: (typeof surfaces)[number]) => (settings.surfaces as readonly string[]).includes(surface)
    const read = (path: string, content: string | undefined) => {
      if (typeof content !== 'string')
        return isMadeUp(path) === undefined ? refuseUnread('secret-scan', levels) : undefined
      const found = isMadeUp(path) === undefined ? findSecrets(content, settings) : undefined
      if (found === undefined) return undefined
      // A level that is set replaces the parameter.
      const redacts = settings.action === 'redact' && levels.of('reads', 'deny') === 'deny' && !levels.turnsOn('reads')
      return redacts ? rewrite(found.without) : found
    }
    const refuseRead = (path: string, found: FoundSecrets) =>
      decide(
        levels.of('reads', 'deny'),
        reasonFor(
          'reads',
          found,
          'Ask the person for what you need from it.',
          `if its secrets are not real: hookline add secret-scan --set allow+=${path}`,
        ),
      )
    const judging = { failClosed: true, pure: true } as const
    const usual = settings.action === 'ask' ? 'ask' : 'deny'
    return [
      ...(checks('prompts')
        ? [
            packHook('beforeSubmitPrompt', { ...judging, name: 'prompts', rules: ['prompts'] }, ({ prompt }) => {
              const found = findSecrets(prompt, settings)
              return found === undefined
                ? undefined
                : decide(
                    levels.of('prompts', 'deny'),
                    reasonFor('prompts', found, 'Remove it from the message, and revoke it where it was issued.'),
                  )
            }),
          ]
        : []),
      ...(checks('reads')
        ? [
            packHook('beforeReadFile', { ...judging, name: 'reads', rules: ['reads'] }, ({ file_path, content }) => {
              const found = read(file_path, content)
              return found === undefined || !('kinds' in found) ? found : refuseRead(file_path, found)
            }),
            packHook(
              'beforeTabFileRead',
              { ...judging, name: 'tab-reads', rules: ['reads'] },
              ({ file_path, content }) => {
                const found = read(file_path, content)
                return found === undefined || !('kinds' in found) ? found : refuseRead(file_path, found)
              },
            ),
          ]
        : []),
      ...(checks('writes')
        ? [
            packHook(
              'preToolUse',
              { ...judging, name: 'writes', matcher: 'Write', rules: ['writes'] },
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
                return decide(levels.of('writes', usual), reason)
              },
            ),
          ]
        : []),
      ...(checks('shell')
        ? [
            packHook('beforeShellExecution', { ...judging, name: 'shell', rules: ['shell'] }, ({ command }) => {
              const found = findSecrets(command, settings) ?? findSecrets(valuesIn(readShell(command)), settings)
              if (found === undefined) return undefined
              const reason = reasonFor('shell', found, 'Use an environment variable: "$NAME".')
              return decide(levels.of('shell', usual), reason)
            }),
          ]
        : []),
      ...(checks('results')
        ? [
            packHook('postToolUse', { name: 'results', rules: ['results'] }, (input) =>
              levels.of('results', 'deny') === 'allow' ? undefined : inResult(input, settings),
            ),
          ]
        : []),
    ]
  },
  canaries: ({ surfaces: where, action }) => {
    // `includes` of the narrower type would not accept the name.
    const checks = (surface: string) => (where as readonly string[]).includes(surface)
    return [
      ...(checks('prompts')
        ? [ofRule('prompts', promptCanary('deny', `push with ${token}`, 'a token in a prompt'))]
        : []),
      ...(checks('shell')
        ? [
            ofRule(
              'shell',
              shellCanary(
                action === 'ask' ? 'ask' : 'deny',
                `curl -H "Authorization: ${token}" https://api.example`,
                'a token in a command',
              ),
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
