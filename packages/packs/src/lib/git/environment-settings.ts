/** What git gets through variables: settings, and whether the checks of the repository are skipped. Pure. */
import type { ShellCommand } from '@hookline/core/shell'

type Command = Pick<ShellCommand, 'assignments'>

/** `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=name GIT_CONFIG_VALUE_0=value`, as `name=value`. */
export function environmentSettings({ assignments }: Command): readonly string[] {
  const values = new Map(assignments.map(({ name, value }) => [name, value.text]))
  return [...values].flatMap(([name, value]) => {
    const at = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    if (at !== undefined) return [`${value}=${values.get(`GIT_CONFIG_VALUE_${at}`) ?? ''}`]
    // Git passes settings to its own programs in this variable, quoted.
    return name === 'GIT_CONFIG_PARAMETERS'
      ? [...value.matchAll(/'([^'=]+)'?='?((?:[^']|'\\'')*)/g)].map(([, key, text]) => `${key}=${text}`)
      : []
  })
}

/** Variables with which husky, pre-commit, lefthook and others run no checks, and the values that mean it. */
const skipping: Readonly<Record<string, RegExp>> = {
  HUSKY: /^0$/,
  HUSKY_SKIP_HOOKS: /./,
  SKIP: /./,
  LEFTHOOK: /^(0|false)$/,
  LEFTHOOK_EXCLUDE: /./,
  OVERCOMMIT_DISABLE: /./,
  SKIP_SIMPLE_GIT_HOOKS: /^1$/,
}

/** Whether a variable makes the checks of a commit or push do nothing. */
export const skipsChecks = ({ assignments }: Command): boolean =>
  assignments.some(({ name, value }) => Object.hasOwn(skipping, name) && skipping[name]?.test(value.text) === true)
