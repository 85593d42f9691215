/** Reads redirections: the files they open, the command's input, and what the command writes to a file. */
import type { Redirection } from 'unbash'
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
  for (const one of list) {
    const number = numberOf(one)
    const opened = openTarget(one, by, wordContext, findings)
    if (by === 'exec') keepOpen(number ?? nameNumber(one, wordContext), opened, wordContext)
    if (number === 0) input = opened?.input ?? input
  }
  return input
}

/** What a redirection opens: for reading, or a file to which the output is added. */
interface Opened {
  readonly input?: ShellInput
  readonly output?: string
}

function openTarget(one: Redirection, by: string, wordContext: WordContext, findings: Findings): Opened | undefined {
  if (one.type === 'HereDoc')
    return { input: { kind: 'text', text: one.body.text, known: one.body.parts === undefined } }
  if (one.target === undefined) return undefined
  const given = expandToOne(one.target, wordContext)
  if (one.type === 'HereString') return { input: { kind: 'text', text: `${given.text}\n`, known: given.known } }
  const cwd = wordContext.variables.get('PWD')?.text
  const path = { ...given, text: followPath(given.text, cwd, wordContext.created.links) }
  if (/^[<>]&$/.test(one.operator) && /^([0-9]+-?|-)$/.test(path.text)) return copyDescriptor(path.text, wordContext)
  const reads = one.operator === '<' || one.operator === '<>'
  const writes = one.operator.includes('>')
  const where = { path, by, ...(cwd === undefined ? {} : { cwd }) }
  // `<>` opens the file for both, whatever its descriptor is used for.
  if (reads) findings.files.push({ ...where, how: 'read' })
  if (writes) findings.files.push({ ...where, how: one.operator.includes('>>') ? 'append' : 'write' })
  const text = reads ? wordContext.created.contents.get(fileKey(path.text)) : undefined
  const input: ShellInput = text === undefined ? { kind: 'file', path } : { kind: 'text', text, known: true }
  return { ...(reads ? { input } : {}), ...(writes ? { output: path.text } : {}) }
}

/** The number that a redirection opens; undefined if the shell chooses one. */
function numberOf({ descriptor, ...one }: Redirection): number | undefined {
  if (descriptor === undefined) return one.type === 'Redirect' && !one.operator.startsWith('<') ? 1 : 0
  return descriptor.type === 'FileDescriptor' ? descriptor.value : undefined
}

/** `exec {out}> x`: any number that the text does not use. */
function nameNumber({ descriptor }: Redirection, { variables }: WordContext): number {
  const name = descriptor?.type === 'FileDescriptor' ? '' : (descriptor?.name ?? '')
  const number = FIRST_NAMED + variables.size
  variables.set(name, { text: `${number}`, known: true, glob: false })
  return number
}
const FIRST_NAMED = 1_000

/** `>&3`, `<&3`: the same as what the number opened before. A closed input is empty. */
function copyDescriptor(text: string, { variables, created }: WordContext): Opened | undefined {
  if (text === '-') return { input: { kind: 'text', text: '', known: true } }
  const number = text.replace('-', '')
  const output = variables.get(`fd ${number}`)?.text
  const read = created.contents.get(descriptorFile(number))
  if (read !== undefined) return { input: { kind: 'text', text: read, known: true } }
  if (output !== undefined) return { output }
  // It may be a copy of the input itself.
  return number === '0' ? undefined : { input: { kind: 'none' } }
}
const descriptorFile = (number: number | string): string => `/dev/fd/${number}`

/** `exec 3> x`, `exec 3<<< text`: later commands of the shell use what the number opened. */
function keepOpen(number: number, opened: Opened | undefined, { variables, created }: WordContext): void {
  const { input, output } = opened ?? {}
  variables.set(`fd ${number}`, output === undefined ? undefined : { text: output, known: true, glob: false })
  if (number > 2 && input?.kind === 'text') writeFile(descriptorFile(number), input.text, created)
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

/** Records this text for the files that the redirections write, or else for the file that `exec > x` opened. */
export function writeOutput(text: string, redirects: readonly Redirection[], wordContext: WordContext): void {
  const { variables, created } = wordContext
  const add = (path: string | undefined): void => {
    if (path !== undefined) writeFile(path, text, created, true)
  }
  if (!redirects.some((one) => numberOf(one) === 1)) add(variables.get('fd 1')?.text)
  for (const to of redirects) {
    if (to.type !== 'Redirect' || to.target === undefined || !to.operator.includes('>')) continue
    const path = expandToOne(to.target, wordContext).text
    if (to.operator === '>&' && /^\d+$/.test(path)) add(variables.get(`fd ${path}`)?.text)
    else writeFile(path, text, created, to.operator.includes('>>'))
  }
}
