/** The rule for script names. The server warns about an invalid name, and machines refuse the whole set. */

/** The name becomes a file name: it must stay inside its directory and differ from Hookline's own files. Returns undefined if it is valid. */
export function findScriptNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'is empty'
  if (Buffer.byteLength(name) > 200) return 'has more than 200 bytes'
  if (/[/\\:]/.test(name)) return 'contains a separator (/, \\ or :)'
  if (name.includes('..')) return 'contains `..`'
  const hidden = findHidden(name)
  if (hidden !== undefined) return hidden
  if (/^\.|[. ]$/.test(name)) return 'starts with a dot, or ends with a dot or a space'
  if (['hooks.json', 'hookline.json'].includes(name.toLowerCase())) return "is the name of one of Hookline's own files"
  return undefined
}

/** The rule for the name of a hook without a file, which is only a label. */
export function findLabelProblem(name: string): string | undefined {
  if (name.trim() === '') return 'is empty'
  if (Buffer.byteLength(name) > 200) return 'has more than 200 bytes'
  return findHidden(name)
}

function findHidden(name: string): string | undefined {
  if (/\p{Cc}|\p{Cs}/u.test(name)) return 'contains control characters'
  // Invisible or reversing characters would make people read a different name.
  return /\p{Cf}|\p{Zl}|\p{Zp}/u.test(name) ? 'contains invisible characters' : undefined
}
