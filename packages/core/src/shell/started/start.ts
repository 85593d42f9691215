/** Records one program with its words, and reads everything that it starts. */
import { BudgetExceeded } from '../budget.ts'
import { inputText, outputOf } from '../computed/output.ts'
import { assignmentsIn, exportAll, exportArguments, passedOn, withExported } from '../environment.ts'
import { foldCode } from '../folding/fold.ts'
import { addLink, followLinks, makeLinks } from '../links.ts'
import {
  copyVariables,
  type Findings,
  MAX_COMMANDS,
  MAX_DEPTH,
  nestContext,
  noFindings,
  type ReadContext,
} from '../state.ts'
import type { ShellCommand, ShellInput, ShellWord } from '../types.ts'
import { makeArray } from '../words.ts'
import { passedOnBy, writeByProgram } from '../written-by-programs.ts'
import {
  type CreatedFiles,
  copyFiles,
  extractShellCode,
  type FileToRun,
  findCreatedByCode,
  findCreatedFile,
  findFilesToRun,
  findLoadedByCode,
  moveFiles,
  writeFile,
} from '../written-files.ts'
import { findStartedPrograms } from './code.ts'
import { findHandedCommands, type Guess, guessCommands, isUnknownProgram, startsLikeCommand } from './guess.ts'
import { findNestedPrograms, type NestedProgram, programName } from './nested-programs.ts'
import { runsItsLines } from './sed-scripts.ts'
import { setArguments, setFromOutput } from './set-variables.ts'
import { isPromptVariable, isRunVariable } from './settings.ts'
import { isConsoleLanguage } from './shell-escapes.ts'
import { forgetAssigned, mayBeAnyProgram } from './unknown-name.ts'
import { upstreamOf } from './upstream.ts'
import { writtenProgram } from './written-program.ts'

