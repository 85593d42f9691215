/** Analyses a shell script: what it reads from the event, what it replies, how it ends. */
import { parse, type WordPart } from 'unbash'
import { readJq } from '../jq.ts'
import { readObject } from '../programs/objects.ts'
import { tokensOf } from '../programs/tokens.ts'
import type { Exit, Flaw, InputRead, Output, Reading, ReplyObject } from '../reading.ts'
import { readEmbedded } from './embedded.ts'
import { capturedExits, handedOnExits } from './exits.ts'
import {
  exitsInSubshells,
  findTextUsedAsFile,
  pastedIn,
  programsFromFiles,
  readTwice,
  sameWay,
  subshellLosses,
  twoReplies,
} from './flaws.ts'
import { jqFilter, ShellFlow } from './flow.ts'
import { shellComparisons, shellHazards } from './hazards.ts'
import { formatText, joinWords, nameOf, offsetIn, type ShellText } from './text.ts'
import { type ShellRun, type Walked, walkShell } from './walk.ts'

/** Undefined if the text cannot be parsed as a shell script. */
export function readShellScript(text: string): Reading | undefined {
  const script = parse(text)
  if ((script.errors ?? []).length > 0) return undefined
  const flow = new ShellFlow(reachable(walkShell(script)))
  const { runs } = flow
  const embedded = runs.map((run) => readEmbedded(run, flow)).filter((one) => one !== undefined)
  const outputs = [...runs.flatMap((run) => outputsOf(run, flow)), ...embedded.flatMap((one) => one.outputs)]
  return {
    outputs,
    built: [...builtIn(flow), ...embedded.flatMap((one) => one.built)],
    inputs: [...runs.flatMap((run) => inputsOf(run, flow)), ...embedded.flatMap((one) => one.inputs)],
    variables: [...variablesOf(flow), ...embedded.flatMap((one) => one.variables)],
    exits: [...exitsOf(flow, outputs), ...embedded.flatMap(({ exits }) => exits)],
    flaws: flawsOf(
      flow,
      text,
      outputs,
      embedded.flatMap((one) => one.flaws),
    ),
    comparisons: [...shellComparisons(flow, text), ...embedded.flatMap((one) => one.comparisons)],
    strings: runs.flatMap((run) => [
      ...[...run.args, ...run.assigns.flatMap(({ value }) => value ?? [])].map((one) => ({
        text: one.text,
        offset: one.start,
      })),
      ...(run.stdin.kind === 'text' && run.stdin.document
        ? [{ text: run.stdin.text.text, offset: run.stdin.text.start }]
        : []),
    ]),
    readsStdin: runs.some((run) => flow.takesStdin(run) !== undefined) || /\/dev\/stdin|<&0/.test(text),
    setLater: new Set(),
    opaque: flow.isOpaque() || embedded.some((one) => one.opaque),
  }
}

const flawsOf = (flow: ShellFlow, text: string, outputs: readonly Output[], more: readonly Flaw[]): readonly Flaw[] => [
  ...pastedIn(flow),
  ...readTwice(flow),
  ...subshellLosses(flow),
  ...exitsInSubshells(flow, text),
  ...capturedExits(flow, text),
  ...handedOnExits(flow, text),
  ...findTextUsedAsFile(flow),
  ...programsFromFiles(flow),
  ...twoReplies(flow, outputs),
  ...shellHazards(flow, text),
  ...more,
]

/** The output of a command, as far as it is known. */
function outputsOf(run: ShellRun, flow: ShellFlow): readonly Output[] {
  const to = flow.sinkOf(run)
  if (run.name === 'jq') {
    const filter = jqFilter(run)
    const program = filter === undefined ? undefined : readJq(filter.text)
    const made = program?.made
    if (filter === undefined || made === undefined) return [{ offset: run.offset, to, form: 'other', by: run.name }]
    return [
      { offset: offsetIn(filter, made.offset), to, form: 'json', reply: mapOffsets(made, filter), text: filter.text },
    ]
  }
  const text = printedBy(run)
  if (text === undefined)
    return flow.isQuiet(run) ? [] : [{ offset: run.offset, to, form: 'other', by: printerOf(run) }]
  const reply = objectIn(text)
  const form = reply === undefined ? 'text' : isJsonText(text) ? 'json' : 'object'
  return [{ offset: run.offset, to, form, text: text.text, ...(reply === undefined ? {} : { reply }) }]
}

/** For git this adds the subcommand (`git:status`), because only some of them print. */
function printerOf({ name, args }: ShellRun): string {
  const isQuiet = args.some(({ text }) => /^(--quiet|-q|--exit-code)$/.test(text))
  const subcommand = args.find(({ text }) => /^[a-z]/.test(text))?.text
  return name === 'git' && !isQuiet ? `git:${subcommand}` : name
}

/** The text that `echo`, `printf`, or `cat` with a here-document prints. */
function printedBy({ name, args, stdin }: ShellRun): ShellText | undefined {
  if (name === 'echo') {
    const first = args.findIndex(({ text }) => !/^-[neE]+$/.test(text))
    return first < 0 ? joinWords([]) : joinWords(args.slice(first))
  }
  if (name === 'printf') {
    const [format, ...values] = args[0]?.text === '--' ? args.slice(1) : args
    return format === undefined || format.text === '-v' ? undefined : formatText(format, values)
  }
  return name === 'cat' && stdin.kind === 'text' && args.every(({ text }) => text === '-') ? stdin.text : undefined
}

