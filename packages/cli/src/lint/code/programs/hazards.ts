/** Finds defects of a JavaScript or Python hook that appear only when it runs: event text in a shell, no end, waiting for a person. */

import { endlessCommand } from '../endless-command.ts'
import type { Comparison, Flaw } from '../reading.ts'
import type { Language } from './languages.ts'
import { skipLines } from './objects.ts'
import type { EventPaths } from './paths.ts'
import { argumentsOf, type Call, isMark } from './scan.ts'
import { depthAt, type Token } from './tokens.ts'
import { wrongParsers } from './wrong-parsers.ts'

export interface Program {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly calls: readonly Call[]
  readonly paths: EventPaths
  readonly language: Language
}

type TokenRange = readonly [number, number]

const textOf = ({ tokens }: Program, [from, to]: TokenRange): string =>
  tokens
    .slice(from, to)
    .filter(({ kind }) => kind !== 'line')
    .map(({ text }) => text)
    .join(' ')

export function hazardsIn(program: Program): readonly Flaw[] {
  const derived = derivedNames(program)
  return [
    ...shellText(program, derived),
    ...endless(program),
    ...questions(program),
    ...earlyExit(program),
    ...prefixes(program, derived),
    ...leaving(program, derived),
    ...wrongParsers(program),
  ]
}

const quotes = /^(quote|shlex|escape\w*|shellescape|shellQuote|escapeShellArg|quoteArg|shellescape|Shellwords)$/i

/** Names whose value comes from a part of the event. */
function derivedNames({ tokens, paths }: Program): ReadonlySet<string> {
  const names = new Set<string>()
  for (let round = 0; round < 3; round++)
    for (const { name, from, to } of paths.assignments)
      if (!names.has(name) && holdsEvent({ tokens, paths }, [from, to], names)) names.add(name)
  for (const name of destructuredNames(tokens, paths)) names.add(name)
  return names
}

/** The names in `const { file_path: file } = event`. */
function destructuredNames(tokens: readonly Token[], paths: EventPaths): readonly string[] {
  if (!paths.readsStdin) return []
  return tokens.flatMap((token, at) => {
    const begins = isMark(token, '{') && /^(const|let|var)$/.test(tokens[at - 1]?.text ?? '')
    if (!begins) return []
    const names: string[] = []
    let index = at + 1
    for (; index < tokens.length && !isMark(tokens[index], '}'); index++)
      if (tokens[index]?.kind === 'name' && /^[,}=]$/.test(tokens[index + 1]?.text ?? ''))
        names.push(tokens[index]?.text ?? '')
    const value = index + 2
    const isEvent = isMark(tokens[index + 1], '=') && paths.isEventAt(value)
    return isEvent ? names : []
  })
}

function holdsEvent(
  { tokens, paths }: Pick<Program, 'tokens' | 'paths'>,
  [from, to]: TokenRange,
  names: ReadonlySet<string>,
): boolean {
  let holds = false
  for (let at = from; at < to; at++) {
    const token = tokens[at] as Token // The index is in range.
    if (token.kind !== 'name') continue
    if (quotes.test(token.text)) return false
    const isMember = isMark(tokens[at - 1], '.') || isMark(tokens[at - 1], '?.')
    if (!isMember && names.has(token.text) && !isMark(tokens[at + 1], '=')) holds = true
    else if (!isMember && (paths.partAt(at)?.path.length ?? 0) > 0) holds = true
  }
  return holds
}

/** Calls that pass text to a shell, always or with an option. */
const shells: Readonly<
  Record<Language['notation'], { readonly always: RegExp; readonly asked: RegExp; readonly option: RegExp }>
> = {
  javascript: {
    always: /^(?:(?:child_process|childProcess|cp|child)\.)?(?:exec|execSync|execAsync|execPromise|pexec|sh|shell)$/,
    asked: /(?:^|\.)(?:spawn|spawnSync|execFile|execFileSync|execa)$/,
    option: /\bshell : (?!false)/,
  },
  python: {
    always: /^(?:os\.(?:system|popen)|subprocess\.(?:getoutput|getstatusoutput)|commands\.getoutput)$/,
    asked: /^(?:subprocess\.)?(?:run|call|check_call|check_output|Popen)$/,
    option: /\bshell = True/,
  },
}

