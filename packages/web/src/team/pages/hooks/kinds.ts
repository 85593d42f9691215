/** Labels and empty forms for each kind of hook. Pure. */
import { type HookKind, hookKinds, isHookKind, settingsName } from '@hookline/team/wire'

interface KindLabels {
  readonly label: string
  /** The field for `scriptName`. */
  readonly name: string
  readonly nameHelp: string
  readonly example: string
  /** What the JSON editor holds. */
  readonly config: string
}

const configOfEntry = 'Further keys of the entry, as JSON'
export const kindLabels: Readonly<Record<HookKind, KindLabels>> = {
  script: {
    ...{ label: 'Script', name: 'Script name', nameHelp: 'The file name on devices.', example: 'guard.sh' },
    config: configOfEntry,
  },
  pack: {
    ...{ label: 'Pack', name: 'Pack', nameHelp: 'Ready-made hooks, with parameters.', example: 'shell-guard' },
    config: 'Parameters, as JSON',
  },
  rule: {
    ...{ label: 'Rule', name: 'Name', nameHelp: 'What people see when it decides.', example: 'no-force-push' },
    config: 'The rule and further keys, as JSON',
  },
  prompt: {
    ...{ label: 'Prompt', name: 'Name', nameHelp: 'What people see when it decides.', example: 'reviewer' },
    config: 'The prompt and further keys, as JSON',
  },
  module: {
    ...{ label: 'Module', name: 'Module name', nameHelp: 'The file name on devices.', example: 'guard.mjs' },
    config: configOfEntry,
  },
  http: {
    ...{ label: 'HTTP hook', name: 'Name', nameHelp: 'What people see when it decides.', example: 'gateway' },
    config: 'The address and further keys, as JSON',
  },
  settings: {
    ...{ label: 'Settings', name: 'Name', nameHelp: '', example: settingsName },
    config: 'Settings, as JSON',
  },
}

export const kindOf = (kind: string): HookKind => (isHookKind(kind) ? kind : 'script')
export const kindOptions = Object.entries(kindLabels).map(([value, { label }]) => ({ value, label }))
export const hasFile = (kind: string): boolean => hookKinds[kindOf(kind)].hasFile
export const hasEvent = (kind: string): boolean => hookKinds[kindOf(kind)].hasEvent

/** What a new hook of each kind begins with. */
export const firstConfig: Readonly<Partial<Record<HookKind, object>>> = {
  rule: {
    rule: {
      when: { field: 'command', contains: 'push --force' },
      verdict: 'deny',
      user_message: 'Open a pull request.',
    },
  },
  prompt: { prompt: 'Is this command safe to run on a developer machine? $ARGUMENTS' },
  http: { url: 'https://guard.example.com/hooks' },
}
export const firstModule = `export default {
  event: 'beforeShellExecution',
  run({ command }) {
    return command.includes('push --force') ? { permission: 'deny' } : {}
  },
}
`