/** JSON keys are in double quotes. */
const isJsonText = ({ text }: ShellText): boolean => /^[^{]*\{\s*(?:"|\uFFFC|\})/.test(text)

/** The object that a text begins with. */
function objectIn(text: ShellText): ReplyObject | undefined {
  const tokens = tokensOf(text.text, 'javascript').filter(({ kind }) => kind !== 'line')
  const open = tokens.findIndex(({ kind, text: mark }) => kind === 'mark' && mark === '{')
  if (open < 0 || tokens.slice(0, open).some(({ kind }) => kind === 'name' || kind === 'text')) return undefined
  const object = readObject(tokens, open)
  return object === undefined || object.fields.length === 0 ? undefined : mapOffsets(object, text)
}

/** Converts offsets in the text to offsets in the script. */
function mapOffsets(object: ReplyObject, text: ShellText): ReplyObject {
  const field = (one: ReplyObject['fields'][number]): ReplyObject['fields'][number] => ({
    ...one,
    offset: offsetIn(text, one.offset),
    ...(one.fields === undefined ? {} : { fields: one.fields.map(field) }),
  })
  return { offset: offsetIn(text, object.offset), open: object.open, fields: object.fields.map(field) }
}

/** Objects that are assigned to a variable, or built in the middle of a jq program. */
function builtIn({ runs }: ShellFlow): readonly ReplyObject[] {
  return runs.flatMap((run) => [
    ...run.assigns.flatMap(({ value }) => (value === undefined ? [] : (objectIn(value) ?? []))),
    ...(run.name === 'jq' ? jqObjects(run) : []),
  ])
}

function jqObjects(run: ShellRun): readonly ReplyObject[] {
  const filter = jqFilter(run)
  if (filter === undefined) return []
  const { objects, made } = readJq(filter.text)
  return objects.filter((one) => one !== made).map((one) => mapOffsets(one, filter))
}

/** True if jq puts a single field into a variable without `-r`. */
const keepsQuotes = ({ name, into, args }: ShellRun, filter: ShellText): boolean =>
  name === 'jq' &&
  into !== undefined &&
  /^\s*\.[\w.?]+\s*(?:\/\/\s*(?:empty|""|null)\s*)?$/.test(filter.text) &&
  !args.some(({ text }) => /^(-[a-zA-Z]*[rj][a-zA-Z]*|--raw-output|--join-output)$/.test(text))

const searched = /\\?"([A-Za-z_]\w*)\\?"(?:\s|\\s|\[\[:(?:space|blank):\]\]|[*+?])*:/g

function inputsOf(run: ShellRun, flow: ShellFlow): readonly InputRead[] {
  const program = flow.jqProgramOf(run)
  if (program !== undefined)
    return readJq(program.text).reads.map((one) => ({
      ...one,
      offset: offsetIn(program, one.offset),
      ...(keepsQuotes(run, program) ? { asJson: true } : {}),
    }))
  if (!/^(grep|egrep|sed|awk|gawk|perl|rg)$/.test(run.name) || !flow.hasPayload(run)) return []
  return run.args.flatMap((arg) =>
    [...arg.text.matchAll(searched)].map((found) => ({
      path: [found[1] ?? ''],
      offset: offsetIn(arg, found.index),
      fallbacks: [],
      anywhere: true,
    })),
  )
}

const isGuarded = (part: WordPart): boolean => part.type === 'ParameterExpansion' && part.operation?.type === 'Default'

function variablesOf(flow: ShellFlow): Reading['variables'] {
  return flow.walked.expansions.flatMap(({ part, offset, inside }) => {
    const name = nameOf(part)
    if (name === '1' && inside === undefined)
      return [
        {
          name: '$1',
          offset,
          expected: isGuarded(part) || flow.tested.has('1') || flow.countsArguments,
          argument: true,
        },
      ]
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || flow.isSet(name)) return []
    return [{ name, offset, expected: isGuarded(part) || flow.tested.has(name) }]
  })
}

function exitsOf({ runs, calls }: ShellFlow, outputs: readonly Output[]): readonly Exit[] {
  return runs
    .filter(({ name }) => name === 'exit')
    .map((run) => {
      const given = run.args[0]?.text
      const code = given !== undefined && /^\d+$/.test(given) ? Number(given) : undefined
      const before = runs.filter((other) => other.offset < run.offset && (sameWay(other, run) || sameWay(run, other)))
      const printed = outputs.filter(({ offset }) =>
        before.some((other) => offset >= other.offset && offset < other.end),
      )
      const known = run.inside === undefined && !before.some((other) => calls.has(other))
      return {
        code,
        offset: run.offset,
        printsNothing: known && !asksForTool(before, run) && printed.every(({ to }) => to === 'elsewhere'),
        onStdoutOnly: known && printed.some(({ to }) => to === 'stdout') && printed.every(({ to }) => to !== 'stderr'),
      }
    })
}

/** True for `command -v jq || exit 2`, which is about a missing tool and not about the event. */
function asksForTool(before: readonly ShellRun[], exit: ShellRun): boolean {
  const last = before.filter(({ end }) => end <= exit.offset).toSorted((a, b) => b.end - a.end)[0]
  return last !== undefined && /^(command|type|hash|which)$/.test(last.name)
}

/** Drops commands after an exit that always runs. Functions are kept, because they are called before it. */
function reachable(walked: Walked): Walked {
  const ends = walked.runs.find(
    ({ name, blocks, inside, subshells }) =>
      name === 'exit' && blocks.length === 0 && inside === undefined && subshells.length === 0,
  )
  if (ends === undefined) return walked
  const isReached = (run: ShellRun) => run.offset <= ends.offset || run.inside !== undefined
  return { ...walked, runs: walked.runs.filter(isReached) }
}
