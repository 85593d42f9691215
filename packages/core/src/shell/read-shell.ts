/** Reads a shell command as bash would: every program it may start, every file it opens, and what remains unknown. */
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
} from 'unbash'
import { Budget, checkLength } from './budget.ts'
import { outputOf } from './computed/output.ts'
import { isWindowsText, toEscapedShellText, toShellText } from './computed/windows-syntax.ts'
import { exportAssigned } from './environment.ts'
import { joinWords } from './plain-words.ts'
import { readRedirections, recordOutput, writeOutput } from './redirects.ts'
import { programName } from './started/nested-programs.ts'
import { runPrompt, startProgram } from './started/start.ts'
import { copyVariables, type Findings, MAX_DEPTH, nestContext, noFindings, type ReadContext } from './state.ts'
import type { ShellCommand, ShellReading, ShellWord } from './types.ts'
import { expandToOne, expandWord, makeArray, type Variables, type VariableValue, type WordContext } from './words.ts'
import { noCreatedFiles } from './written-files.ts'

const MAX_ROUNDS = 8
/** The cost of one character of a known output: a filter reads it and produces another one. */
const OUTPUT_COST = 4
const MAX_PRINTED_DEPTH = 3
const MAX_PRINTED_LENGTH = 2_000

let last: { readonly text: string; readonly reading: ShellReading } | undefined

/** Caches the last reading, because several guards read the command of one event. */
export function readShell(text: string): ShellReading {
  if (last?.text !== text) last = { text, reading: readWithCost(text).reading }
  return last.reading
}

/** The reading, its cost, and every value that the text assigns to a variable. */
interface ReadingWithCost {
  readonly reading: ShellReading
  readonly work: number
  readonly assigned: Findings['assigned']
}

/** The variables in `inherited` have an unknown value. */
export function readWithCost(text: string, inherited: readonly string[] = []): ReadingWithCost {
  const findings = noFindings()
  const budget = new Budget()
  const context: ReadContext = {
    budget,
    via: [],
    depth: 0,
    variables: new Map(inherited.map((name) => [name, { text: `$${name}`, known: false, glob: false }])),
    environment: new Map(),
    maybe: false,
    created: noCreatedFiles(),
    stdin: { kind: 'none' },
    read: readText,
  }
  try {
    readText(text, context, findings)
    if (isWindowsText(text)) readAsWindows(text, context, findings)
  } catch (error) {
    // The budget or the stack is exhausted: keep the findings so far, and report a doubt about the rest.
    findings.doubts.push({ kind: 'too-much', detail: error instanceof Error ? error.message : '', from: [] })
  }
  const { commands, files, doubts, assigned } = findings
  return { reading: { commands, files, doubts }, work: budget.spent, assigned }
}

/** Reads a text for PowerShell or `cmd` again in its own syntax. The doubts of this reading replace those before; the commands of both count. */
function readAsWindows(text: string, context: ReadContext, findings: Findings): void {
  const isShell = !findings.doubts.some(({ kind }) => kind === 'unparsable')
  findings.doubts.splice(0, Infinity, ...findings.doubts.filter(isUnfinished))
  if (!isShell) {
    findings.commands.splice(0)
    readText(toEscapedShellText(text), context, findings)
    findings.doubts.splice(0, Infinity, ...findings.doubts.filter(isUnfinished))
  }
  context.variables.clear()
  readText(toShellText(text), context, findings)
}

const isUnfinished = ({ kind }: Findings['doubts'][number]): boolean => kind === 'too-much' || kind === 'endless'

function readText(text: string, context: ReadContext, findings: Findings): void {
  if (context.depth > MAX_DEPTH) {
    findings.doubts.push({ kind: 'too-much', detail: text.slice(0, 80), from: [] })
    return
  }
  context.budget.countParse(text)
  visitScript(parse(text), context, findings)
}

function visitScript(script: ParsedScript, context: ReadContext, findings: Findings): void {
  for (const error of script.errors ?? []) findings.doubts.push({ kind: 'unparsable', detail: error.message, from: [] })
  for (const statement of script.commands) visit(statement, context, findings)
}

/** Returns the commands of one stage, so that the next stage of a pipe knows where its input comes from. */
function visit(node: SyntaxNode, context: ReadContext, findings: Findings): readonly ShellCommand[] {
  context.budget.countNode()
  const from = findings.commands.length
  const own = visitors[node.type]
  if (own === undefined) forEachChild(node, (child) => void visit(child, context, findings))
  // True: the table's key is the type of the node.
  else own(node as never, context, findings)
  context.budget.spend(findings.commands.length - from)
  return findings.commands.slice(from)
}

