/** Reads redirections: the files they open, the command's input, and what the command writes to a file. */
import type { Redirect, Redirection } from 'unbash'
import { followPath } from './links.ts'
import { findPrinted } from './started/start.ts'
import type { Findings } from './state.ts'
import type { ShellCommand, ShellInput } from './types.ts'
import { expandToOne, type WordContext } from './words.ts'
import { fileKey, writeFile } from './written-files.ts'

/** Records the files that the redirections open. Returns the command's input if one of them replaces it. */
export function readRedirections(
  list: readonly Redirection[],
  by: string,
  wordContext: WordContext,
  findings: Findings,
): ShellInput | undefined {
  let input: ShellInput | undefined
  const cwd = wordContext.variables.get('PWD')?.text
  for (const one of list) {
    const toInput =
      one.descriptor === undefined || (one.descriptor.type === 'FileDescriptor' && one.descriptor.value === 0)
    if (one.type === 'HereDoc' && !toInput) continue
    if (one.type === 'HereDoc') input = { kind: 'text', text: one.body.text, known: one.body.parts === undefined }
    else if (one.target === undefined) continue
    else if (one.type === 'HereString') {
      if (!toInput) continue
      const value = expandToOne(one.target, wordContext)
      input = { kind: 'text', text: `${value.text}\n`, known: value.known }
    } else {
      const given = expandToOne(one.target, wordContext)
      const path = { ...given, text: followPath(given.text, cwd, wordContext.created.links) }
      if (by === 'exec') nameDescriptor(one, path.text, wordContext)
      if ((one.operator === '>&' || one.operator === '<&') && /^([0-9]+-?|-)$/.test(path.text)) {
        // A closed input is empty. Other descriptors are not followed: one may be a copy of the input itself.
        if (one.operator === '<&' && toInput && !path.text.startsWith('0'))
          input = path.text === '-' ? { kind: 'text', text: '', known: true } : { kind: 'none' }
        continue
      }
      const reads = one.operator === '<' || one.operator === '<>'
      const where = { path, by, ...(cwd === undefined ? {} : { cwd }) }
      // `<>` opens the file for both, whatever its descriptor is used for.
      if (reads) findings.files.push({ ...where, how: 'read' })
      if (one.operator.includes('>'))
        findings.files.push({ ...where, how: one.operator.includes('>>') ? 'append' : 'write' })
      const text = reads && toInput ? wordContext.created.contents.get(fileKey(path.text)) : undefined
      if (reads && toInput) input = text === undefined ? { kind: 'file', path } : { kind: 'text', text, known: true }
    }
  }
  return input
}

/** `exec 3> x`, `exec {out}> x`: later commands of the shell write to the file by its number. */
function nameDescriptor({ descriptor, operator }: Redirect, path: string, { variables }: WordContext): void {
  if (descriptor === undefined || !operator.includes('>') || /^[0-9-]+$/.test(path)) return
  const number = descriptor.type === 'FileDescriptor' ? `${descriptor.value}` : `10${descriptor.name}`
  if (descriptor.type !== 'FileDescriptor') variables.set(descriptor.name, { text: number, known: true, glob: false })
  variables.set(`fd ${number}`, { text: path, known: true, glob: false })
}

/** Records what the command prints into a file, in case that file is run later. */
export function recordOutput(
  one: ShellCommand | undefined,
  redirects: readonly Redirection[],
  wordContext: WordContext,
): void {
  const text = one === undefined ? undefined : findPrinted(one, wordContext.created)
  if (one === undefined || text === undefined) return
  const appends = one.words.some((word) => /^(-a|--append)$/.test(word.text))
  if (one.name === 'tee')
    for (const word of one.words.slice(1)) writeFile(word.text, text, wordContext.created, appends)
  writeOutput(text, redirects, wordContext)
}

/** Records this text for the files that the redirections write. */
export function writeOutput(text: string, redirects: readonly Redirection[], wordContext: WordContext): void {
  for (const to of redirects) {
    if (to.type !== 'Redirect' || to.target === undefined || !to.operator.includes('>')) continue
    const path = expandToOne(to.target, wordContext).text
    const opened = to.operator === '>&' ? wordContext.variables.get(`fd ${path}`)?.text : undefined
    writeFile(opened ?? path, text, wordContext.created, opened !== undefined || to.operator.includes('>>'))
  }
}
