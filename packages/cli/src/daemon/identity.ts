/** Variables that change what the daemon itself reads. `native/launcher.c` has the same list: a caller with other values has another daemon. */
const exact: ReadonlySet<string> = new Set(['HOME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'XDG_RUNTIME_DIR'])
const perCall: ReadonlySet<string> = new Set(['HOOKLINE_DEPTH', 'HOOKLINE_RUN', 'HOOKLINE_STATE_SCOPE'])

const isIdentity = (name: string): boolean =>
  exact.has(name) ||
  name.startsWith('LC_') ||
  (name.startsWith('HOOKLINE_') && !perCall.has(name)) ||
  /^XDG_.+_HOME$/.test(name)

type Variables = Readonly<Record<string, string | undefined>>

export function hasSameIdentity(one: Variables, other: Variables): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)].filter(isIdentity))
  return [...names].every((name) => one[name] === other[name])
}