type Visitor = (node: never, context: ReadContext, findings: Findings) => void
const visitNested =
  (label: string): Visitor =>
  (node: { readonly script: ParsedScript | undefined }, context, findings) => {
    if (node.script === undefined) return
    if (context.depth >= MAX_DEPTH) findings.doubts.push({ kind: 'too-much', detail: label, from: [] })
    else visitScript(node.script, nestContext(context, label), findings)
  }
const visitMaybe: Visitor = (node: SyntaxNode, context, findings) =>
  forEachChild(node, (child) => void visit(child, { ...context, maybe: true }, findings))
const visitSubshell: Visitor = (node: SyntaxNode, context, findings) =>
  forEachChild(node, (child) => void visit(child, { ...context, variables: copyVariables(context) }, findings))

/** The kinds of syntax with a meaning of their own; for all others the children are visited. The casts are true: each key is the node's type. */
const visitors: Readonly<Record<string, Visitor>> = {
  Command: visitCommand as Visitor,
  Pipeline: visitPipeline as Visitor,
  AndOr: visitChain as Visitor,
  For: visitFor as Visitor,
  If: visitMaybe,
  While: visitLoop as Visitor,
  Case: visitMaybe,
  Select: visitMaybe,
  ArithmeticFor: visitMaybe,
  Function: visitFunction as Visitor,
  Statement: ((node: Statement, context, findings) => {
    if (node.background === true && context.endless === true)
      findings.doubts.push({ kind: 'endless', detail: '&', from: [] })
    visit(node.command, context, findings)
  }) as Visitor,
  Subshell: visitSubshell,
  Redirected: ((node: { command: SyntaxNode; redirects: readonly Redirection[] }, context, findings) => {
    for (const one of node.redirects) visitChildren(one, context, findings)
    const input = readRedirections(node.redirects, '', createWordContext(context), findings)
    const commands = visit(node.command, { ...context, stdin: input ?? context.stdin }, findings)
    const text = findGroupOutput(commands, context)
    if (text !== undefined) writeOutput(text, node.redirects, createWordContext(context))
  }) as Visitor,
  CommandExpansion: visitNested('$(…)'),
  ArithmeticCommandExpansion: visitNested('$(…)'),
  ProcessSubstitution: ((node: ProcessSubstitutionPart, context, findings) =>
    node.operator === '>'
      ? node.script !== undefined && visitScript(node.script, nestContext(context, '>(…)', context.stdin), findings)
      : visitNested('<(…)')(node as never, context, findings)) as Visitor,
  Redirect: () => undefined,
  HereDoc: () => undefined,
  HereString: () => undefined,
}

/**
 * `a && b || c`. Up to the first `||` each part runs only after the parts before it, so it sees their assignments. After the
 * chain it is not known which parts ran, unless all of them are assignments.
 */
function visitChain({ commands, operators }: AndOr, context: ReadContext, findings: Findings): void {
  const either = operators.indexOf('||')
  let known: Variables | undefined
  for (const [at, one] of commands.entries()) {
    visit(one, either !== -1 && at > either ? { ...context, maybe: true } : context, findings)
    if (known === undefined && !isAssignment(one)) known = copyVariables(context)
  }
  for (const [name, value] of known === undefined ? [] : context.variables)
    if (isAssigned(name) && known?.has(name) === true && known.get(name)?.text !== value?.text)
      context.variables.set(name, undefined)
}

/** The directory, the arguments and aliases are stored with the variables, but a `cd` always counts as done. */
const isAssigned = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !/^(OLD)?PWD$/.test(name)

/** Assignments alone cannot fail. */
const isAssignment = (node: SyntaxNode): boolean => {
  // True here and below: the type names the kind of node.
  const inner = node.type === 'Statement' ? (node as Statement).command : node
  // True: see above.
  return inner.type === 'Command' && (inner as Command).name === undefined
}

/** The output of a group of commands, if all of it is known. */
function findGroupOutput(commands: readonly ShellCommand[], context: ReadContext): string | undefined {
  const direct = commands.filter((one) => one.via.length === context.via.length)
  const read = new Set(direct.flatMap(({ stdin }) => (stdin.kind === 'pipe' ? stdin.from : [])))
  const outputs = direct.filter((one) => !read.has(one)).map((one) => outputOf(one, context.created.contents))
  return outputs.length > 0 && outputs.every((one) => one !== undefined) ? outputs.join('') : undefined
}

