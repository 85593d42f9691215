/** A hook as form input and as request data. Pure. */
import { type HookKind, type HookVersion, settingsName } from '@hookline/team/wire'
import { firstConfig, firstModule, hasEvent, hasFile, kindOf } from '../hooks/kinds.ts'
import { formatConfig, parseConfig } from './schema-form.ts'

export interface Form {
  readonly kind: HookKind
  /** JSON, as the user writes it. */
  readonly config: string
  readonly hookStep: string
  readonly scriptName: string
  readonly operatingSystems: readonly string[]
  readonly matcher: string
  readonly timeout: string
  readonly failClosed: boolean | undefined
  readonly loopLimit: string
  readonly approvals: boolean | undefined
  readonly scriptContent: string
}

type Version = Pick<
  HookVersion,
  | 'kind'
  | 'config'
  | 'hookStep'
  | 'scriptName'
  | 'operatingSystems'
  | 'matcher'
  | 'timeout'
  | 'failClosed'
  | 'loopLimit'
  | 'approvals'
  | 'scriptContent'
>

export const initialForm: Form = {
  kind: 'script',
  config: '',
  hookStep: 'beforeShellExecution',
  scriptName: '',
  operatingSystems: [],
  matcher: '',
  timeout: '',
  failClosed: undefined,
  loopLimit: '',
  approvals: undefined,
  scriptContent: `#!/bin/sh
# Reads the event as JSON from stdin and prints the decision to stdout.
case $(cat) in
*'git push --force'*) echo '{"permission":"deny","agent_message":"Agents may not force-push in this team."}' ;;
*) echo '{}' ;;
esac
`,
}

/** An empty form of a kind. What fits the new kind too is kept. */
export function startForm(kind: HookKind, { operatingSystems, hookStep }: Form): Form {
  const scriptContent = kind === 'script' ? initialForm.scriptContent : kind === 'module' ? firstModule : ''
  return {
    ...initialForm,
    kind,
    operatingSystems,
    scriptContent,
    hookStep: hasEvent(kind) ? hookStep || initialForm.hookStep : '',
    scriptName: kind === 'settings' ? settingsName : '',
    config: formatConfig({ ...firstConfig[kind] }),
  }
}

export const toForm = (version: Version): Form => ({
  kind: kindOf(version.kind),
  config: formatConfig(parseConfig(version.config) ?? {}),
  hookStep: version.hookStep,
  scriptName: version.scriptName,
  operatingSystems: version.operatingSystems,
  matcher: version.matcher ?? '',
  timeout: version.timeout === undefined ? '' : String(version.timeout),
  failClosed: version.failClosed,
  loopLimit: version.loopLimit === undefined ? '' : String(version.loopLimit),
  approvals: version.approvals,
  scriptContent: version.scriptContent,
})

interface FormErrors {
  readonly scriptName?: string
  readonly config?: string
  readonly timeout?: string
  readonly loopLimit?: string
}

/** The errors of the form, found before it is sent. */
export const validateForm = (form: Form): FormErrors => ({
  ...(form.scriptName.trim() === '' ? { scriptName: missingName(form) } : {}),
  ...validateValues(form),
})

const missingName = ({ kind }: Form): string =>
  kind === 'pack' ? 'Choose a pack.' : hasFile(kind) ? 'Enter a name, such as guard.sh.' : 'Enter a name.'

/** Checks and trials need no name. They need only values that can be sent. */
export const isSendable = (form: Form): boolean => Object.keys(validateValues(form)).length === 0

function validateValues({ timeout, loopLimit, config }: Form): FormErrors {
  return {
    ...(parseConfig(config) === undefined ? { config: 'Enter a JSON object, or leave this empty.' } : {}),
    ...(timeout.trim() === '' || Number(timeout) > 0
      ? {}
      : { timeout: 'Enter a number of seconds, or leave this empty.' }),
    ...(/^\s*(\d{1,9})?\s*$/.test(loopLimit) ? {} : { loopLimit: 'Enter a whole number, or leave this empty.' }),
  }
}

/** Call this only for a form that is sendable. */
export function toDraft(form: Form) {
  const { hookStep, scriptName, operatingSystems, matcher, timeout, failClosed, loopLimit, approvals } = form
  return {
    kind: form.kind,
    config: form.config.trim() === '' ? '' : JSON.stringify(parseConfig(form.config)),
    hookStep,
    scriptName: scriptName.trim(),
    operatingSystems: [...operatingSystems],
    scriptContent: form.scriptContent,
    ...(matcher === '' ? {} : { matcher }),
    ...(timeout.trim() === '' ? {} : { timeout: Number(timeout) }),
    ...(failClosed === undefined ? {} : { failClosed }),
    ...(loopLimit.trim() === '' ? {} : { loopLimit: Number(loopLimit) }),
    ...(approvals === undefined ? {} : { approvals }),
  }
}

export const isSame = (a: Form, b: Form): boolean =>
  JSON.stringify({ ...a, operatingSystems: a.operatingSystems.toSorted() }) ===
  JSON.stringify({ ...b, operatingSystems: b.operatingSystems.toSorted() })

/** The settings and the script as one text, to compare versions. */
export function toText(version: Version | undefined): string {
  if (version === undefined) return ''
  const { hookStep, scriptName, operatingSystems, matcher, timeout, failClosed, loopLimit, approvals } = version
  const kind = kindOf(version.kind)
  const settings: readonly (readonly [string, unknown])[] = [
    ['event', hasEvent(kind) ? hookStep : undefined],
    [kind, scriptName],
    ['systems', operatingSystems.length === 0 ? 'all' : operatingSystems.toSorted().join(', ')],
    ['matcher', matcher],
    ['timeout', timeout],
    ['failClosed', failClosed],
    ['loop_limit', loopLimit],
    ['approvals', approvals],
  ]
  const lines = settings.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  const config = formatConfig(parseConfig(version.config) ?? {})
  return [lines.join('\n'), ...(config === '' ? [] : [config]), version.scriptContent].join('\n\n')
}