/** Finds `os.system(f"black {path}")`, where the shell interprets a space, `;` or `$( )` in the value. */
function shellText(program: Program, derived: ReadonlySet<string>): readonly Flaw[] {
  const { tokens, calls, language } = program
  const known = shells[language.notation]
  return calls.flatMap((call): readonly Flaw[] => {
    const args = argumentsOf(tokens, call)
    const [first] = args
    if (first === undefined) return []
    const all = textOf(program, [call.open + 1, call.close])
    const isShell = known.always.test(call.name) || (known.asked.test(call.name) && known.option.test(all))
    const isList = isMark(tokens[skipLines(tokens, first[0])], '[')
    const inner = /(?:^|\.)(?:\w*spawn\w*|execFile\w*|run|call|check_\w+|Popen|execa)$/i.test(call.name)
      ? afterDashC(program, call)
      : undefined
    const given = isShell && !isList ? first : inner
    return given !== undefined && holdsEvent(program, given, derived)
      ? [{ kind: 'payload-in-shell', offset: call.offset, name: call.name }]
      : []
  })
}

/** The text in `["bash", "-c", text]` and `('sh', ['-c', text])`. */
function afterDashC({ tokens }: Program, { open, close }: Call): TokenRange | undefined {
  for (let at = open; at < close - 1; at++) {
    const token = tokens[at] as Token // The index is in range.
    if (token.kind === 'text' && /^-[a-z]*c$/.test(token.text) && isMark(tokens[at + 1], ',')) {
      let end = at + 2
      while (end < close && !/^[\],]$/.test(tokens[end]?.text ?? '')) end++
      return [at + 2, end]
    }
  }
  return undefined
}

const servers = /^(?:serve_forever|listen|watch|watchFile|setInterval|run_forever)$/

