/** Reads a shell command as bash would: every program it may start, every file it opens, and what the text does not tell. */
import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandArgument,
  type CommandExpansionPart,
  type For,
  type Function as FunctionNode,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  type ProcessSubstitutionPart,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type While,
  type Word,
} from 'unbash'
import { Budget, sized } from './budget.ts'
import { outputOf } from './computed/output.ts'
import { isWindowsText, toShellText } from './computed/windows-syntax.ts'
import { joinWords } from './plain-words.ts'
import { keepOutput, redirected, remember } from './redirects.ts'
import { programName } from './started/carriers.ts'
import { start } from './started/start.ts'
import { type Found, MOST_DEPTH, nothing, ownVariables, type Place, within } from './state.ts'
import type { ShellCommand, ShellReading, ShellWord } from './types.ts'
import { arrayOf, type Held, type Variables, type WordRim, wholeOf, wordsOf } from './words.ts'
import { nothingMade } from './written-files.ts'

const MOST_ROUNDS = 8
/** What a character of a known output costs: a filter reads it, and makes another. */
const OUTPUT = 4
const MOST_PRINTED = 3
const MOST_PRINTED_TEXT = 2_000

let last: { readonly text: string; readonly reading: ShellReading } | undefined

/** Several guards read the text of one event: the last reading is kept for the next of them. */
export function readShell(text: string): ShellReading {
  if (last?.text !== text) last = { text, reading: readCounted(text).reading }
  return last.reading
}

/** The reading, what it cost, and every value that the text gives to a variable. */
interface CountedReading {
  readonly reading: ShellReading
  readonly work: number
  readonly assigned: Found['assigned']
}

/** Variables named in `inherited` have a value that the text does not tell. */
export function readCounted(text: string, inherited: readonly string[] = []): CountedReading {
  const found = nothing()
  const budget = new Budget()
  const place: Place = {
    budget,
    via: [],
    depth: 0,
    variables: new Map(inherited.map((name) => [name, { text: `$${name}`, known: false, glob: false }])),
    maybe: false,
    made: nothingMade(),
    stdin: { kind: 'none' },
    read: readText,
  }
  try {
    readText(text, place, found)
    if (isWindowsText(text)) readAsWindows(text, place, found)
  } catch (error) {
    // Out of budget, or out of stack: what was found until then counts, and the rest is in doubt.
    found.doubts.push({ kind: 'too-much', detail: error instanceof Error ? error.message : '', from: [] })
  }
  const { commands, files, doubts, assigned } = found
  return { reading: { commands, files, doubts }, work: budget.spent, assigned }
}

/** Text for PowerShell or `cmd`: its own reading tells what is in doubt, and both tell what would run. */
function readAsWindows(text: string, place: Place, found: Found): void {
  const isShell = !found.doubts.some(({ kind }) => kind === 'unparsable')
  const doubts = found.doubts.filter(({ kind }) => kind === 'too-much' || kind === 'endless')
  found.doubts.splice(0, Infinity, ...doubts)
  if (!isShell) found.commands.splice(0)
  place.variables.clear()
  readText(toShellText(text), place, found)
}

function readText(text: string, place: Place, found: Found): void {
  if (place.depth > MOST_DEPTH) {
    found.doubts.push({ kind: 'too-much', detail: text.slice(0, 80), from: [] })
    return
  }
  place.budget.parsed(text)
  visitScript(parse(text), place, found)
}

function visitScript(script: ParsedScript, place: Place, found: Found): void {
  for (const error of script.errors ?? []) found.doubts.push({ kind: 'unparsable', detail: error.message, from: [] })
  for (const statement of script.commands) visit(statement, place, found)
}

