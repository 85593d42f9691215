/** A hook as it stands in the form, and as it goes over the wire. Pure. */
import type { HookVersion } from '@hookline/team/wire'

export interface Form {
  readonly hookStep: string
  readonly scriptName: string
  readonly operatingSystems: readonly string[]
  readonly matcher: string
  readonly timeout: string
  readonly failClosed: boolean | undefined
  readonly loopLimit: string
  readonly scriptContent: string
}

type Version = Pick<
  HookVersion,
  'hookStep' | 'scriptName' | 'operatingSystems' | 'matcher' | 'timeout' | 'failClosed' | 'loopLimit' | 'scriptContent'
>

export const firstForm: Form = {
  hookStep: 'beforeShellExecution',
  scriptName: '',
  operatingSystems: [],
  matcher: '',
  timeout: '',
  failClosed: undefined,
  loopLimit: '',
  scriptContent: `#!/bin/sh
# The event comes as JSON on stdin; the decision goes to stdout.
case $(cat) in
*'git push --force'*) echo '{"permission":"deny","agent_message":"Force pushes are not for agents here."}' ;;
*) echo '{}' ;;
esac
`,
}

export const formOf = (version: Version): Form => ({
  hookStep: version.hookStep,
  scriptName: version.scriptName,
  operatingSystems: version.operatingSystems,
  matcher: version.matcher ?? '',
  timeout: version.timeout === undefined ? '' : String(version.timeout),
  failClosed: version.failClosed,
  loopLimit: version.loopLimit === undefined ? '' : String(version.loopLimit),
  scriptContent: version.scriptContent,
})

interface Faults {
  readonly scriptName?: string
  readonly timeout?: string
  readonly loopLimit?: string
}

/** What is wrong with a field before anybody is asked. */
export const faultsOf = (form: Form): Faults => ({
  ...(form.scriptName.trim() === '' ? { scriptName: 'A name, like guard.sh.' } : {}),
  ...numberFaultsOf(form),
})

/** Checks and trials need no name: only what cannot go over the wire stops them. */
export const isReadable = (form: Form): boolean => Object.keys(numberFaultsOf(form)).length === 0

function numberFaultsOf({ timeout, loopLimit }: Form): Faults {
  return {
    ...(timeout.trim() === '' || Number(timeout) > 0 ? {} : { timeout: 'A number of seconds, or nothing.' }),
    ...(/^\s*(\d{1,9})?\s*$/.test(loopLimit) ? {} : { loopLimit: 'A whole number, or nothing.' }),
  }
}

/** Only of a form that is readable. */
export function draftOf(form: Form) {
  const { hookStep, scriptName, operatingSystems, matcher, timeout, failClosed, loopLimit, scriptContent } = form
  return {
    hookStep,
    scriptName: scriptName.trim(),
    operatingSystems: [...operatingSystems],
    scriptContent,
    ...(matcher === '' ? {} : { matcher }),
    ...(timeout.trim() === '' ? {} : { timeout: Number(timeout) }),
    ...(failClosed === undefined ? {} : { failClosed }),
    ...(loopLimit.trim() === '' ? {} : { loopLimit: Number(loopLimit) }),
  }
}

export const isSame = (one: Form, other: Form): boolean =>
  JSON.stringify({ ...one, operatingSystems: one.operatingSystems.toSorted() }) ===
  JSON.stringify({ ...other, operatingSystems: other.operatingSystems.toSorted() })

/** Settings and script as one text, for differences. */
export function asText(version: Version | undefined): string {
  if (version === undefined) return ''
  const { hookStep, scriptName, operatingSystems, matcher, timeout, failClosed, loopLimit, scriptContent } = version
  const settings: readonly (readonly [string, unknown])[] = [
    ['event', hookStep],
    ['script', scriptName],
    ['systems', operatingSystems.length === 0 ? 'all' : operatingSystems.toSorted().join(', ')],
    ['matcher', matcher],
    ['timeout', timeout],
    ['failClosed', failClosed],
    ['loop_limit', loopLimit],
  ]
  const lines = settings.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${scriptContent}`
}