function endless(program: Program): readonly Flaw[] {
  const { text, tokens, language } = program
  const isPython = language.notation === 'python'
  const loops = isPython ? endlessPython(text) : endlessScript(program)
  const ends = /process\.exit|\bexit\(|clearInterval|\.close\(|\.unref\(|\.kill\(|AbortController/.test(text)
  const isServer = /createServer|express\(|chokidar|fs\.watch|Server\(|net\./.test(text)
  const waits = tokens.flatMap((token, at): readonly Flaw[] => {
    const isCall = token.kind === 'name' && servers.test(token.text) && isMark(tokens[at + 1], '(')
    const isWaiting = isCall && (isServer || /setInterval|forever/.test(token.text))
    return isWaiting && !ends ? [{ kind: 'never-ends', offset: token.start, name: token.text }] : []
  })
  return [...loops, ...waits, ...endlessStarts(program)]
}

/** Calls that wait for the program that they start. */
const waitsFor: Readonly<Record<Language['notation'], RegExp>> = {
  javascript: /(?:^|\.)(?:execSync|execFileSync|spawnSync)$/,
  python: /^(?:subprocess\.(?:run|call|check_call|check_output|getoutput|getstatusoutput)|os\.system)$/,
}

/** Finds `execSync('npx tsc --watch')` and `subprocess.run(["tail", "-f", log])` without a timeout. */
function endlessStarts({ tokens, calls, language }: Program): readonly Flaw[] {
  return calls.flatMap(({ name, open, close, offset }): readonly Flaw[] => {
    const given = tokens.slice(open + 1, close)
    if (!waitsFor[language.notation].test(name) || given.some(({ text }) => text === 'timeout')) return []
    const words = endlessCommand(
      given.flatMap(({ kind, text }) => (kind === 'text' && text !== '' ? [text] : [])).join(' '),
    )
    return words === undefined ? [] : [{ kind: 'never-ends', offset, name: words.split(' ').slice(0, 3).join(' ') }]
  })
}

function endlessPython(text: string): readonly Flaw[] {
  return [...text.matchAll(/^([ \t]*)while[ \t]+(?:True|1)[ \t]*:([^\n]*(?:\n(?:\1[ \t]+[^\n]*|[ \t]*))*)/gm)].flatMap(
    (found) =>
      /\b(?:break|return|exit|_exit|raise|yield|readline|stdin)\b/.test(found[2] ?? '')
        ? []
        : [{ kind: 'never-ends' as const, offset: found.index + (found[1]?.length ?? 0), name: 'while True' }],
  )
}

function endlessScript({ tokens, paths }: Program): readonly Flaw[] {
  return tokens.flatMap((token, at): readonly Flaw[] => {
    const isWhile =
      token.text === 'while' &&
      isMark(tokens[at + 1], '(') &&
      /^(true|1)$/.test(tokens[at + 2]?.text ?? '') &&
      isMark(tokens[at + 3], ')')
    const isFor =
      token.text === 'for' && ['(', ';', ';', ')'].every((mark, index) => isMark(tokens[at + 1 + index], mark))
    if (token.kind !== 'name' || !(isWhile || isFor)) return []
    const body = skipLines(tokens, at + (isWhile ? 4 : 5))
    const end = isMark(tokens[body], '{') ? paths.closing(body) : body + 8
    const leaves = tokens
      .slice(body, end)
      .some(({ kind, text }) => kind === 'name' && /^(break|return|exit|throw|yield)$/.test(text))
    return leaves ? [] : [{ kind: 'never-ends', offset: token.start, name: token.text }]
  })
}

const asking: Readonly<Record<Language['notation'], RegExp>> = {
  javascript: /(?:^|\.)(?:question|confirm|inquirer\.prompt|prompts|prompt)$/,
  python:
    /^(?:input|raw_input|getpass(?:\.getpass)?|click\.(?:confirm|prompt)|typer\.(?:confirm|prompt)|Confirm\.ask|Prompt\.ask|questionary\.\w+)$/,
}

/** Finds `input("Really?")`: stdin is the event, and no person types there. */
function questions({ tokens, calls, language }: Program): readonly Flaw[] {
  const asked = calls.filter(
    ({ name, open, close }) => asking[language.notation].test(name) && (close > open + 1 || /getpass/.test(name)),
  )
  const terminals = tokens.filter(({ kind, text }) => kind === 'text' && text === '/dev/tty')
  return [
    ...asked.map(({ offset, name }): Flaw => ({ kind: 'waits-for-person', offset, name: `${name}()` })),
    ...terminals.map(({ start }): Flaw => ({ kind: 'waits-for-person', offset: start, name: '/dev/tty' })),
  ].slice(0, 1)
}

/** Finds `process.exit(0)` at the top level while the reply waits for `stdin.on('end')`. */
function earlyExit({ text, tokens, calls, paths, language }: Program): readonly Flaw[] {
  if (language.notation !== 'javascript') return []
  const isLate = /\.on\(\s*["'`](?:end|readable|data|close|line)["'`]|\.then\(|\basync\b/.test(text)
  if (!isLate) return []
  return calls
    .filter(({ name, at }) => language.exit.has(name) && paths.scopeOf(at).from < 0 && depthAt(tokens, at) === 0)
    .filter(({ at }) => !waitsBefore(tokens, at) && isAnsweredLate({ tokens, calls, paths, language }, at))
    .map(({ offset }): Flaw => ({ kind: 'early-exit', offset }))
    .slice(0, 1)
}

/** The top level of the program awaits something before it. */
const waitsBefore = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(0, at)
    .some(({ kind, text }, index) => kind === 'name' && text === 'await' && depthAt(tokens, index) === 0)

/** Every output of the program is in a function, and the top level awaits none of them. */
function isAnsweredLate({ calls, paths, language }: Omit<Program, 'text'>, exit: number): boolean {
  const prints = calls.filter(
    ({ name }) => Object.hasOwn(language.prints, name) && language.prints[name]?.to === 'stdout',
  )
  return prints.length > 0 && prints.every(({ at }) => at > exit || paths.isAsync(at))
}

const normal = /realpath|resolve\(|normpath|abspath|is_relative_to|relative_to|commonpath|path\.relative|normalize\(/

/** Finds `path.startswith("/srv/app")`, which also matches `/srv/app-old` and `/srv/app/../etc`. */
function prefixes(program: Program, derived: ReadonlySet<string>): readonly Flaw[] {
  const { text, tokens } = program
  if (normal.test(text)) return []
  return tokens.flatMap((token, at): readonly Flaw[] => {
    if (
      token.kind !== 'name' ||
      !/^startswith$/i.test(token.text) ||
      !isMark(tokens[at - 1], '.') ||
      !isMark(tokens[at + 1], '(')
    )
      return []
    const given = tokens[at + 2]
    const isRoot =
      given?.kind === 'text'
        ? /^(\/|~|[A-Za-z]:)[^\uFFFC]*[^/\\]$/.test(given.text)
        : given?.kind === 'name' &&
          /root|dir|base|workspace|project|cwd|allowed|prefix/i.test(textOf(program, [at + 2, at + 6]))
    const isAlone =
      isMark(tokens[program.paths.closing(at + 1)], ')') &&
      !/\+|sep/.test(textOf(program, [at + 2, program.paths.closing(at + 1)]))
    const subject: TokenRange = [Math.max(0, lineStart(tokens, at)), at]
    const isPath = /path|file/i.test(textOf(program, subject)) && holdsEvent(program, subject, derived)
    return isRoot && isAlone && isPath ? [{ kind: 'path-prefix', offset: token.start, name: token.text }] : []
  })
}

function lineStart(tokens: readonly Token[], at: number): number {
  let from = at
  while (from > 0 && tokens[from - 1]?.kind !== 'line') from--
  return from
}

const sending =
  /^(?:requests\.(?:post|put)|httpx\.(?:post|put)|fetch|axios(?:\.post|\.put)?|urllib\.request\.Request|got\.post)$/

/** Finds calls that send the event to another machine. */
function leaving(program: Program, derived: ReadonlySet<string>): readonly Flaw[] {
  return program.calls.flatMap((call): readonly Flaw[] => {
    if (!sending.test(call.name)) return []
    const all = textOf(program, [call.open + 1, call.close])
    if (/localhost|127\.0\.0\.1|\[::1\]/.test(all)) return []
    const range: TokenRange = [call.open + 1, call.close]
    return holdsEvent(program, range, derived) || program.paths.holdsWhole(range)
      ? [{ kind: 'payload-leaves', offset: call.offset, name: call.name }]
      : []
  })
}

/** Finds `event.tool_name === 'Bash'`, `"Bash" == name`, `tool in ("Bash", "Edit")` and `case 'Bash':`. */
export function comparisonsIn({ tokens, paths }: Program): readonly Comparison[] {
  const found: Comparison[] = []
  for (let at = 0; at < tokens.length; at++) {
    const part = paths.partAt(at)
    if (part === undefined || part.path.length !== 1) continue
    const field = part.path[0] as string // The index is in range.
    const sign = tokens[part.end]
    const add = (token: Token | undefined) => {
      if (token?.kind === 'text') found.push({ field, word: token.text, offset: token.start })
    }
    if (sign?.kind === 'mark' && /^(==|===|!=|!==)$/.test(sign.text)) add(tokens[part.end + 1])
    const before = tokens[at - 1]
    if (before?.kind === 'mark' && /^(==|===|!=|!==)$/.test(before.text)) add(tokens[at - 2])
    const list = sign?.text === 'in' ? part.end + 1 : sign?.text === 'not' ? part.end + 2 : -1
    if (list > 0 && /^[([{]$/.test(tokens[list]?.text ?? ''))
      for (let index = list + 1; index < paths.closing(list); index++) add(tokens[index])
    at = Math.max(at, part.end - 1)
  }
  return found
}
