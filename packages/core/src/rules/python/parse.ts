/** Reads an expression as Python's `re` does, and refuses what that refuses. */
import { readClass, readEscape } from './escapes.ts'
import { charNode, type PyNode, widthOf } from './nodes.ts'
import { different, Invalid, invalid, type Scanner, scannerOf } from './scanner.ts'

interface Flags {
  readonly newlines: boolean
  readonly lines: boolean
  readonly verbose: boolean
}
interface Reading {
  readonly scanner: Scanner
  readonly names: Map<string, number>
  /** The groups that are already closed. */
  readonly groups: Map<number, PyNode>
  opened: number
  depth: number
  /** Part of the expression other than flags has already been read. */
  begun: boolean
  flags: Flags
}
export interface PyPattern {
  readonly node: PyNode
  readonly groups: ReadonlyMap<number, PyNode>
}

const DEEPEST = 200

export function parsePython(text: string): PyPattern {
  const reading: Reading = {
    scanner: scannerOf(text),
    names: new Map(),
    groups: new Map(),
    opened: 0,
    depth: 0,
    begun: false,
    flags: { newlines: false, lines: false, verbose: false },
  }
  const node = alternatives(reading)
  if (reading.scanner.peek() !== undefined) invalid('a bracket is closed that was never opened')
  return { node, groups: reading.groups }
}

function alternatives(reading: Reading): PyNode {
  if (++reading.depth > DEEPEST) different('brackets nested too deep')
  const of = [sequence(reading)]
  while (reading.scanner.eat('|')) {
    reading.begun = true
    of.push(sequence(reading))
  }
  reading.depth--
  // A list of length 1 has a first item.
  return of.length === 1 ? (of[0] as PyNode) : { kind: 'alt', of }
}

function sequence(reading: Reading): PyNode {
  const { scanner } = reading
  const of: PyNode[] = []
  for (;;) {
    const char = scanner.peek()
    if (char === undefined || char === '|' || char === ')') return { kind: 'seq', of }
    scanner.take()
    if (reading.flags.verbose && /[ \t\n\r\v\f]/.test(char)) continue
    if (reading.flags.verbose && char === '#') skipLine(scanner)
    else if ('*+?{'.includes(char)) repeated(reading, char, of)
    else {
      const one = atom(reading, char)
      if (one !== undefined) {
        of.push(one)
        reading.begun = true
      }
    }
  }
}

function skipLine(scanner: Scanner): void {
  for (let char = scanner.take(); char !== undefined && char !== '\n'; ) char = scanner.take()
}

function atom(reading: Reading, char: string): PyNode | undefined {
  const { scanner, flags } = reading
  if (char === '.') return { kind: 'any', newlines: flags.newlines }
  if (char === '^') return { kind: 'at', where: flags.lines ? 'line-start' : 'start' }
  if (char === '$') return { kind: 'at', where: flags.lines ? 'line-end' : 'end' }
  if (char === '[') return { kind: 'set', ...readClass(scanner) }
  if (char === '(') return group(reading)
  if (char !== '\\') return charNode(char.codePointAt(0) ?? 0)
  const read = readEscape(scanner)
  if ('code' in read) return charNode(read.code)
  if ('word' in read) return { kind: 'set', items: [read], negated: false }
  return 'where' in read ? { kind: 'at', where: read.where } : reference(reading, read.ref)
}

function reference(reading: Reading, index: number): PyNode {
  if (index > reading.opened) return invalid(`there is no group ${index}`)
  return reading.groups.has(index) ? { kind: 'ref', index } : invalid(`group ${index} is still open`)
}

function repeated(reading: Reading, char: string, of: PyNode[]): void {
  const times = char === '{' ? counted(reading.scanner) : counts[char]
  if (times === undefined) {
    of.push(charNode(0x7b))
    reading.begun = true
    return
  }
  const last = of.at(-1)
  if (last === undefined || last.kind === 'at') throw new Invalid('there is nothing to repeat')
  if (last.kind === 'repeat') throw new Invalid('a repetition is repeated')
  const lazy = reading.scanner.eat('?')
  if (!lazy && reading.scanner.peek() === '+') different('a possessive repetition')
  of[of.length - 1] = { kind: 'repeat', ...times, lazy, of: last }
}

type Times = { readonly min: number; readonly max: number }
const counts: Readonly<Record<string, Times>> = {
  '*': { min: 0, max: Number.POSITIVE_INFINITY },
  '+': { min: 1, max: Number.POSITIVE_INFINITY },
  '?': { min: 0, max: 1 },
}

