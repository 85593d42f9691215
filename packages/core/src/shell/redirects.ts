/** Redirections: the files they open, what the command then reads, and what it leaves in a file. */
import type { Redirection } from 'unbash'
import { followPath } from './links.ts'
import { printedBy } from './started/start.ts'
import type { Found } from './state.ts'
import type { ShellCommand, ShellInput } from './types.ts'
import { type WordRim, wholeOf } from './words.ts'
import { fileKey, writeFile } from './written-files.ts'

/** Files the redirections open; what the command then reads from, when one of them is its input. */
export function redirected(
  list: readonly Redirection[],
  by: string,
  rim: WordRim,
  found: Found,
): ShellInput | undefined {
  let input: ShellInput | undefined
  const cwd = rim.variables.get('PWD')?.text
  for (const one of list) {
    const toInput =
      one.descriptor === undefined || (one.descriptor.type === 'FileDescriptor' && one.descriptor.value === 0)
    if (one.type === 'HereDoc' && !toInput) continue
    if (one.type === 'HereDoc') input = { kind: 'text', text: one.body.text, known: one.body.parts === undefined }
    else if (one.target === undefined) continue
    else if (one.type === 'HereString') {
      if (!toInput) continue
      const value = wholeOf(one.target, rim)
      input = { kind: 'text', text: `${value.text}\n`, known: value.known }
    } else {
      const given = wholeOf(one.target, rim)
      const path = { ...given, text: followPath(given.text, cwd, rim.made.links) }
      if ((one.operator === '>&' || one.operator === '<&') && /^([0-9]+-?|-)$/.test(path.text)) {
        // Nothing can be read from a closed input. What another descriptor holds is not followed: it may be the input itself.
        if (one.operator === '<&' && toInput && !path.text.startsWith('0'))
          input = path.text === '-' ? { kind: 'text', text: '', known: true } : { kind: 'none' }
        continue
      }
      const reads = one.operator === '<' || one.operator === '<>'
      const how = reads ? 'read' : one.operator.includes('>>') ? 'append' : 'write'
      found.files.push({ path, how, by, ...(cwd === undefined ? {} : { cwd }) })
      const text = reads && toInput ? rim.made.texts.get(fileKey(path.text)) : undefined
      if (reads && toInput) input = text === undefined ? { kind: 'file', path } : { kind: 'text', text, known: true }
    }
  }
  return input
}

/** What it prints into a file, for when that file is run. */
export function remember(one: ShellCommand | undefined, redirects: readonly Redirection[], rim: WordRim): void {
  const text = one === undefined ? undefined : printedBy(one, rim.made)
  if (one === undefined || text === undefined) return
  const appends = one.words.some((word) => /^(-a|--append)$/.test(word.text))
  if (one.name === 'tee') for (const word of one.words.slice(1)) writeFile(word.text, text, rim.made, appends)
  keepOutput(text, redirects, rim)
}

/** The files that redirections write get this text. */
export function keepOutput(text: string, redirects: readonly Redirection[], rim: WordRim): void {
  for (const to of redirects)
    if (to.type === 'Redirect' && to.target !== undefined && to.operator.includes('>'))
      writeFile(wholeOf(to.target, rim).text, text, rim.made, to.operator.includes('>>'))
}
