/** Follows the event through a shell script: which variables contain it, which commands read it, where output goes. */

import { hole } from '../programs/tokens.ts'
import { nameOf, type ShellText } from './text.ts'
import type { ShellAssignment, ShellRun, Walked } from './walk.ts'

const quiet = new Set(
  ': true false exit return cd pushd popd set shift export local declare typeset readonly unset trap test [ read mapfile readarray umask shopt mkdir touch rm cp mv chmod ln sleep kill wait break continue let getopts alias ulimit logger'.split(
    ' ',
  ),
)
/** Programs whose exit code is not a decision of the hook. */
const common = new Set(
  'echo printf cat jq grep egrep fgrep rg sed awk gawk tr cut head tail sort uniq wc date basename dirname tee find ls stat realpath readlink git curl hostname whoami id uname pwd mktemp sha256sum shasum md5sum base64 notify-send osascript env command type which hash diff comm xargs say tput'.split(
    ' ',
  ),
)
const wrappers = new Set(['timeout', 'gtimeout', 'command', 'builtin', 'env', 'nohup'])
/** Programs that pass their input on unchanged. */
const passing = new Set(['cat', 'tee', 'head', ''])

export class ShellFlow {
  readonly runs: readonly ShellRun[]
  readonly assigned = new Map<string, ShellAssignment[]>()
  readonly payload = new Set<string>()
  readonly tested: ReadonlySet<string>
  /** Commands with unknown output: functions, and programs that are not common. */
  readonly calls: ReadonlySet<ShellRun>
  /** The script checks how many arguments it has. */
  readonly countsArguments: boolean
  private readonly read = new Set<string>()

  readonly walked: Walked