function visitPipeline(node: Pipeline, context: ReadContext, findings: Findings): void {
  let stdin = context.stdin
  for (const stage of node.commands) {
    // Each stage runs in its own subshell; `! cd x` and `time cd x` have only one stage and run in the shell itself.
    const isStage = node.commands.length > 1
    const commands = visit(
      stage,
      { ...context, ...(isStage ? { variables: copyVariables(context) } : {}), stdin },
      findings,
    )
    const text = findGroupOutput(commands, context)
    context.budget.spend(OUTPUT_COST * (text?.length ?? 0))
    stdin = { kind: 'pipe', from: commands, ...(text === undefined ? {} : { text }) }
  }
}

function visitFor(node: For, context: ReadContext, findings: Findings): void {
  const wordContext = createWordContext(context)
  const words = node.wordlist?.flatMap((word) => expandWord(word, wordContext)) ?? []
  for (const word of node.wordlist ?? []) visitChildren(word, context, findings)
  for (const value of words) findings.assigned.push({ name: node.name.value, value })
  const values = words.length > 0 && words.length <= MAX_ROUNDS ? words : [undefined]
  for (const value of values) {
    context.variables.set(node.name.value, value)
    visit(node.body, { ...context, maybe: true }, findings)
  }
  if (values.length > 1) context.variables.set(node.name.value, undefined)
}

/** An endless loop that never waits starts processes endlessly if it puts one into the background. */
function visitLoop(node: While, context: ReadContext, findings: Findings): void {
  const before = findings.doubts.length
  const from = findings.commands.length
  const inner = { ...context, maybe: true }
  const conditions = visit(node.clause, inner, findings).map((one) => one.name)
  const always = node.kind === 'until' ? ['false'] : ['true', ':']
  visit(
    node.body,
    { ...inner, endless: conditions.length > 0 && conditions.every((name) => always.includes(name)) },
    findings,
  )
  if (findings.commands.slice(from).some((one) => ['sleep', 'wait', 'read'].includes(one.name)))
    findings.doubts.splice(
      before,
      Infinity,
      ...findings.doubts.slice(before).filter((doubt) => doubt.kind !== 'endless'),
    )
}

/** A function that starts itself twice is a fork bomb. */
function visitFunction(node: FunctionNode, context: ReadContext, findings: Findings): void {
  const name = node.name.value
  findings.functions.set(name, node.body)
  const commands = visit(node.body, { ...context, maybe: true, defining: true }, findings)
  if (commands.filter((one) => one.name === name && one.via.length === context.via.length).length > 1)
    findings.doubts.push({ kind: 'endless', detail: `${name}()`, from: [name] })
}

function visitCommand(node: Command, context: ReadContext, findings: Findings): void {
  const wordContext = createWordContext(context)
  const prefixed = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
  for (const part of [...node.prefix, ...node.suffix]) visitChildren(part, context, findings)
  const name = node.name
  const words =
    name === undefined
      ? []
      : [...expandWord(name, wordContext), ...node.args.flatMap((arg) => readArgument(arg, wordContext))]
  if (name !== undefined) visitChildren(name, context, findings)
  for (const one of node.redirects) visitChildren(one, context, findings)
  const stdin =
    readRedirections(node.redirects, programName(words[0]?.text ?? ''), wordContext, findings) ?? context.stdin
  if (words.length === 1 && words[0]?.text === 'exec') context.stdin = stdin
  if (words.length === 0) {
    for (const one of prefixed) assign(one, wordContext, context, findings)
    return
  }
  for (const one of node.args) if (one.type === 'Assignment') assign(one, wordContext, context, findings)
  const assignments = prefixed.map((one) => ({ name: one.name, value: readValue(one, wordContext) }))
  const at = findings.commands.length
  startProgram(words, assignments, stdin, context, findings)
  recordOutput(findings.commands[at], node.redirects, wordContext)
  const self = findings.commands[at]
  if (self !== undefined) visitOutputProcesses(node.redirects, self, context, findings)
  callFunction(words, context, findings)
}

/** `curl … > >(sh)` works like a pipe. */
function visitOutputProcesses(
  redirects: readonly Redirection[],
  self: ShellCommand,
  context: ReadContext,
  findings: Findings,
): void {
  const text = outputOf(self)
  const stdin = { kind: 'pipe', from: [self], ...(text === undefined ? {} : { text }) } as const
  for (const one of redirects)
    for (const part of (one.type === 'HereDoc' ? undefined : one.target?.parts) ?? [])
      if (part.type === 'ProcessSubstitution' && part.operator === '>') visit(part, { ...context, stdin }, findings)
}