/** `{2}`, `{2,}`, `{,5}`, `{2,5}`; anything else is a brace. */
function counted(scanner: Scanner): Times | undefined {
  const from = scanner.at()
  if (scanner.peek() === '}') return undefined
  const low = scanner.digits(/[0-9]/, 12)
  const comma = scanner.eat(',')
  const high = comma ? scanner.digits(/[0-9]/, 12) : low
  if (!scanner.eat('}')) {
    scanner.back(from)
    return undefined
  }
  const min = low === '' ? 0 : Number(low)
  const max = high === '' ? Number.POSITIVE_INFINITY : Number(high)
  if (max < min) invalid('a repetition has its counts the wrong way round')
  if (min > 65535 || (max > 65535 && max !== Number.POSITIVE_INFINITY)) different('a count above 65535')
  return { min, max }
}

function group(reading: Reading): PyNode | undefined {
  const { scanner } = reading
  if (!scanner.eat('?')) return captured(reading)
  if (scanner.eat('P')) return named(reading)
  if (scanner.eat(':')) return inside(reading)
  if (scanner.eat('#')) {
    scanner.until(')', 'a comment')
    return undefined
  }
  for (const behind of [false, true])
    for (const negated of [false, true])
      if (scanner.eat(`${behind ? '<' : ''}${negated ? '!' : '='}`)) return readLookaround(reading, behind, negated)
  if (scanner.peek() === '(') return different('a condition on a group, (?(1)…)')
  if (scanner.peek() === '>') return different('an atomic group, (?>…)')
  return flagged(reading)
}

function captured(reading: Reading, name?: string): PyNode {
  const index = ++reading.opened
  if (index > 99) different('more than 99 groups')
  if (name !== undefined) reading.names.set(name, index)
  const node: PyNode = { kind: 'group', index, of: inside(reading) }
  reading.groups.set(index, node)
  return node
}

function inside(reading: Reading): PyNode {
  const { flags } = reading
  reading.begun = true
  const node = alternatives(reading)
  if (!reading.scanner.eat(')')) invalid('a bracket is not closed')
  reading.flags = flags
  return node.kind === 'seq' || node.kind === 'alt' ? { kind: 'seq', of: [node] } : node
}

function named(reading: Reading): PyNode {
  const { scanner } = reading
  const refers = scanner.eat('=')
  if (!refers && !scanner.eat('<')) return invalid('(?P is followed by < or =')
  const name = scanner.until(refers ? ')' : '>', 'a name')
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return invalid(`"${name}" is not a valid group name`)
  const known = reading.names.get(name)
  if (refers) return known === undefined ? invalid(`there is no group "${name}"`) : reference(reading, known)
  return known === undefined ? captured(reading, name) : invalid(`two groups have the name "${name}"`)
}

function readLookaround(reading: Reading, behind: boolean, negated: boolean): PyNode {
  const of = inside(reading)
  if (behind) {
    const [min, max] = widthOf(of, reading.groups)
    if (min !== max) invalid('a look-behind has no fixed length')
  }
  return { kind: 'lookaround', behind, negated, of }
}

/** `(?ims)` is for the whole expression, `(?s:…)` for a part. */
function flagged(reading: Reading): PyNode | undefined {
  const { scanner, flags, begun } = reading
  const on = scanner.digits(/[aiLmsux]/, 20)
  const off = scanner.eat('-') ? scanner.digits(/[imsx]/, 20) || invalid('a flag is missing') : ''
  const end = scanner.take()
  if (on + off === '') return invalid('an unknown extension (?…')
  if (on.includes('L')) return invalid('the flag L is for bytes')
  if (on.includes('a')) return different('the flag (?a)')
  if (off.includes('i')) return different('a case-sensitive part, (?-i:…)')
  if ([...on].some((flag) => off.includes(flag))) return invalid('a flag is switched on and off')
  reading.flags = switched(switched(flags, on, true), off, false)
  if (end === ')' && off === '')
    return begun ? invalid('flags for the whole expression must stand at its start') : undefined
  if (end !== ':') return invalid('an unknown extension (?…')
  const node = inside(reading)
  reading.flags = flags
  return node
}

const switched = (flags: Flags, letters: string, to: boolean): Flags => ({
  newlines: letters.includes('s') ? to : flags.newlines,
  lines: letters.includes('m') ? to : flags.lines,
  verbose: letters.includes('x') ? to : flags.verbose,
})
