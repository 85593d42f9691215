/** One program with its words, and all that it starts in turn. */
import { TooMuch } from '../budget.ts'
import { inputText, outputOf } from '../computed/output.ts'
import { foldCode } from '../folding/fold.ts'
import { addLink, followLinks, makeLinks } from '../links.ts'
import { type Found, MOST_COMMANDS, MOST_DEPTH, nothing, ownVariables, type Place, within } from '../state.ts'
import type { ShellCommand, ShellInput, ShellWord } from '../types.ts'
import { arrayOf } from '../words.ts'
import {
  copyFiles,
  loadedByCode,
  type Made,
  madeByCode,
  madeFile,
  moveFiles,
  type RunFile,
  runFiles,
  shellTextsIn,
  writeFile,
} from '../written-files.ts'
import { type Carried, carriedBy, programName } from './carriers.ts'
import { startedBy } from './code.ts'
import { type Guess, guessCommands, handedCommands, isUnknownProgram, startsLikeCommand } from './guess.ts'
import { isRunVariable } from './settings.ts'
import { isConsoleLanguage } from './shell-escapes.ts'
import { forget, mayBeAny } from './unknown-name.ts'
import { upstreamOf } from './upstream.ts'
import { writtenProgram } from './written-program.ts'

/** One program and, after it, all that it starts. */
export function start(
  given: readonly ShellWord[],
  assignments: ShellCommand['assignments'],
  stdin: ShellInput,
  place: Place,
  found: Found,
): void {
  const cwd = place.variables.get('PWD')?.text
  const words = followLinks(programName(given[0]?.text ?? ''), given, cwd, place.made.links)
  const [first, ...args] = words
  if (first === undefined) return
  if (found.commands.length > MOST_COMMANDS) throw new TooMuch('more commands than are read')
  if (place.depth > MOST_DEPTH) {
    found.doubts.push({ kind: 'too-much', detail: first.text, from: [] })
    return
  }
  place.budget.command(words.length)
  for (const word of words) place.budget.spend(8 + word.text.length)
  const name = first.known ? programName(first.text) : programName(/[$`]/.test(first.text) ? '' : first.text)
  const at = found.commands.length
  found.commands.push({
    name,
    words,
    via: place.via,
    assignments,
    stdin,
    ...(cwd === undefined ? {} : { cwd }),
    ...(place.guessed === true ? { guessed: true } : {}),
  })
  if (/^(cd|pushd|chdir|set-location|sl)$/i.test(name)) goTo(args, cwd, place)
  if (name === 'popd') goBack(place)
  runVariables(assignments, name, args, place, found)
  if (name === '') {
    startUnknown(words, assignments, stdin, place, found)
    return
  }
  // `xargs -I{} sh -c '{}'`: what is read is the command.
  if (first.text.startsWith('…'))
    found.doubts.push({
      kind: 'unknown-code',
      detail: place.via.join(' '),
      from: stagesOf(stdin).filter((one) => one !== 'cat'),
    })
  if (mayBeAny(first, place)) found.doubts.push({ kind: 'unknown-code', detail: first.text, from: [] })
  forget(name, args, place)
  setArguments(name, args, place)
  const alias = place.via.includes('alias') ? undefined : place.variables.get(`alias ${first.text}`)
  if (alias !== undefined) start([...plainWords(alias.text), ...args], [], stdin, within(place, 'alias', stdin), found)
  makeLinks(name, args, cwd, place.made.links)
  copyFiles(name, args, inputOf(stdin), place.made)
  if (first.text.includes('/')) readScript(first, first.text, place, found)
  const carried = carriedBy(runName(first.text, name), args, stdin)
  const handed = assignments.length === 0 || carried.length === 0 ? place : handedOver(assignments, place)
  for (const one of carried) {
    const inner = carry(one, at, stdin, handed, found)
    if (inner !== undefined && sameShell.has(name)) stayWhere(inner, place)
  }
  for (const one of runFiles(name, args, place.made)) runFile(one, name, at, handed, found)
  if (place.guessed === true || found.functions.has(name)) return
  if (isUnknownProgram(name)) startGuesses(`${name} …`, guessCommands(args), stdin, place, found)
  else if (carried.length === 0) startGuesses(`${name} --`, handedCommands(name, args), stdin, place, found)
}

/** Words behind a program that is not known are read as if they were a command. */
function startGuesses(via: string, guesses: readonly Guess[], stdin: ShellInput, place: Place, found: Found): void {
  const before = found.doubts.length
  for (const guess of guesses)
    if (guess.kind === 'command') start(guess.words, [], stdin, guessing(place, via, stdin), found)
    else place.read(guess.text, guessing(place, via, stdin), found)
  forgiveUnparsable(found, before)
}

/** A text that is only supposed to be for a shell need not be one. */
function forgiveUnparsable({ doubts }: Found, from: number): void {
  const kept = doubts.slice(from).filter((one) => one.kind !== 'unparsable')
  doubts.splice(from, doubts.length, ...kept)
}

const guessing = (place: Place, via: string, stdin: ShellInput): Place => ({
  ...within(place, via, stdin),
  guessed: true,
})

/** `/proc/self/exe` is the shell that reads the text. */
const runName = (path: string, name: string): string => (/^\/proc\/(self|\d+)\/exe$/.test(path) ? 'sh' : name)

/** A first word that only running would tell: `$SHELL -c …`, `$UNSET rm -rf /`, `$cmd`. */
function startUnknown(
  words: readonly ShellWord[],
  assignments: ShellCommand['assignments'],
  stdin: ShellInput,
  place: Place,
  found: Found,
): void {
  const [first, ...args] = words as [ShellWord, ...ShellWord[]]
  const at = found.commands.length - 1
  const { name } = writtenProgram({ name: '', words })
  found.doubts.push({ kind: 'unknown-program', detail: first.text, from: substituted(first.text, place) })
  if (mayBeAny(first, place)) found.doubts.push({ kind: 'unknown-code', detail: first.text, from: [] })
  const carried = name === '' ? [] : carriedBy(name, args, stdin)
  for (const one of carried) carry(one, at, stdin, place, found)
  // `$UNSET rm -rf /` runs rm.
  if (carried.length === 0 && /^\$/.test(first.text) && args.length > 0)
    start(args, assignments, stdin, within(place, first.text, stdin), found)
}

/** `GIT_PAGER='rm x' git log`: what programs of everyday use run because a variable names it. */
function runVariables(
  assignments: ShellCommand['assignments'],
  name: string,
  args: readonly ShellWord[],
  place: Place,
  found: Found,
): void {
  const given = /^(export|env|sudo|doas|declare|typeset|readonly|cross-env)$/.test(name) ? args : []
  const pairs = given.flatMap((word) => {
    const [, variable, text] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text) ?? []
    return variable === undefined || text === undefined ? [] : [{ name: variable, value: { ...word, text } }]
  })
  for (const { name: variable, value } of [...assignments, ...pairs])
    if (isRunVariable(variable) && value.known && value.text !== '')
      place.read(value.text, within(place, variable), found)
}

/** A file that the text wrote before, run now in its language. */
function runFile({ path, text, language }: RunFile, name: string, at: number, place: Place, found: Found): void {
  place.budget.spend(8 * text.length)
  const texts = shellTextsIn(language, text)
  for (const one of texts ?? []) place.read(one, within(place, `${name} ${path}`), found)
  if (texts === undefined || language === 'vim' || language === 'gdb')
    inCode(language, { text, known: true, glob: false }, at, place, found)
}

const inputOf = (stdin: ShellInput): string | undefined =>
  stdin.kind === 'pipe' || stdin.kind === 'text' ? stdin.text : undefined

/** `x=rm sh -c '$x'`: what stands in front of it, its child knows. */
function handedOver(assignments: ShellCommand['assignments'], place: Place): Place {
  const variables = ownVariables(place)
  for (const { name, value } of assignments) variables.set(name, value)
  return { ...place, variables }
}

/** `set -- a b` and `alias a=b` are remembered as the variables they are. */
function setArguments(name: string, args: readonly ShellWord[], place: Place): void {
  const dashes = name === 'set' ? args.findIndex((word) => word.text === '--') : -1
  if (dashes !== -1) place.variables.set('@', arrayOf(args.slice(dashes + 1)))
  if (name !== 'alias') return
  for (const word of args) {
    const [, alias, text] = /^([^=]+)=([\s\S]*)$/.exec(word.text) ?? []
    if (alias !== undefined && text !== undefined) place.variables.set(`alias ${alias}`, { ...word, text })
  }
}

const plainWords = (text: string): readonly ShellWord[] =>
  text.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ text: word, known: true, glob: false }]))

/** What these start runs in the shell itself: `builtin cd x` changes the directory of all that follows. */
const sameShell: ReadonlySet<string> = new Set(['builtin', 'command', 'time', 'eval'])
function stayWhere(inner: Place, place: Place): void {
  const directory = inner.variables.get('PWD')
  if (directory !== undefined) place.variables.set('PWD', directory)
}

/** `cd` is remembered as the variable it sets. */
function goTo(args: readonly ShellWord[], cwd: string | undefined, place: Place): void {
  const home: ShellWord = { text: '~', known: true, glob: false }
  const to = args.find((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== '--') ?? home
  if (to.text === '-') {
    goBack(place)
    return
  }
  place.variables.set('OLDPWD', place.variables.get('PWD'))
  const absolute = /^[/~$]/.test(to.text) || cwd === undefined
  moveFiles(cwd, to.text, place.made)
  place.variables.set('PWD', { ...to, text: absolute ? to.text : `${cwd.replace(/\/$/, '')}/${to.text}` })
}

/** `cd -` and `popd` go to where the last `cd` left from. */
function goBack(place: Place): void {
  if (!place.variables.has('OLDPWD')) return
  const here = place.variables.get('PWD')
  place.variables.set('PWD', place.variables.get('OLDPWD'))
  place.variables.set('OLDPWD', here)
}

/** A file that the text itself wrote before, run now. */
function readScript(path: ShellWord, via: string, place: Place, found: Found): void {
  const text = madeFile(path.text, place.made)
  if (text !== undefined) place.read(text, within(place, via), found)
}

/** What the command prints or passes on, where the text tells: for the file it is written to. */
export const printedBy = (one: ShellCommand, made: Made): string | undefined =>
  outputOf(one, made.texts) ??
  (['cat', 'tee'].includes(one.name) && one.stdin.kind === 'text' ? one.stdin.text : undefined)

/** Reads what is handed on, and returns the place it was read at where a shell or a command of its own runs there. */
function carry(one: Carried, at: number, stdin: ShellInput, place: Place, found: Found): Place | undefined {
  const self = found.commands[at]
  if (self === undefined) return undefined
  if (one.kind === 'command') {
    const inner = enter(place, one, self, stdin)
    start(one.words, [], stdin, inner, found)
    return inner
  }
  if (one.kind === 'unseen') unseen(one.detail, one.detail, place, found)
  else if (one.kind === 'script') {
    // Files in other languages are run by `runFiles`.
    if (one.language === 'sh') readScript(one.path, `${one.via} ${one.path.text}`, place, found)
  } else if (one.kind === 'code') {
    // Values put into code are everyday; code that is nothing but another program's output is not.
    if (!one.text.known && /^\s*["']?(\$\(|`)/.test(one.text.text))
      unseen(`${self.name} ${one.text.text}`, one.text.text, place, found)
    inCode(one.language, one.text, at, place, found)
  } else if (one.kind === 'input') fromInput(one, self, at, place, found)
  else {
    // An unknown part stands as it was written: the shell that reads it expands it once more, and so does the reader.
    // Words that `xargs` puts into a text are everyday, unless one of them is the command: `start` sees that.
    const isUnseen = !one.text.known && (/[$`]|<\(/.test(one.text.text) || !one.text.text.includes('…'))
    const inner = enter(place, one, self, stdin)
    if (isUnseen && setsAllItUses(one.text.text)) {
      // The shell that is running puts nothing in their place, unless it knows them: `rm -rf $d/` deletes the root.
      place.budget.spend(8 * one.text.text.length)
      place.read(one.text.text.replace(/\$\{?\w+\}?/g, ''), enter(place, one, self, stdin), found)
    } else if (isUnseen) unseen(`${one.via} ${one.text.text}`, one.text.text, place, found)
    if (one.args !== undefined) inner.variables.set('@', arrayOf(one.args))
    if (one.zero !== undefined) inner.variables.set('0', one.zero)
    place.read(one.text.text, one.text.known ? inner : { ...inner, doubted: true }, found)
    return inner
  }
  return undefined
}

/** `ssh host "f=/usr/bin/x; $f -v"`: each variable of the text is one that the text itself sets before. */
function setsAllItUses(text: string): boolean {
  if (/[`\\]|\$[^A-Za-z_{]|\$\{[^}]*[^\w}]|<\(/.test(text)) return false
  const uses = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)]
  return (
    uses.length > 0 &&
    uses.every(({ 1: name, index }) => new RegExp(`(^|[;&|]|\\s)${name}=[^\\s;$]+\\s*;`).test(text.slice(0, index)))
  )
}

