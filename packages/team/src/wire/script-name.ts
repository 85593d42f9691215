/** What a script may be called: the same rule on the server, which warns, and on machines, which refuse the whole set. */

/** Its name is the name of a file: never a way out of its directory, never one of Hookline's own. Undefined: it is fine. */
export function badScriptName(name: string): string | undefined {
  if (name.trim() === '') return 'is empty'
  if (Buffer.byteLength(name) > 200) return 'has more than 200 bytes'
  if (/[/\\:]/.test(name)) return 'has a separator'
  if (name.includes('..')) return 'has `..`'
  if (/\p{Cc}|\p{Cs}/u.test(name)) return 'has control characters'
  // Turned around, or not seen at all: it would be read as another name.
  if (/\p{Cf}|\p{Zl}|\p{Zp}/u.test(name)) return 'has invisible characters'
  if (/^\.|[. ]$/.test(name)) return 'begins with a dot, or ends with a dot or a space'
  if (['hooks.json', 'hookline.json'].includes(name.toLowerCase())) return "is that of Hookline's own file"
  return undefined
}