  constructor(walked: Walked) {
    this.walked = walked
    this.runs = walked.runs.map(unwrap)
    const asked = this.runs.flatMap((run) =>
      /^(\[|test)$/.test(run.name) && /^-[nz]$/.test(run.args[0]?.text ?? '') ? namesIn(run.args[1]) : [],
    )
    this.tested = new Set([...walked.tested, ...asked])
    for (const run of this.runs) {
      for (const one of run.assigns) this.assigned.set(one.name, [...(this.assigned.get(one.name) ?? []), one])
      for (const name of namesRead(run)) this.read.add(name)
    }
    this.findPayload()
    this.countsArguments =
      walked.expansions.some(({ part }) => nameOf(part) === '#') ||
      this.runs.some(({ name }) => /^(shift|getopts|set)$/.test(name) && name !== 'set')
    this.calls = new Set(this.runs.filter((run) => walked.functions.has(run.name) || !this.isKnown(run)))
  }

  isSet(name: string): boolean {
    return this.assigned.has(name) || this.read.has(name) || this.walked.loopVariables.has(name)
  }

  isRead(name: string): boolean {
    return this.read.has(name)
  }

  isQuiet(run: ShellRun): boolean {
    return (
      run.name === '' ||
      quiet.has(run.name) ||
      this.walked.functions.has(run.name) ||
      run.args.some(({ text }) => text === '-q')
    )
  }

  /** `all` means that the command reads stdin to its end, so that nothing is left for another. */
  takesStdin(run: ShellRun): 'all' | 'some' | undefined {
    const wanted = run.stdin.kind === 'script' ? stdinUse(run) : undefined
    return wanted === 'some' && run.loops ? 'all' : wanted
  }

  /** A call of a function whose body reads stdin to its end. */
  callTakesStdin(run: ShellRun): boolean {
    const isCall = run.stdin.kind === 'script' && this.walked.functions.has(run.name)
    return (
      isCall &&
      this.runs.some((one) => one.inside === run.name && one.blocks.length === 1 && this.takesStdin(one) === 'all')
    )
  }

  /** The input of the command is the event: from the script's stdin, or printed from a variable that contains it. */
  hasPayload(run: ShellRun): boolean {
    const { stdin } = run
    if (stdin.kind === 'script') return true
    if (stdin.kind === 'text') return !stdin.document && this.isPayload(stdin.text)
    if (stdin.kind !== 'pipe') return false
    return stdin.from
      .map(unwrap)
      .some(
        (one) =>
          (passing.has(one.name) && this.takesStdin(one) !== undefined) ||
          (passing.has(one.name) && one.stdin.kind === 'text' && this.isPayload(one.stdin.text)) ||
          (/^(echo|printf)$/.test(one.name) && one.args.some((arg) => this.isPayload(arg))),
      )
  }

  /** The jq program that a command applies to the event, directly or through a function of the script. */
  jqProgramOf(run: ShellRun): ShellText | undefined {
    if (run.name === 'jq') return isNull(run) || jqFiles(run) > 0 || !this.hasPayload(run) ? undefined : jqFilter(run)
    const [given] = run.args
    if (given === undefined || !this.walked.functions.has(run.name)) return undefined
    const filter = this.runs
      .filter((one) => one.name === 'jq' && one.inside === run.name && !isNull(one) && this.hasPayload(one))
      .map(jqFilter)
      .find((one) => one?.holes.some(({ part }) => nameOf(part) === '1'))
    if (filter?.text === hole) return given
    return filter?.text === `.${hole}`
      ? { ...given, text: `.${given.text}`, offsets: [given.start, ...given.offsets] }
      : undefined
  }

  /** The output of a function goes where its callers send it. */
  sinkOf(run: ShellRun): ShellRun['out'] {
    const calls = run.inside === undefined ? [] : this.runs.filter(({ name }) => name === run.inside)
    const [first] = calls
    return run.out === 'stdout' && first !== undefined && calls.every(({ out }) => out === first.out)
      ? first.out
      : run.out
  }

  isOpaque(): boolean {
    return this.runs.some(
      (run) =>
        !this.isKnown(run) ||
        (/^(exec|source|\.|eval)$/.test(run.name) && run.args.length > 0) ||
        (run.name === 'exit' && !/^\d+$/.test(run.args[0]?.text ?? '0')),
    )
  }

  private isKnown(run: ShellRun): boolean {
    return (
      run.name === '' ||
      quiet.has(run.name) ||
      common.has(run.name) ||
      this.walked.functions.has(run.name) ||
      run.into !== undefined
    )
  }

  private isPayload(text: ShellText): boolean {
    return text.text.trim() === hole && namesIn(text).some((name) => this.payload.has(name))
  }

  private findPayload(): void {
    for (const run of this.runs) {
      if (this.takesStdin(run) === undefined) continue
      if (run.into !== undefined && (passing.has(run.name) || (run.name === 'jq' && jqFilter(run)?.text === '.')))
        this.payload.add(run.into)
      for (const name of namesRead(run)) this.payload.add(name)
    }
    for (let round = 0; round < 2; round++)
      for (const [name, list] of this.assigned)
        if (list.some(({ value }) => value !== undefined && this.isPayload(value))) this.payload.add(name)
  }
}

function unwrap(run: ShellRun): ShellRun {
  if (!wrappers.has(run.name) || /^-[vV]$/.test(run.args[0]?.text ?? '')) return run
  const at = run.args.findIndex(({ text }) => !/^(-|\d+(\.\d+)?[smh]?$|[A-Za-z_]\w*=)/.test(text))
  const program = run.args[at]
  return program === undefined
    ? run
    : unwrap({ ...run, name: program.text.split('/').at(-1) ?? '', args: run.args.slice(at + 1) })
}

export const namesIn = (text: ShellText | undefined): readonly string[] =>
  (text?.holes ?? []).flatMap(({ part }) => nameOf(part) ?? [])

const plainArgs = ({ args }: ShellRun): readonly ShellText[] => args.filter(({ text }) => !/^-./.test(text))

/** How much of its stdin a program reads, by its arguments. */
function stdinUse(run: ShellRun): 'all' | 'some' | undefined {
  const plain = plainArgs(run).length
  switch (run.name) {
    case '':
      return run.assigns.length === 0 && run.out === 'elsewhere' ? 'all' : undefined
    case 'cat':
      return run.args.every(({ text }) => /^-|^\/dev\/(stdin|fd\/0)$/.test(text)) ? 'all' : undefined
    case 'jq':
      return isNull(run) || jqFiles(run) > 0 ? undefined : 'all'
    case 'read':
    case 'mapfile':
    case 'readarray':
      return 'some'
    case 'tee':
    case 'tr':
      return 'all'
    case 'grep':
    case 'egrep':
    case 'sed':
    case 'awk':
      return plain === 1 ? 'all' : undefined
    case 'head':
    case 'tail':
    case 'wc':
    case 'sort':
      return plain === 0 ? 'all' : undefined
    default:
      return /^(python[\d.]*|node|bun|ruby|perl)$/.test(run.name) &&
        run.args.some(({ text }) => /stdin|STDIN|readFileSync\(0/.test(text))
        ? 'all'
        : undefined
  }
}

function namesRead({ name, args }: ShellRun): readonly string[] {
  if (name === 'printf') return args[0]?.text === '-v' ? [args[1]?.text ?? ''] : []
  if (!/^(read|mapfile|readarray|getopts)$/.test(name)) return []
  const names = args.map(({ text }) => text).filter((text) => /^[A-Za-z_]\w*$/.test(text))
  return names.length === 0 ? ['REPLY'] : names
}

const takesTwo = /^--(arg|argjson|slurpfile|rawfile)$/
const isNull = ({ args }: ShellRun): boolean =>
  args.some(({ text }) => /^(--null-input|-[a-zA-Z]*n[a-zA-Z]*)$/.test(text))

function jqWords({ args }: ShellRun): readonly ShellText[] {
  const words: ShellText[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as ShellText // The index is in range.
    if (takesTwo.test(arg.text)) at += 2
    else if (arg.text === '--indent') at++
    else if (/^(-f|--from-file)$/.test(arg.text)) return []
    else if (/^--(args|jsonargs)$/.test(arg.text)) break
    else if (!/^-./.test(arg.text)) words.push(arg)
  }
  return words
}
export const jqFilter = (run: ShellRun): ShellText | undefined => jqWords(run)[0]
const jqFiles = (run: ShellRun): number => Math.max(0, jqWords(run).length - 1)
