/** Programs inside a shell script: `python3 -c '…'`, `node -e '…'`, and here-documents that an interpreter runs. */
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
  const placed = <T extends { readonly offset: number }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, offset: at(one.offset) }))
  const taken: readonly Flaw[] =
    program.onStdin && read.readsStdin ? [{ kind: 'program-on-stdin', offset: run.offset, name: run.name }] : []
  const sees = !program.onStdin && flow.hasPayload(run)
  const to = flow.sinkOf(run)
  return {
    ...read,
    outputs: placed(read.outputs).map((one) => ({ ...one, to: one.to === 'stdout' ? to : one.to })),
    built: placed(read.built),
    inputs: sees ? placed(read.inputs) : [],
    variables: placed(read.variables).filter(({ name }) => !flow.isSet(name)),
    exits: [],
    flaws: [...taken, ...placed(read.flaws)],
    comparisons: sees ? placed(read.comparisons) : [],
    texts: [],
    opaque: read.opaque || read.exits.some(({ code }) => code !== 0),
  }
}

/** `bash <<'EOF'`: the program of the inner shell is its stdin, too. */
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
  texts: [],
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