/** The commands of one stage, so that the next one of a pipe knows where its input comes from. */
function visit(node: SyntaxNode, place: Place, found: Found): readonly ShellCommand[] {
  place.budget.node()
  const from = found.commands.length
  const own = visitors[node.type]
  if (own === undefined) forEachChild(node, (child) => void visit(child, place, found))
  // The table's key is the node's own type.
  else own(node as never, place, found)
  place.budget.spend(found.commands.length - from)
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
  forEachChild(node, (child) => void visit(child, { ...place, variables: ownVariables(place) }, found))

/** The kinds of syntax that mean something here; all others are looked into. */
const visitors: Readonly<Record<string, Visitor>> = {
  Command: command as Visitor,
  Pipeline: pipeline as Visitor,
  AndOr: chain as Visitor,
  For: forEach as Visitor,
  If: perhaps,
  While: loop as Visitor,
  Case: perhaps,
  Select: perhaps,
  ArithmeticFor: perhaps,
  Function: definition as Visitor,
  Statement: ((node: Statement, place, found) => {
    if (node.background === true && place.endless === true)
      found.doubts.push({ kind: 'endless', detail: '&', from: [] })
    visit(node.command, place, found)
  }) as Visitor,
  Subshell: apart,
  Redirected: ((node: { command: SyntaxNode; redirects: readonly Redirection[] }, place, found) => {
    for (const one of node.redirects) enter(one, place, found)
    const input = redirected(node.redirects, '', rimOf(place), found)
    const commands = visit(node.command, { ...place, stdin: input ?? place.stdin }, found)
    const text = outputOfAll(commands, place)
    if (text !== undefined) keepOutput(text, node.redirects, rimOf(place))
  }) as Visitor,
  CommandExpansion: inside('$(…)'),
  ArithmeticCommandExpansion: inside('$(…)'),
  ProcessSubstitution: ((node: ProcessSubstitutionPart, place, found) =>
    node.operator === '>'
      ? node.script !== undefined && visitScript(node.script, within(place, '>(…)', place.stdin), found)
      : inside('<(…)')(node as never, place, found)) as Visitor,
  Redirect: () => undefined,
  HereDoc: () => undefined,
  HereString: () => undefined,
}

/**
 * `a && b || c`. Up to the first `||` each part runs only when those before it have run, so it sees what they assigned.
 * Whether they have run is not known behind the chain, unless all parts before are assignments.
 */
function chain({ commands, operators }: AndOr, place: Place, found: Found): void {
  const either = operators.indexOf('||')
  let known: Variables | undefined
  for (const [at, one] of commands.entries()) {
    visit(one, either !== -1 && at > either ? { ...place, maybe: true } : place, found)
    if (known === undefined && !isAssignment(one)) known = ownVariables(place)
  }
  for (const [name, value] of known === undefined ? [] : place.variables)
    if (isAssigned(name) && known?.has(name) === true && known.get(name)?.text !== value?.text)
      place.variables.set(name, undefined)
}

/** The directory, the arguments and aliases are kept beside the variables: a `cd` counts as done. */
const isAssigned = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !/^(OLD)?PWD$/.test(name)

/** Assignments alone cannot fail. */
const isAssignment = (node: SyntaxNode): boolean => {
  const inner = node.type === 'Statement' ? (node as Statement).command : node
  return inner.type === 'Command' && (inner as Command).name === undefined
}

/** What the commands of a group print one after another, where all of it is known. */
function outputOfAll(commands: readonly ShellCommand[], place: Place): string | undefined {
  const direct = commands.filter((one) => one.via.length === place.via.length)
  const read = new Set(direct.flatMap(({ stdin }) => (stdin.kind === 'pipe' ? stdin.from : [])))
  const outputs = direct.filter((one) => !read.has(one)).map((one) => outputOf(one, place.made.texts))
  return outputs.length > 0 && outputs.every((one) => one !== undefined) ? outputs.join('') : undefined
}

function pipeline(node: Pipeline, place: Place, found: Found): void {
  let stdin = place.stdin
  for (const stage of node.commands) {
    // Each stage runs in a shell of its own; `! cd x` and `time cd x` are no stages.
    const isStage = node.commands.length > 1
    const commands = visit(stage, { ...place, ...(isStage ? { variables: ownVariables(place) } : {}), stdin }, found)
    const text = outputOfAll(commands, place)
    place.budget.spend(OUTPUT * (text?.length ?? 0))
    stdin = { kind: 'pipe', from: commands, ...(text === undefined ? {} : { text }) }
  }
}

function forEach(node: For, place: Place, found: Found): void {
  const rim = rimOf(place)
  const words = node.wordlist?.flatMap((word) => wordsOf(word, rim)) ?? []
  for (const word of node.wordlist ?? []) enter(word, place, found)
  for (const value of words) found.assigned.push({ name: node.name.value, value })
  const values = words.length > 0 && words.length <= MOST_ROUNDS ? words : [undefined]
  for (const value of values) {
    place.variables.set(node.name.value, value)
    visit(node.body, { ...place, maybe: true }, found)
  }
  if (values.length > 1) place.variables.set(node.name.value, undefined)
}

/** A loop that never ends and never waits starts processes without end when it puts one into the background. */
function loop(node: While, place: Place, found: Found): void {
  const before = found.doubts.length
  const from = found.commands.length
  const inner = { ...place, maybe: true }
  const asked = visit(node.clause, inner, found).map((one) => one.name)
  const always = node.kind === 'until' ? ['false'] : ['true', ':']
  visit(node.body, { ...inner, endless: asked.length > 0 && asked.every((name) => always.includes(name)) }, found)
  if (found.commands.slice(from).some((one) => ['sleep', 'wait', 'read'].includes(one.name)))
    found.doubts.splice(before, Infinity, ...found.doubts.slice(before).filter((doubt) => doubt.kind !== 'endless'))
}

/** A function that starts itself twice never ends: the fork bomb. */
function definition(node: FunctionNode, place: Place, found: Found): void {
  const name = node.name.value
  found.functions.set(name, node.body)
  const commands = visit(node.body, { ...place, maybe: true, defining: true }, found)
  if (commands.filter((one) => one.name === name && one.via.length === place.via.length).length > 1)
    found.doubts.push({ kind: 'endless', detail: `${name}()`, from: [name] })
}

function command(node: Command, place: Place, found: Found): void {
  const rim = rimOf(place)
  const prefixed = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
  for (const part of [...node.prefix, ...node.suffix]) enter(part, place, found)
  const name = node.name
  const words = name === undefined ? [] : [...wordsOf(name, rim), ...node.args.flatMap((arg) => argument(arg, rim))]
  if (name !== undefined) enter(name, place, found)
  for (const one of node.redirects) enter(one, place, found)
  const stdin = redirected(node.redirects, programName(words[0]?.text ?? ''), rim, found) ?? place.stdin
  if (words.length === 1 && words[0]?.text === 'exec') place.stdin = stdin
  if (words.length === 0) {
    for (const one of prefixed) assign(one, rim, place, found)
    return
  }
  for (const one of node.args) if (one.type === 'Assignment') assign(one, rim, place, found)
  const assignments = prefixed.map((one) => ({ name: one.name, value: assigned(one, rim) }))
  const at = found.commands.length
  start(words, assignments, stdin, place, found)
  remember(found.commands[at], node.redirects, rim)
  const self = found.commands[at]
  if (self !== undefined) intoProcesses(node.redirects, self, place, found)
  call(words, place, found)
}

/** `curl … > >(sh)`: a pipe by another name. */
function intoProcesses(redirects: readonly Redirection[], self: ShellCommand, place: Place, found: Found): void {
  const text = outputOf(self)
  const stdin = { kind: 'pipe', from: [self], ...(text === undefined ? {} : { text }) } as const
  for (const one of redirects)
    for (const part of (one.type === 'HereDoc' ? undefined : one.target?.parts) ?? [])
      if (part.type === 'ProcessSubstitution' && part.operator === '>') visit(part, { ...place, stdin }, found)
}

/** A function of the text's own, with the arguments of this call. */
function call([first, ...args]: readonly ShellWord[], place: Place, found: Found): void {
  const body = found.functions.get(first?.text ?? '')
  const label = `${first?.text}()`
  if (body === undefined || place.defining === true || place.via.includes(label) || place.depth >= MOST_DEPTH) return
  const inner = within(place, label, place.stdin)
  inner.variables.set('@', arrayOf(args))
  visit(body, { ...inner, maybe: true }, found)
}

/** The commands inside a word, an assignment or a redirection's target. */
function enter(node: SyntaxNode, place: Place, found: Found): void {
  forEachChild(node, (child) => void visit(child, place, found))
}

function assign(one: Assignment, rim: WordRim, place: Place, found: Found): void {
  const value = appended(one, assigned(one, rim), rim, place)
  found.assigned.push({ name: one.name, value: value.words === undefined ? value : joinWords(value.words) })
  const before = place.variables.get(one.name)
  const doubtful = place.maybe && place.variables.has(one.name) && before?.text !== value.text
  place.variables.set(one.name, doubtful ? undefined : value)
}

/** `x+=m` and `a+=(m)`, where what they are added to is known. */
function appended(one: Assignment, value: Held, rim: WordRim, place: Place): Held {
  const before = place.variables.get(one.name)
  if (one.append !== true || before === undefined || one.index !== undefined) return value
  if (one.value.type === 'ArrayValue')
    return before.words === undefined || !one.value.elements.every((word) => word.type === 'Word')
      ? value
      : arrayOf([...before.words, ...one.value.elements.flatMap((word) => wordsOf(word as Word, rim))])
  if (one.value.type !== 'Word' || before.words !== undefined) return value
  const more = wholeOf(one.value, rim)
  sized(before.text.length + more.text.length)
  return { text: before.text + more.text, known: before.known && more.known, glob: before.glob || more.glob }
}

const assigned = (one: Assignment, rim: WordRim): Held =>
  one.value.type === 'ArrayValue' && one.append !== true && one.value.elements.every((word) => word.type === 'Word')
    ? arrayOf(one.value.elements.flatMap((word) => wordsOf(word as Word, rim)))
    : one.value.type === 'Word' && one.append !== true && one.index === undefined
      ? wholeOf(one.value, rim)
      : { text: one.text, known: false, glob: false }

const argument = (arg: CommandArgument, rim: WordRim): readonly ShellWord[] =>
  arg.type === 'Word' ? wordsOf(arg as Word, rim) : [{ text: arg.text.replace(/["']/g, ''), known: true, glob: false }]

/** Words are read with the variables of their place; a substitution that only prints is what it prints. */
const rimOf = (place: Place): WordRim => ({
  budget: place.budget,
  variables: place.variables,
  made: place.made,
  substitute(part: CommandExpansionPart) {
    // Each level is read again for its output: deep ones are not worth it.
    if (part.script?.commands.length !== 1 || place.depth >= MOST_PRINTED || part.text.length > MOST_PRINTED_TEXT)
      return undefined
    const found = nothing()
    const inner = within(place, '$(…)')
    const commands = visit(part.script.commands[0] as SyntaxNode, inner, found)
    const direct = commands.filter((one) => one.via.length === inner.via.length)
    const last = direct.at(-1)
    return last === undefined || found.doubts.length > 0 ? undefined : outputOf(last, place.made.texts)
  },
})