/** Adds one program to the findings, and after it everything that it starts. */
export function startProgram(
  given: readonly ShellWord[],
  assignments: ShellCommand['assignments'],
  stdin: ShellInput,
  context: ReadContext,
  findings: Findings,
): void {
  const cwd = context.variables.get('PWD')?.text
  const words = followLinks(programName(given[0]?.text ?? ''), given, cwd, context.created.links)
  const [first, ...args] = words
  if (first === undefined) return
  if (findings.commands.length > MAX_COMMANDS) throw new BudgetExceeded('there are too many commands to read')
  if (context.depth > MAX_DEPTH) {
    findings.doubts.push({ kind: 'too-much', detail: first.text, from: [] })
    return
  }
  context.budget.countCommand(words.length)
  for (const word of words) context.budget.spend(8 + word.text.length)
  const name = first.known ? programName(first.text) : programName(/[$`]/.test(first.text) ? '' : first.text)
  const at = findings.commands.length
  const command: ShellCommand = {
    name,
    words,
    via: context.via,
    assignments: withExported(assignments, context),
    stdin,
    ...(cwd === undefined ? {} : { cwd }),
    ...(context.guessed === true ? { guessed: true } : {}),
  }
  findings.commands.push(command)
  if (/^(cd|pushd|chdir|set-location|sl)$/i.test(name)) changeDirectory(args, cwd, context)
  if (name === 'popd') goBack(context)
  readProgramVariables(assignments, name, args, context, findings)
  if (name === '') {
    startUnknown(words, assignments, stdin, context, findings)
    return
  }
  // `xargs -I{} sh -c '{}'`: the input is the command.
  if (first.text.startsWith('…'))
    findings.doubts.push({
      kind: 'unknown-code',
      detail: context.via.join(' '),
      from: upstreamNames(stdin).filter((one) => one !== 'cat'),
    })
  if (mayBeAnyProgram(first, context)) findings.doubts.push({ kind: 'unknown-code', detail: first.text, from: [] })
  forgetAssigned(name, args, context)
  setArguments(name, args, context)
  exportArguments(name, args, context)
  if (name === 'set') exportAll(args, context)
  setFromOutput(name, args, readInputText(stdin), context)
  const alias = context.via.includes('alias') ? undefined : context.variables.get(`alias ${first.text}`)
  if (alias !== undefined)
    startProgram([...splitPlainWords(alias.text), ...args], [], stdin, nestContext(context, 'alias', stdin), findings)
  makeLinks(name, args, cwd, context.created.links)
  copyFiles(name, args, readInputText(stdin), context.created)
  writeByProgram(command, context.created)
  if (first.text.includes('/')) readScript(first, first.text, context, findings)
  const nested = findNestedPrograms(runName(first.text, name), args, stdin)
  const childContext = assignments.length === 0 || nested.length === 0 ? context : withAssignments(assignments, context)
  for (const one of nested) {
    const inner = readNested(one, at, stdin, childContext, findings)
    if (inner !== undefined && sameShell.has(name)) keepDirectory(inner, context)
  }
  for (const one of findFilesToRun(name, args, context.created)) readFileToRun(one, name, at, childContext, findings)
  if (context.guessed === true || findings.functions.has(name)) return
  if (isUnknownProgram(name)) startGuesses(`${name} …`, guessCommands(args), stdin, context, findings)
  else if (nested.length === 0) startGuesses(`${name} --`, findHandedCommands(name, args), stdin, context, findings)
}

/** Reads words after an unknown program as if they were a command. */
function startGuesses(
  via: string,
  guesses: readonly Guess[],
  stdin: ShellInput,
  context: ReadContext,
  findings: Findings,
): void {
  const before = findings.doubts.length
  for (const guess of guesses)
    if (guess.kind === 'command') startProgram(guess.words, [], stdin, guessContext(context, via, stdin), findings)
    else context.read(guess.text, guessContext(context, via, stdin), findings)
  dropUnparsable(findings, before)
}

/** Drops doubts about guessed texts that are not valid shell text. */
function dropUnparsable({ doubts }: Findings, from: number): void {
  const kept = doubts.slice(from).filter((one) => one.kind !== 'unparsable')
  doubts.splice(from, doubts.length, ...kept)
}

const guessContext = (context: ReadContext, via: string, stdin: ShellInput): ReadContext => ({
  ...nestContext(context, via, stdin),
  guessed: true,
})

/** `/proc/self/exe` is the shell that reads the text. */
const runName = (path: string, name: string): string => (/^\/proc\/(self|\d+)\/exe$/.test(path) ? 'sh' : name)

/** A first word that is known only at run time: `$SHELL -c …`, `$UNSET rm -rf /`, `$cmd`. */
function startUnknown(
  words: readonly ShellWord[],
  assignments: ShellCommand['assignments'],
  stdin: ShellInput,
  context: ReadContext,
  findings: Findings,
): void {
  const [first, ...args] = words
  if (first === undefined) return
  const at = findings.commands.length - 1
  const { name } = writtenProgram({ name: '', words })
  findings.doubts.push({ kind: 'unknown-program', detail: first.text, from: findSubstituted(first.text, context) })
  if (mayBeAnyProgram(first, context)) findings.doubts.push({ kind: 'unknown-code', detail: first.text, from: [] })
  const nested = name === '' ? [] : findNestedPrograms(name, args, stdin)
  for (const one of nested) readNested(one, at, stdin, context, findings)
  // `$UNSET rm -rf /` runs rm.
  if (nested.length === 0 && /^\$/.test(first.text) && args.length > 0)
    startProgram(args, assignments, stdin, nestContext(context, first.text, stdin), findings)
}

/** `GIT_PAGER='rm x' git log`: commands that common programs run because a variable names them. */
function readProgramVariables(
  assignments: ShellCommand['assignments'],
  name: string,
  args: readonly ShellWord[],
  context: ReadContext,
  findings: Findings,
): void {
  const given = /^(export|env|sudo|doas|declare|typeset|readonly|cross-env)$/.test(name) ? assignmentsIn(args) : []
  runVariableCommands([...assignments, ...given], context, findings)
}

/** Reads the commands that these variables contain. */
function runVariableCommands(assignments: ShellCommand['assignments'], context: ReadContext, findings: Findings): void {
  for (const { name: variable, value } of assignments)
    if (isPromptVariable(variable) && /\$\(|`/.test(value.text))
      context.read(`: "${value.text}"`, nestContext(context, variable), findings)
    else if (isRunVariable(variable) && value.known && value.text !== '')
      context.read(value.text, nestContext(context, variable), findings)
}

/** `PROMPT_COMMAND=…` and `PS1=…` alone: the shell itself runs these before its next line. */
export function runPrompt(name: string, value: ShellWord, context: ReadContext, findings: Findings): void {
  if (name === 'PROMPT_COMMAND' || isPromptVariable(name)) runVariableCommands([{ name, value }], context, findings)
}

/** Reads a file that the text wrote before and that is run now, in its language. */
function readFileToRun(
  { path, text, language }: FileToRun,
  name: string,
  at: number,
  context: ReadContext,
  findings: Findings,
): void {
  context.budget.spend(8 * text.length)
  const commands = extractShellCode(language, text)
  for (const one of commands ?? []) context.read(one, nestContext(context, `${name} ${path}`), findings)
  if (commands === undefined || language === 'vim' || language === 'gdb')
    readCode(language, { text, known: true, glob: false }, at, context, findings)
}

const readInputText = (stdin: ShellInput): string | undefined =>
  stdin.kind === 'pipe' || stdin.kind === 'text' ? stdin.text : undefined

/** `x=rm sh -c '$x'`: a child process gets the assignments in front of the command. */
function withAssignments(assignments: ShellCommand['assignments'], context: ReadContext): ReadContext {
  const variables = copyVariables(context)
  const environment = new Map(context.environment)
  for (const { name, value } of assignments) variables.set(name, value)
  for (const { name, value } of assignments) environment.set(name, value)
  return { ...context, variables, environment }
}

const splitPlainWords = (text: string): readonly ShellWord[] =>
  text.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ text: word, known: true, glob: false }]))

