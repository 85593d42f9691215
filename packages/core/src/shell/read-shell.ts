/** Reads a shell command as bash would: every program it may start, every file it opens, and what the text does not tell. */
import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandArgument,
  type CommandExpansionPart,
  type For,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash'
import { type Carried, carriedBy, programName } from './carriers.ts'
import { startedBy } from './code.ts'
import { inputText, outputOf } from './output.ts'
import type { Doubt, ShellCommand, ShellFile, ShellInput, ShellReading, ShellWord } from './types.ts'
import { type Variables, type WordRim, wholeOf, wordsOf } from './words.ts'

const MOST_TEXT = 64 * 1024
const MOST_DEPTH = 8
const MOST_COMMANDS = 2_000
const MOST_ROUNDS = 8
const MOST_PRINTED = 3
const MOST_PRINTED_TEXT = 2_000

interface Place {
  readonly via: readonly string[]
  readonly depth: number
  readonly variables: Variables
  /** A branch, a loop or a part after `&&`: an assignment here may not happen. */
  readonly maybe: boolean
  readonly stdin: ShellInput
}
interface Found {
  readonly commands: ShellCommand[]
  readonly files: ShellFile[]
  readonly doubts: Doubt[]
}

export function readShell(text: string): ShellReading {
  const found: Found = { commands: [], files: [], doubts: [] }
  readText(text, { via: [], depth: 0, variables: new Map(), maybe: false, stdin: { kind: 'none' } }, found)
  return found
}

function readText(text: string, place: Place, found: Found): void {
  if (text.length > MOST_TEXT || place.depth > MOST_DEPTH || found.commands.length > MOST_COMMANDS) {
    found.doubts.push({ kind: 'too-much', detail: text.slice(0, 80), from: [] })
    return
  }
  visitScript(parse(text), place, found)
}

function visitScript(script: ParsedScript, place: Place, found: Found): void {
  for (const error of script.errors ?? []) found.doubts.push({ kind: 'unparsable', detail: error.message, from: [] })
  for (const statement of script.commands) visit(statement, place, found)
}

/** The commands of one stage, so that the next one of a pipe knows where its input comes from. */
function visit(node: SyntaxNode, place: Place, found: Found): readonly ShellCommand[] {
  const from = found.commands.length
  const own = visitors[node.type]
  if (own === undefined) forEachChild(node, (child) => void visit(child, place, found))
  // The table's key is the node's own type.
  else own(node as never, place, found)
  return found.commands.slice(from)
}

type Visitor = (node: never, place: Place, found: Found) => void
const inside =
  (label: string): Visitor =>
  (node: { readonly script: ParsedScript | undefined }, place, found) => {
    if (node.script === undefined) return
    if (place.depth >= MOST_DEPTH) found.doubts.push({ kind: 'too-much', detail: label, from: [] })
    else visitScript(node.script, within(place, label), found)
  }
const perhaps: Visitor = (node: SyntaxNode, place, found) =>
  forEachChild(node, (child) => void visit(child, { ...place, maybe: true }, found))
const apart: Visitor = (node: SyntaxNode, place, found) =>
  forEachChild(node, (child) => void visit(child, { ...place, variables: new Map(place.variables) }, found))

/** The kinds of syntax that mean something here; all others are looked into. */
const visitors: Readonly<Record<string, Visitor>> = {
  Command: command as Visitor,
  Pipeline: pipeline as Visitor,
  AndOr: ((node: AndOr, place, found) =>
    node.commands.forEach(
      (one, at) => void visit(one, at === 0 ? place : { ...place, maybe: true }, found),
    )) as Visitor,
  For: forEach as Visitor,
  If: perhaps,
  While: perhaps,
  Case: perhaps,
  Select: perhaps,
  ArithmeticFor: perhaps,
  Function: perhaps,
  Subshell: apart,
  Redirected: ((node: { command: SyntaxNode; redirects: readonly Redirection[] }, place, found) => {
    const input = redirected(node.redirects, '', place, found)
    visit(node.command, { ...place, stdin: input ?? place.stdin }, found)
  }) as Visitor,
  CommandExpansion: inside('$(…)'),
  ArithmeticCommandExpansion: inside('$(…)'),
  ProcessSubstitution: inside('<(…)'),
  Redirect: () => undefined,
  HereDoc: () => undefined,
  HereString: () => undefined,
}

const within = (place: Place, label: string, stdin: ShellInput = { kind: 'none' }): Place => ({
  ...place,
  via: [...place.via, label],
  depth: place.depth + 1,
  variables: new Map(place.variables),
  stdin,
})

function pipeline(node: Pipeline, place: Place, found: Found): void {
  let stdin = place.stdin
  for (const stage of node.commands) {
    // Each stage runs in a shell of its own.
    const commands = visit(stage, { ...place, variables: new Map(place.variables), stdin }, found)
    const direct = commands.filter((one) => one.via.length === place.via.length)
    const text = direct.length === 1 && direct[0] !== undefined ? outputOf(direct[0]) : undefined
    stdin = { kind: 'pipe', from: commands, ...(text === undefined ? {} : { text }) }
  }
}

