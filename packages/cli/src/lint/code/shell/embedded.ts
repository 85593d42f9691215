/** Analyses programs inside a shell script: `python3 -c '…'`, `node -e '…'`, and here-documents that an interpreter runs. */
import { parse } from 'unbash'
import { javascript, type Language, python } from '../programs/languages.ts'
import { readProgram } from '../programs/program.ts'
import type { Flaw, Reading } from '../reading.ts'
import { ShellFlow } from './flow.ts'
import { offsetIn, type ShellText } from './text.ts'
import { type ShellRun, walkShell } from './walk.ts'

function languageOf(program: string): Language | undefined {
  if (/^python[\d.]*$/.test(program)) return python
  return /^(node|bun|deno|tsx|ts-node)$/.test(program) ? javascript : undefined
}

export function readEmbedded(run: ShellRun, flow: ShellFlow): Reading | undefined {
  if (/^(sh|bash|zsh|dash|ksh)$/.test(run.name)) return readInnerShell(run)
  const language = languageOf(run.name)
  const program = language === undefined ? undefined : programOf(run)
  if (language === undefined || program === undefined) return undefined
  const read = readProgram(program.text.text, language)
  const at = (offset: number) => offsetIn(program.text, offset)
  const withOffsets = <T extends { readonly offset: number }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, offset: at(one.offset) }))
  const taken: readonly Flaw[] =
    program.onStdin && read.readsStdin ? [{ kind: 'program-on-stdin', offset: run.offset, name: run.name }] : []
  const sees = !program.onStdin && flow.hasPayload(run)
  const to = flow.sinkOf(run)
  return {
    ...read,
    outputs: withOffsets(read.outputs).map((one) => ({ ...one, to: one.to === 'stdout' ? to : one.to })),
    built: withOffsets(read.built),
    inputs: sees ? withOffsets(read.inputs) : [],
    variables: withOffsets(read.variables).filter(({ name }) => !flow.isSet(name)),
    exits: [],
    flaws: [...taken, ...withOffsets(read.flaws)],
    comparisons: sees ? withOffsets(read.comparisons) : [],
    strings: [],
    opaque: read.opaque || read.exits.some(({ code }) => code !== 0),
  }
}

/** With `bash <<'EOF'` the program takes the stdin of the inner shell, which then cannot read the event. */
function readInnerShell(run: ShellRun): Reading | undefined {
  const program = programOf(run)
  if (program?.onStdin !== true) return undefined
  const script = parse(program.text.text)
  const inner = (script.errors ?? []).length > 0 ? undefined : new ShellFlow(walkShell(script))
  if (inner?.runs.some((one) => inner.takesStdin(one) !== undefined) !== true) return undefined
  const flaws: readonly Flaw[] = [{ kind: 'program-on-stdin', offset: run.offset, name: run.name }]
  return { ...nothing, flaws }
}

const nothing: Reading = {
  outputs: [],
  built: [],
  inputs: [],
  variables: [],
  exits: [],
  flaws: [],
  comparisons: [],
  strings: [],
  readsStdin: false,
  setLater: new Set(),
  opaque: true,
}

function programOf(run: ShellRun): { readonly text: ShellText; readonly onStdin: boolean } | undefined {
  const option = run.args.findIndex(({ text }) => /^(-c|-e|-p|--eval|--print|-[a-zA-Z]*c)$/.test(text))
  const given = option < 0 ? undefined : run.args[option + 1]
  if (given !== undefined) return { text: given, onStdin: false }
  const named = run.args.some(({ text }) => !text.startsWith('-'))
  const onStdin = run.stdin.kind === 'text' && run.stdin.document && (!named || run.args[0]?.text === '-')
  return onStdin && run.stdin.kind === 'text' ? { text: run.stdin.text, onStdin } : undefined
}
