/** A hook as form input and as request data. Pure. */
import type { HookVersion } from '@hookline/team/wire'

export interface Form {
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

export const toForm = (version: Version): Form => ({
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
  readonly timeout?: string
  readonly loopLimit?: string
}

/** The errors of the form, found before it is sent. */
export const validateForm = (form: Form): FormErrors => ({
  ...(form.scriptName.trim() === '' ? { scriptName: 'Enter a name, such as guard.sh.' } : {}),
  ...validateNumbers(form),
})

/** Checks and trials need no name. They need only values that can be sent. */
export const isSendable = (form: Form): boolean => Object.keys(validateNumbers(form)).length === 0

function validateNumbers({ timeout, loopLimit }: Form): FormErrors {
  return {
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
  const settings: readonly (readonly [string, unknown])[] = [
    ['event', hookStep],
    ['script', scriptName],
    ['systems', operatingSystems.length === 0 ? 'all' : operatingSystems.toSorted().join(', ')],
    ['matcher', matcher],
    ['timeout', timeout],
    ['failClosed', failClosed],
    ['loop_limit', loopLimit],
    ['approvals', approvals],
  ]
  const lines = settings.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${version.scriptContent}`
}
