/**
 * Variables that change what the daemon itself reads. `native/launcher.c` and `native/windows/places.h` have the same lists: a caller
 * with other values has another daemon.
 */
const exact: ReadonlySet<string> = new Set(['HOME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'XDG_RUNTIME_DIR'])
const onWindows: ReadonlySet<string> = new Set([
  ...exact,
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'ALLUSERSPROFILE'],
  ...['SYSTEMROOT', 'WINDIR'],
])
const perCall: ReadonlySet<string> = new Set(['HOOKLINE_DEPTH', 'HOOKLINE_RUN', 'HOOKLINE_STATE_SCOPE'])

const isIdentity = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) ||
  name.startsWith('LC_') ||
  (name.startsWith('HOOKLINE_') && !perCall.has(name)) ||
  /^XDG_.+_HOME$/.test(name)

type Variables = Readonly<Record<string, string | undefined>>

export function hasSameIdentity(one: Variables, other: Variables, system: NodeJS.Platform = process.platform): boolean {
  const [mine, theirs] = [identityOf(one, system), identityOf(other, system)]
  return [...new Set([...mine.keys(), ...theirs.keys()])].every((name) => mine.get(name) === theirs.get(name))
}

/** Windows does not distinguish capitals in the names of variables. */
function identityOf(variables: Variables, system: NodeJS.Platform): ReadonlyMap<string, string | undefined> {
  const isWindows = system === 'win32'
  const named = Object.entries(variables).map(
    ([name, value]) => [isWindows ? name.toUpperCase() : name, value] as const,
  )
  return new Map(named.filter(([name]) => isIdentity(name, isWindows ? onWindows : exact)))
}