/** These run their command in the shell itself: `builtin cd x` changes the directory of everything that follows. */
const sameShell: ReadonlySet<string> = new Set(['builtin', 'command', 'time', 'eval'])
function keepDirectory(inner: ReadContext, context: ReadContext): void {
  const directory = inner.variables.get('PWD')
  if (directory !== undefined) context.variables.set('PWD', directory)
}

/** Stores the directory of a `cd` as the variable PWD. */
function changeDirectory(args: readonly ShellWord[], cwd: string | undefined, context: ReadContext): void {
  const home: ShellWord = { text: '~', known: true, glob: false }
  const to = args.find((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== '--') ?? home
  if (to.text === '-') {
    goBack(context)
    return
  }
  context.variables.set('OLDPWD', context.variables.get('PWD'))
  const absolute = /^[/~$]/.test(to.text) || cwd === undefined
  moveFiles(cwd, to.text, context.created)
  context.variables.set('PWD', { ...to, text: absolute ? to.text : `${cwd.replace(/\/$/, '')}/${to.text}` })
}

/** `cd -` and `popd` return to the directory before the last `cd`. */
function goBack(context: ReadContext): void {
  if (!context.variables.has('OLDPWD')) return
  const here = context.variables.get('PWD')
  context.variables.set('PWD', context.variables.get('OLDPWD'))
  context.variables.set('OLDPWD', here)
}

/** Reads a file that the text itself wrote before, if there is one. */
function readScript(path: ShellWord, via: string, context: ReadContext, findings: Findings): void {
  const text = findCreatedFile(path.text, context.created)
  if (text !== undefined) context.read(text, nestContext(context, via), findings)
}

/** What the command prints or passes on, if it is known: it may be written to a file. */
export const findPrinted = (one: ShellCommand, created: CreatedFiles): string | undefined =>
  outputOf(one, created.contents) ?? passedOnBy(one, created)

/** Reads a nested program. Returns its context if it is a command or shell text. */
function readNested(
  one: NestedProgram,
  at: number,
  stdin: ShellInput,
  context: ReadContext,
  findings: Findings,
): ReadContext | undefined {
  const self = findings.commands[at]
  if (self === undefined) return undefined
  if (one.kind === 'command') {
    const inner = enterContext(context, one, self, stdin)
    for (const { name, value } of passedOn(self.name, self.words.slice(1))) {
      inner.environment.set(name, value)
      inner.variables.set(name, value)
    }
    startProgram(one.words, [], stdin, inner, findings)
    return inner
  }
  if (one.kind === 'unseen') addUnknownCode(one.detail, one.detail, context, findings)
  else if (one.kind === 'script') {
    // `findFilesToRun` handles files in other languages.
    if (one.language === 'sh') readScript(one.path, `${one.via} ${one.path.text}`, context, findings)
  } else if (one.kind === 'code') {
    // Values inserted into code are common; code that consists only of another program's output is not.
    if (!one.text.known && /^\s*["']?(\$\(|`)/.test(one.text.text))
      addUnknownCode(`${self.name} ${one.text.text}`, one.text.text, context, findings)
    readCode(one.language, one.text, at, context, findings)
  } else if (one.kind === 'input') readFromInput(one, self, at, context, findings)
  else {
    // An unknown part stays as it was written: the nested shell expands it again, and so does this reader.
    // Words that `xargs` inserts into a text are common, unless one of them is the command: `startProgram` checks that.
    const isUnseen = !one.text.known && (/[$`]|<\(/.test(one.text.text) || !one.text.text.includes('…'))
    const inner = enterContext(context, one, self, stdin)
    if (isUnseen && setsAllItUses(one.text.text)) {
      // The outer shell expands unset variables to nothing first: then `rm -rf $d/` deletes the root.
      context.budget.spend(8 * one.text.text.length)
      context.read(one.text.text.replace(/\$\{?\w+\}?/g, ''), enterContext(context, one, self, stdin), findings)
    } else if (isUnseen) addUnknownCode(`${one.via} ${one.text.text}`, one.text.text, context, findings)
    if (one.args !== undefined) inner.variables.set('@', makeArray(one.args))
    if (one.zero !== undefined) inner.variables.set('0', one.zero)
    context.read(one.text.text, one.text.known ? inner : { ...inner, doubted: true }, findings)
    return inner
  }
  return undefined
}

/** `ssh host "f=/usr/bin/x; $f -v"`: whether the text itself sets every variable before it uses it. */
function setsAllItUses(text: string): boolean {
  if (/[`\\]|\$[^A-Za-z_{]|\$\{[^}]*[^\w}]|<\(/.test(text)) return false
  const uses = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)]
  return (
    uses.length > 0 &&
    uses.every(({ 1: name, index }) => new RegExp(`(^|[;&|]|\\s)${name}=[^\\s;$]+\\s*;`).test(text.slice(0, index)))
  )
}

/** The context of a nested command: `env -C dir` changes its directory. */
function enterContext(
  context: ReadContext,
  { via, directory }: { readonly via: string; readonly directory?: ShellWord },
  { cwd }: ShellCommand,
  stdin: ShellInput,
): ReadContext {
  const inner = nestContext(context, via, stdin)
  if (directory !== undefined) changeDirectory([directory], cwd, inner)
  return inner
}

function addUnknownCode(detail: string, text: string, context: ReadContext, findings: Findings): void {
  findings.doubts.push({ kind: 'unknown-code', detail, from: findSubstituted(text, context) })
}

/** The cost of reading such a text: each level is read once more for the levels around it. */
const SUBSTITUTION_COST = 1_500
/** The programs inside the substitutions of a text that is only partly known. */
function findSubstituted(text: string, context: ReadContext): readonly string[] {
  context.budget.spend(SUBSTITUTION_COST)
  const findings = noFindings()
  const at = text.search(/\$\(|`|<\(/)
  if (context.depth < MAX_DEPTH && at !== -1) context.read(`echo ${text.slice(at)}`, nestContext(context, ''), findings)
  // The last one is the `echo` that was added.
  return findings.commands
    .slice(0, -1)
    .slice(0, 20)
    .map((one) => one.name)
}

type Input = Extract<NestedProgram, { kind: 'input' }>

/** The names of all programs before it in the pipe: what `cat` passes on may still be a download. */
const upstreamNames = (stdin: ShellInput): readonly string[] => [...new Set(upstreamOf(stdin).map((one) => one.name))]

function readFromInput(one: Input, self: ShellCommand, at: number, context: ReadContext, findings: Findings): void {
  const text = self.stdin.kind === 'text' ? self.stdin.text : inputText(self)
  const decoder = upstreamNames(self.stdin).find((name) => /^(base(64|32|nc)|uudecode|xxd|openssl)$/.test(name))
  if (decoder !== undefined && text !== undefined && !isConsoleLanguage(one.language))
    findings.doubts.push({ kind: 'decoded', detail: `${decoder} | ${one.via}`, from: [decoder] })
  if (text !== undefined && one.language === 'sh') context.read(text, nestContext(context, `| ${one.via}`), findings)
  else if (text !== undefined) readCode(one.language, { text, known: true, glob: false }, at, context, findings)
  else if (isConsoleLanguage(one.language)) return
  else if (self.stdin.kind === 'pipe') {
    const from = upstreamNames(self.stdin)
    findings.doubts.push({ kind: 'unknown-code', detail: `${from.join(', ')} | ${one.via}`, from })
  } else if (self.stdin.kind === 'file' && one.language === 'sh') {
    const { path } = self.stdin
    // `sh < <(curl …)` works like a pipe; in `sh < file` the text may have written the file.
    if (path.text.startsWith('<(')) addUnknownCode(`${one.via} < ${path.text}`, path.text, context, findings)
    else readScript(path, `${one.via} < ${path.text}`, context, findings)
  }
}

/** `echo text | sed e`: each line of the input runs, and with `s/a/b/e` each line that results. */
function readRunLines(self: ShellCommand, context: ReadContext, findings: Findings): void {
  const text = readInputText(self.stdin)
  const words = self.words.map((word) => ({ ...word, text: word.text.replace(/e([gpiImM\d]*)$/, '$1') }))
  for (const one of [text, outputOf({ ...self, words })])
    if (one !== undefined) context.read(one, nestContext(context, 'sed e'), findings)
  if (text === undefined && self.stdin.kind === 'pipe')
    findings.doubts.push({ kind: 'unknown-code', detail: 'sed e', from: upstreamNames(self.stdin) })
}

const valuesOf = ({ assignments }: ShellCommand): ReadonlyMap<string, string> =>
  new Map(assignments.flatMap(({ name, value }) => (value.known ? [[name, value.text] as const] : [])))

function readCode(language: string, code: ShellWord, at: number, context: ReadContext, findings: Findings): void {
  const self = findings.commands[at]
  if (self === undefined) return
  const before = self.code?.text
  const folded = foldCode(language, code.text, valuesOf(self))
  const own = folded === code.text ? code.text : `${code.text}\n${folded}`
  const text = before === undefined ? own : `${before}\n${own}`
  if (!isConsoleLanguage(language)) findings.commands[at] = { ...self, code: { language, text, known: code.known } }
  context.budget.spend(8 * text.length)
  const created = findCreatedByCode(own)
  for (const [path, content] of created.files) writeFile(path, content, context.created)
  for (const [target, link] of created.links)
    addLink(target, link, context.variables.get('PWD')?.text, context.created.links)
  for (const path of findLoadedByCode(code.text)) {
    const content = context.depth < MAX_DEPTH ? findCreatedFile(path, context.created) : undefined
    if (content !== undefined && content !== code.text)
      readCode(
        language,
        { text: content, known: true, glob: false },
        at,
        nestContext(context, `${self.name} ${path}`),
        findings,
      )
  }
  if (language === 'sed' && runsItsLines(own)) readRunLines(self, context, findings)
  const doubted = findings.doubts.length
  // `node -e "rm -rf x"` is not code of that language. It is read as the command that was probably meant.
  if (/^(python|javascript|ruby|perl|php)$/.test(language) && startsLikeCommand(code.text))
    context.read(code.text, { ...nestContext(context, `${self.name} code`), guessed: true }, findings)
  for (const one of findStartedPrograms(language, own)) {
    const inner = nestContext(context, `${self.name} code`)
    if (one.kind === 'text') context.read(one.text, inner, findings)
    else if (one.kind === 'unseen') findings.doubts.push({ kind: 'unknown-code', detail: one.detail, from: [] })
    else startProgram(one.words, [], { kind: 'none' }, inner, findings)
  }
  dropUnparsable(findings, doubted)
}