function forEach(node: For, place: Place, found: Found): void {
  const rim = rimOf(place)
  const words = node.wordlist?.flatMap((word) => wordsOf(word, rim)) ?? []
  for (const word of node.wordlist ?? []) enter(word, place, found)
  const values = words.length > 0 && words.length <= MOST_ROUNDS ? words : [undefined]
  for (const value of values) {
    place.variables.set(node.name.value, value)
    visit(node.body, { ...place, maybe: true }, found)
  }
  if (values.length > 1) place.variables.set(node.name.value, undefined)
}

function command(node: Command, place: Place, found: Found): void {
  const rim = rimOf(place)
  const prefixed = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
  for (const part of [...node.prefix, ...node.suffix]) enter(part, place, found)
  const name = node.name
  const words = name === undefined ? [] : [...wordsOf(name, rim), ...node.args.flatMap((arg) => argument(arg, rim))]
  if (name !== undefined) enter(name, place, found)
  const stdin = redirected(node.redirects, programName(words[0]?.text ?? ''), place, found) ?? place.stdin
  if (words.length === 0) {
    for (const one of prefixed) assign(one, rim, place)
    return
  }
  for (const one of node.args) if (one.type === 'Assignment') assign(one, rim, place)
  const assignments = prefixed.map((one) => ({ name: one.name, value: assigned(one, rim) }))
  start(words, assignments, stdin, place, found)
}