/** Reads the body of a function that the text defines, with the arguments of this call. */
function callFunction([first, ...args]: readonly ShellWord[], context: ReadContext, findings: Findings): void {
  const body = findings.functions.get(first?.text ?? '')
  const label = `${first?.text}()`
  if (body === undefined || context.defining === true || context.via.includes(label) || context.depth >= MAX_DEPTH)
    return
  const inner = nestContext(context, label, context.stdin)
  inner.variables.set('@', makeArray(args))
  visit(body, { ...inner, maybe: true }, findings)
}

/** The commands inside a word, an assignment or a redirection's target. */
function visitChildren(node: SyntaxNode, context: ReadContext, findings: Findings): void {
  forEachChild(node, (child) => void visit(child, context, findings))
}

function assign(one: Assignment, wordContext: WordContext, context: ReadContext, findings: Findings): void {
  const value = appendValue(one, readValue(one, wordContext), wordContext, context)
  findings.assigned.push({ name: one.name, value: value.words === undefined ? value : joinWords(value.words) })
  const before = context.variables.get(one.name)
  const doubtful = context.maybe && context.variables.has(one.name) && before?.text !== value.text
  context.variables.set(one.name, doubtful ? undefined : value)
  exportAssigned(one.name, value, context)
  for (const command of value.words ?? [value]) runPrompt(one.name, command, context, findings)
}

/** `x+=m` and `a+=(m)`, if the value before is known. */
function appendValue(
  one: Assignment,
  value: VariableValue,
  wordContext: WordContext,
  context: ReadContext,
): VariableValue {
  const before = context.variables.get(one.name)
  if (one.append !== true || before === undefined || one.index !== undefined) return value
  if (one.value.type === 'ArrayValue')
    return before.words === undefined || !one.value.elements.every((word) => word.type === 'Word')
      ? value
      : makeArray([...before.words, ...one.value.elements.flatMap((word) => expandWord(word, wordContext))])
  if (one.value.type !== 'Word' || before.words !== undefined) return value
  const more = expandToOne(one.value, wordContext)
  checkLength(before.text.length + more.text.length)
  return { text: before.text + more.text, known: before.known && more.known, glob: before.glob || more.glob }
}

const readValue = (one: Assignment, wordContext: WordContext): VariableValue =>
  one.value.type === 'ArrayValue' && one.append !== true && one.value.elements.every((word) => word.type === 'Word')
    ? makeArray(withoutIndexes(one.value.elements.flatMap((word) => expandWord(word, wordContext))))
    : one.value.type === 'Word' && one.append !== true && one.index === undefined
      ? expandToOne(one.value, wordContext)
      : { text: one.text, known: false, glob: false }

/** `([1]=b [0]=a)`: the elements in the order of their indexes. */
function withoutIndexes(words: readonly ShellWord[]): readonly ShellWord[] {
  let next = 0
  const elements = words.map((word) => {
    const [all = '', index] = /^\[(\d+)\]=/.exec(word.text) ?? []
    const at = index === undefined ? next : Number(index)
    next = at + 1
    return { at, word: all === '' ? word : { ...word, text: word.text.slice(all.length), glob: false } }
  })
  return elements.sort((one, two) => one.at - two.at).map(({ word }) => word)
}

const readArgument = (arg: CommandArgument, wordContext: WordContext): readonly ShellWord[] =>
  arg.type === 'Word'
    ? expandWord(arg, wordContext)
    : [{ text: arg.text.replace(/["']/g, ''), known: true, glob: false }]

/** Expands words with the variables of this context. A substitution that only prints becomes its output. */
const createWordContext = (context: ReadContext): WordContext => ({
  budget: context.budget,
  variables: context.variables,
  created: context.created,
  substitute(part: CommandExpansionPart) {
    // Each level is read again for its output, so deep ones are skipped.
    if (
      part.script?.commands.length !== 1 ||
      context.depth >= MAX_PRINTED_DEPTH ||
      part.text.length > MAX_PRINTED_LENGTH
    )
      return undefined
    const findings = noFindings()
    const inner = nestContext(context, '$(…)')
    // True: there is exactly one command.
    const commands = visit(part.script.commands[0] as SyntaxNode, inner, findings)
    const direct = commands.filter((one) => one.via.length === inner.via.length)
    const last = direct.at(-1)
    return last === undefined || findings.doubts.length > 0 ? undefined : outputOf(last, context.created.contents)
  },
})