/** Where the started command runs: `env -C dir` changes the directory for it. */
function enter(
  place: Place,
  { via, directory }: { readonly via: string; readonly directory?: ShellWord },
  { cwd }: ShellCommand,
  stdin: ShellInput,
): Place {
  const inner = within(place, via, stdin)
  if (directory !== undefined) goTo([directory], cwd, inner)
  return inner
}

function unseen(detail: string, text: string, place: Place, found: Found): void {
  found.doubts.push({ kind: 'unknown-code', detail, from: substituted(text, place) })
}

/** Each level of such a text is read once more for the levels around it. */
const SUBSTITUTED = 1_500
/** The programs inside the substitutions of a text that is known only in part. */
function substituted(text: string, place: Place): readonly string[] {
  place.budget.spend(SUBSTITUTED)
  const found = nothing()
  const at = text.search(/\$\(|`|<\(/)
  if (place.depth < MOST_DEPTH && at !== -1) place.read(`echo ${text.slice(at)}`, within(place, ''), found)
  // The last is the `echo` that was put before it.
  return found.commands
    .slice(0, -1)
    .slice(0, 20)
    .map((one) => one.name)
}

type Input = Extract<Carried, { kind: 'input' }>

/** All programs before it in the pipe: what `cat` passes on is still what was downloaded. */
const stagesOf = (stdin: ShellInput): readonly string[] => [...new Set(upstreamOf(stdin).map((one) => one.name))]

function fromInput(one: Input, self: ShellCommand, at: number, place: Place, found: Found): void {
  const text = self.stdin.kind === 'text' ? self.stdin.text : inputText(self)
  const decoder = stagesOf(self.stdin).find((name) => /^(base(64|32|nc)|uudecode|xxd|openssl)$/.test(name))
  if (decoder !== undefined && text !== undefined && !isConsoleLanguage(one.language))
    found.doubts.push({ kind: 'decoded', detail: `${decoder} | ${one.via}`, from: [decoder] })
  if (text !== undefined && one.language === 'sh') place.read(text, within(place, `| ${one.via}`), found)
  else if (text !== undefined) inCode(one.language, { text, known: true, glob: false }, at, place, found)
  else if (isConsoleLanguage(one.language)) return
  else if (self.stdin.kind === 'pipe') {
    const from = stagesOf(self.stdin)
    found.doubts.push({ kind: 'unknown-code', detail: `${from.join(', ')} | ${one.via}`, from })
  } else if (self.stdin.kind === 'file' && one.language === 'sh') {
    const { path } = self.stdin
    // `sh < <(curl …)` is a pipe by another name; `sh < file` may be a file that the text wrote.
    if (path.text.startsWith('<(')) unseen(`${one.via} < ${path.text}`, path.text, place, found)
    else readScript(path, `${one.via} < ${path.text}`, place, found)
  }
}

function inCode(language: string, code: ShellWord, at: number, place: Place, found: Found): void {
  const self = found.commands[at]
  if (self === undefined) return
  const before = self.code?.text
  const folded = foldCode(language, code.text)
  const own = folded === code.text ? code.text : `${code.text}\n${folded}`
  const text = before === undefined ? own : `${before}\n${own}`
  if (!isConsoleLanguage(language)) found.commands[at] = { ...self, code: { language, text, known: code.known } }
  place.budget.spend(8 * text.length)
  const made = madeByCode(own)
  for (const [path, content] of made.files) writeFile(path, content, place.made)
  for (const [target, link] of made.links) addLink(target, link, place.variables.get('PWD')?.text, place.made.links)
  for (const path of loadedByCode(code.text)) {
    const content = place.depth < MOST_DEPTH ? madeFile(path, place.made) : undefined
    if (content !== undefined && content !== code.text)
      inCode(language, { text: content, known: true, glob: false }, at, within(place, `${self.name} ${path}`), found)
  }
  const doubted = found.doubts.length
  // `node -e "rm -rf x"` is no program of that language. The words are judged as the command that was meant.
  if (/^(python|javascript|ruby|perl|php)$/.test(language) && startsLikeCommand(code.text))
    place.read(code.text, { ...within(place, `${self.name} code`), guessed: true }, found)
  for (const one of startedBy(language, own)) {
    const inner = within(place, `${self.name} code`)
    if (one.kind === 'text') place.read(one.text, inner, found)
    else if (one.kind === 'unseen') found.doubts.push({ kind: 'unknown-code', detail: one.detail, from: [] })
    else start(one.words, [], { kind: 'none' }, inner, found)
  }
  forgiveUnparsable(found, doubted)
}