/** One program and, after it, all that it starts. */
function start(
  words: readonly ShellWord[],
  assignments: ShellCommand['assignments'],
  stdin: ShellInput,
  place: Place,
  found: Found,
): void {
  const [first, ...args] = words
  if (first === undefined) return
  if (place.depth > MOST_DEPTH || found.commands.length > MOST_COMMANDS) {
    found.doubts.push({ kind: 'too-much', detail: first.text, from: [] })
    return
  }
  const name = first.known ? programName(first.text) : programName(/[$`]/.test(first.text) ? '' : first.text)
  const at = found.commands.length
  const cwd = place.variables.get('PWD')?.text
  found.commands.push({ name, words, via: place.via, assignments, stdin, ...(cwd === undefined ? {} : { cwd }) })
  if (name === 'cd' || name === 'pushd') goTo(args, cwd, place)
  if (name === '') {
    found.doubts.push({ kind: 'unknown-program', detail: first.text, from: substituted(first.text, place) })
    // `$UNSET rm -rf /` runs rm.
    if (/^\$/.test(first.text) && args.length > 0)
      start(args, assignments, stdin, within(place, first.text, stdin), found)
    return
  }
  const carried = name === 'xargs' ? [xargs(args, stdin)] : carriedBy(name, args)
  for (const one of carried) carry(one, at, stdin, place, found)
}

/** `cd` is remembered as the variable it sets. */
function goTo(args: readonly ShellWord[], cwd: string | undefined, place: Place): void {
  const to = args.find((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== '--') ?? {
    text: '~',
    known: true,
    glob: false,
  }
  const absolute = /^[/~$]/.test(to.text) || cwd === undefined
  place.variables.set('PWD', { ...to, text: absolute ? to.text : `${cwd.replace(/\/$/, '')}/${to.text}` })
}

function carry(one: Carried, at: number, stdin: ShellInput, place: Place, found: Found): void {
  const self = found.commands[at]
  if (self === undefined) return
  if (one.kind === 'command') start(one.words, [], stdin, within(place, one.via, stdin), found)
  else if (one.kind === 'unseen')
    found.doubts.push({ kind: 'unknown-code', detail: one.detail, from: substituted(one.detail, place) })
  else if (one.kind === 'code') inCode(one.language, one.text.text, one.text.known, at, place, found)
  else if (one.kind === 'input') fromInput(one, self, at, place, found)
  else {
    // An unknown part stands as it was written: the shell that reads it expands it once more, and so does the reader.
    if (!one.text.known)
      found.doubts.push({
        kind: 'unknown-code',
        detail: `${one.via} ${one.text.text}`,
        from: substituted(one.text.text, place),
      })
    readText(one.text.text, within(place, one.via, stdin), found)
  }
}

/** The programs inside the substitutions of a text that is known only in part. */
function substituted(text: string, place: Place): readonly string[] {
  const found: Found = { commands: [], files: [], doubts: [] }
  if (place.depth < MOST_DEPTH && /\$\(|`|<\(/.test(text))
    readText(`echo ${text.slice(text.search(/\$\(|`|<\(/))}`, within(place, ''), found)
  return found.commands.slice(0, 20).flatMap((one) => (one.name === 'echo' ? [] : [one.name]))
}

function fromInput(
  one: Extract<Carried, { kind: 'input' }>,
  self: ShellCommand,
  at: number,
  place: Place,
  found: Found,
): void {
  const text = self.stdin.kind === 'text' ? self.stdin.text : inputText(self)
  if (text !== undefined && one.language === 'sh') readText(text, within(place, `| ${one.via}`), found)
  else if (text !== undefined) inCode(one.language, text, true, at, place, found)
  else if (self.stdin.kind === 'pipe')
    found.doubts.push({
      kind: 'unknown-code',
      detail: `${self.stdin.from.map((from) => from.name).join(', ')} | ${one.via}`,
      from: self.stdin.from.map((from) => from.name),
    })
}

function inCode(language: string, text: string, known: boolean, at: number, place: Place, found: Found): void {
  const self = found.commands[at]
  if (self === undefined) return
  found.commands[at] = { ...self, code: { language, text, known } }
  for (const one of startedBy(language, text)) {
    const inner = within(place, `${self.name} code`)
    if (one.kind === 'text') readText(one.text, inner, found)
    else start(one.words, [], { kind: 'none' }, inner, found)
  }
}

const XARGS_VALUES = /^(-[IndPLsEa]|--replace|--max-args|--max-procs|--delimiter|--arg-file|--max-lines|--max-chars)$/

/** What is read from the input comes after the words, or in the place of the replacement text. */
function xargs(args: readonly ShellWord[], stdin: ShellInput): Carried {
  let at = 0
  let replaced: string | undefined
  for (; at < args.length && args[at]?.text.startsWith('-'); at++) {
    const flag = args[at]?.text ?? ''
    if (/^-I./.test(flag)) replaced = flag.slice(2)
    if (!XARGS_VALUES.test(flag)) continue
    at++
    if (flag === '-I') replaced = args[at]?.text
  }
  const words = args.slice(at)
  const text = stdin.kind === 'pipe' || stdin.kind === 'text' ? stdin.text : undefined
  const read: readonly ShellWord[] =
    text === undefined
      ? [{ text: '…', known: false, glob: false }]
      : text
          .split(/\s+/)
          .filter((word) => word !== '')
          .map((word) => ({ text: word, known: true, glob: false }))
  const all =
    replaced === undefined
      ? [...words, ...read]
      : words.flatMap((word) =>
          word.text.includes(replaced)
            ? read.map((one) => ({
                ...one,
                text: word.text.replaceAll(replaced, one.text),
                known: word.known && one.known,
              }))
            : [word],
        )
  return {
    kind: 'command',
    words: words.length === 0 ? [{ text: 'echo', known: true, glob: false }] : all,
    via: 'xargs',
  }
}

/** Files the redirections open; what the command then reads from, when one of them is its input. */
function redirected(list: readonly Redirection[], by: string, place: Place, found: Found): ShellInput | undefined {
  const rim = rimOf(place)
  let input: ShellInput | undefined
  for (const one of list) {
    enter(one, place, found)
    if (one.type === 'HereDoc') input = { kind: 'text', text: one.body.text, known: one.body.parts === undefined }
    else if (one.target === undefined) continue
    else if (one.type === 'HereString') {
      const value = wholeOf(one.target, rim)
      input = { kind: 'text', text: `${value.text}\n`, known: value.known }
    } else {
      const path = wholeOf(one.target, rim)
      if ((one.operator === '>&' || one.operator === '<&') && /^([0-9]+-?|-)$/.test(path.text)) continue
      const reads = one.operator === '<'
      found.files.push({ path, how: reads ? 'read' : one.operator.includes('>>') ? 'append' : 'write', by })
      if (reads) input = { kind: 'file', path }
    }
  }
  return input
}

/** The commands inside a word, an assignment or a redirection's target. */
function enter(node: SyntaxNode, place: Place, found: Found): void {
  forEachChild(node, (child) => void visit(child, place, found))
}

function assign(one: Assignment, rim: WordRim, place: Place): void {
  const value = assigned(one, rim)
  const before = place.variables.get(one.name)
  const doubtful = place.maybe && place.variables.has(one.name) && before?.text !== value.text
  place.variables.set(one.name, doubtful ? undefined : value)
}

const assigned = (one: Assignment, rim: WordRim): ShellWord =>
  one.value.type === 'Word' && one.append !== true && one.index === undefined
    ? wholeOf(one.value, rim)
    : { text: one.text, known: false, glob: false }

const argument = (arg: CommandArgument, rim: WordRim): readonly ShellWord[] =>
  arg.type === 'Word' ? wordsOf(arg as Word, rim) : [{ text: arg.text.replace(/["']/g, ''), known: true, glob: false }]

/** Words are read with the variables of their place; a substitution that only prints is what it prints. */
const rimOf = (place: Place): WordRim => ({
  variables: place.variables,
  substitute(part: CommandExpansionPart) {
    // Each level is read again for its output: deep ones are not worth it.
    if (part.script?.commands.length !== 1 || place.depth >= MOST_PRINTED || part.text.length > MOST_PRINTED_TEXT)
      return undefined
    const found: Found = { commands: [], files: [], doubts: [] }
    const inner = within(place, '$(…)')
    const commands = visit(part.script.commands[0] as SyntaxNode, inner, found)
    const direct = commands.filter((one) => one.via.length === inner.via.length)
    const last = direct.at(-1)
    return last === undefined || found.doubts.length > 0 ? undefined : outputOf(last)
  },
})
