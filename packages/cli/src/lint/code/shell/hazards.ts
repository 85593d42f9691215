/** Finds defects of a shell script that appear only when it runs: event text in a shell, no end, waiting for a person. */
import { endlessCommand } from '../endless-command.ts'
import type { Comparison, Flaw } from '../reading.ts'
import { namesIn, type ShellFlow } from './flow.ts'
import type { ShellText } from './text.ts'
import type { ShellRun } from './walk.ts'

export function shellHazards(flow: ShellFlow, text: string): readonly Flaw[] {
  const derived = derivedVariables(flow)
  const hazards = flow.runs.flatMap((run): readonly Flaw[] => {
    const source = text.slice(run.offset, run.end)
    const found =
      runsPayload(run, flow, derived) ??
      neverEnds(run, text) ??
      waitsForPerson(run, source) ??
      sendsEvent(run, source, flow, derived)
    return found === undefined ? [] : [{ offset: run.offset, ...found }]
  })
  return [...hazards, ...endlessLoops(text), ...quotedPatterns(text), ...endsEarly(flow, text), ...prefixes(text)]
}

/** Variables whose value comes from a part of the event. */
function derivedVariables(flow: ShellFlow): ReadonlySet<string> {
  const names = new Set(flow.payload)
  for (const run of flow.runs)
    if (
      run.into !== undefined &&
      (flow.jqProgramOf(run) !== undefined || (readers.test(run.name) && flow.hasPayload(run)))
    )
      names.add(run.into)
  for (let round = 0; round < 3; round++)
    for (const [name, list] of flow.assigned)
      if (list.some(({ value }) => value !== undefined && holds(value, names))) names.add(name)
  return names
}

const readers = /^(jq|sed|awk|gawk|grep|egrep|perl|python[\d.]*|node|ruby|cut|tr|cat)$/
const holds = (text: ShellText, names: ReadonlySet<string>): boolean => namesIn(text).some((name) => names.has(name))

type Hazard = Omit<Flaw, 'offset'>

/** Finds `eval "x $file"`, `bash -c "x $file"` and `$command`, where the shell reads the value as code. */
function runsPayload(run: ShellRun, flow: ShellFlow, derived: ReadonlySet<string>): Hazard | undefined {
  const inShell = (name: string): Hazard => ({ kind: 'payload-in-shell', name })
  if (run.name === 'eval') return run.args.some((arg) => holds(arg, derived)) ? inShell('eval') : undefined
  const [program] = run.program?.holes ?? []
  if (
    program !== undefined &&
    run.program !== undefined &&
    run.program.text.length === 1 &&
    holds(run.program, derived)
  )
    return inShell(program.part.text)
  if (/^(sh|bash|zsh|dash|ksh|su)$/.test(run.name)) {
    const option = run.args.findIndex(({ text }) => /^-[a-z]*c$/.test(text))
    const given = option < 0 ? undefined : run.args[option + 1]
    return given !== undefined && holds(given, derived) ? inShell(`${run.name} -c`) : undefined
  }
  if (run.name === 'ssh') return run.args.slice(1).some((arg) => holds(arg, derived)) ? inShell('ssh') : undefined
  if (run.name !== 'xargs' || run.stdin.kind !== 'pipe') return undefined
  const shell = run.args.findIndex(({ text }) => /^(ba|z|da)?sh$/.test(text))
  const option = shell < 0 ? -1 : run.args.findIndex(({ text }, at) => at > shell && /^-[a-z]*c$/.test(text))
  const mark = /(?:^|\s)-I\s*(\S+)/.exec(run.args.map(({ text }) => text).join(' '))?.[1]
  const isPut = mark !== undefined && option >= 0 && run.args[option + 1]?.text.includes(mark) === true
  return isPut && fromEvent(run, flow) ? inShell('xargs sh -c') : undefined
}

/** An earlier stage of the pipe reads the event. */
const fromEvent = ({ stdin }: ShellRun, flow: ShellFlow): boolean =>
  stdin.kind === 'pipe' && stdin.from.some((one) => flow.jqProgramOf(one) !== undefined || flow.hasPayload(one))

function neverEnds(run: ShellRun, text: string): Hazard | undefined {
  const words = endlessCommand([run.name, ...run.args.map((arg) => arg.text)].join(' '))
  if (run.name === 'mkfifo' || words === undefined) return undefined
  const after = /^[^\n;|&]*(.{0,2})/.exec(text.slice(run.end))?.[1] ?? ''
  const before = text.slice(text.lastIndexOf('\n', run.offset) + 1, run.offset)
  if (/^&(?!&)/.test(after) || /\b(?:g?timeout|nohup|setsid)\b/.test(before + text.slice(run.offset, run.end)))
    return undefined
  // `tail -f x | grep -m1 y` ends at the first match.
  if (after.startsWith('|') && !after.startsWith('||') && /-m\s*1|head|-q/.test(text.slice(run.end, run.end + 80)))
    return undefined
  return { kind: 'never-ends', name: words.split(' ').slice(0, 3).join(' ') }
}

/** Finds loops without a condition and without a `break` or `exit`. */
const endlessLoops = (text: string): readonly Flaw[] =>
  [
    ...text.matchAll(
      /^[^#\n]*?\b(while[ \t]+(?:true|:|\[[ \t]+1[ \t]+\])|until[ \t]+false|for[ \t]*\(\([ \t]*;[ \t]*;[ \t]*\)\))[ \t]*;?\s*do\b([\s\S]*?)\bdone\b/gm,
    ),
  ].flatMap((found) =>
    /\b(?:break|exit|return|exec|kill)\b/.test(found[2] ?? '')
      ? []
      : [{ kind: 'never-ends' as const, offset: found.index + found[0].indexOf(found[1] ?? ''), name: found[1] ?? '' }],
  )

function waitsForPerson(run: ShellRun, source: string): Hazard | undefined {
  if (
    /^(vim?|nano|less|more|dialog|whiptail|fzf|gum)$/.test(run.name) &&
    run.stdin.kind === 'script' &&
    run.into === undefined
  )
    return { kind: 'waits-for-person', name: run.name }
  if (run.name !== 'read') return undefined
  if (/<\s*["']?\/dev\/tty/.test(source)) return { kind: 'waits-for-person', name: '/dev/tty' }
  const isAsked = run.args.some(({ text }) => /^-[a-z]*p$/.test(text))
  return isAsked && run.stdin.kind === 'script' ? { kind: 'waits-for-person', name: 'read -p' } : undefined
}

/** Finds quoted expressions after `=~`, which the shell treats as plain text. */
const quotedPatterns = (text: string): readonly Flaw[] =>
  [...text.matchAll(/=~[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*(?=\]\]|&&|\|\||\))/g)].flatMap((found) => {
    const pattern = found[1] ?? found[2] ?? ''
    return /\\[sbdwSBDW.]|\.[*+]|\[[^\]]+\]|^\^|[^\\]\$$|[^|]\|[^|]|\)[*+?]|\w[+*](?:\s|$)/.test(pattern)
      ? [{ kind: 'quoted-regex' as const, offset: found.index, name: pattern }]
      : []
  })

/** With `set -e`, grep's exit code 1 for "nothing found" ends the script before it replies. */
function endsEarly({ runs }: ShellFlow, text: string): readonly Flaw[] {
  const setting = runs.find(
    ({ name, args }) => name === 'set' && args.some((arg) => /^-[a-z]*e[a-z]*$|^errexit$/.test(arg.text)),
  )
  const pipes = /pipefail/.test(text)
  if (setting === undefined) return []
  return runs
    .filter(
      ({ name, offset, inside }) =>
        /^([ef]?grep|rg|pgrep)$/.test(name) && offset > setting.offset && inside === undefined,
    )
    .filter((run) => isUnchecked(run, text, pipes))
    .map(({ offset, name }): Flaw => ({ kind: 'ends-early', offset, name }))
    .slice(0, 1)
}

/** The exit code of the command is neither a condition nor handled. */
function isUnchecked(run: ShellRun, text: string, pipes: boolean): boolean {
  const from = text.lastIndexOf('\n', run.offset) + 1
  const end = text.indexOf('\n', run.end)
  const line = text.slice(from, end < 0 ? text.length : end)
  const before = text.slice(Math.max(0, from - 60), from)
  if (
    /\b(?:if|elif|while|until)\b|&&|\|\||(?:^|[\s(])!\s|\b(?:local|export|declare|readonly|echo|printf\s.*\$\(|case)\b.*\$\(/.test(
      line,
    )
  )
    return false
  if (/(?:\\|\||&&)\s*$/.test(before) || /\\\s*$/.test(line)) return false
  const after = text.slice(run.end, end < 0 ? text.length : end)
  const isPiped = /^[^)]*\|(?!\|)/.test(after)
  return !(isPiped && !pipes) && !/<\(/.test(line)
}

const prefix =
  /(?:case\s+"?\$\{?(\w+)\}?"?\s+in\s*\n?\s*\(?|\[\[\s+"?\$\{?(\w+)\}?"?\s+==?\s+)"?\$\{?(\w*(?:ROOT|DIR|PWD|HOME|root|dir|base|BASE|workspace|WORKSPACE)\w*)\}?"?\*/g

/** Finds `case "$file" in "$ROOT"*)`, which also matches `/srv/app-old` and `/srv/app/../etc`. */
const prefixes = (text: string): readonly Flaw[] =>
  /realpath|readlink\s+-\w*f|\*\.\.\*|cd .* && pwd/.test(text)
    ? []
    : [...text.matchAll(prefix)]
        .filter(([, cased, tested]) => /file|path|target|f$/i.test(cased ?? tested ?? ''))
        .map((found): Flaw => ({ kind: 'path-prefix', offset: found.index, name: found[3] ?? '' }))

/** Finds commands that send the event to another machine, or write it to a file that every user can read. */
function sendsEvent(run: ShellRun, source: string, flow: ShellFlow, derived: ReadonlySet<string>): Hazard | undefined {
  if (/^(curl|wget|http|https)$/.test(run.name)) {
    const isSent = run.args.some(({ text }) => /^(-d|--data\S*|--json|--post-data\S*|-F|--form|-T|@-|-d@-)/.test(text))
    const isEvent = run.args.some((arg) => namesIn(arg).some((name) => flow.payload.has(name) || derived.has(name)))
    const isLocal = run.args.some(({ text }) => /localhost|127\.0\.0\.1|\[::1\]/.test(text))
    const isPiped = run.args.some(({ text }) => /@-$/.test(text)) && flow.hasPayload(run)
    return isSent && (isEvent || isPiped) && !isLocal ? { kind: 'payload-leaves', name: run.name } : undefined
  }
  const isWhole =
    (/^(cat|tee)$/.test(run.name) && flow.hasPayload(run)) ||
    (/^(echo|printf)$/.test(run.name) && run.args.some((arg) => namesIn(arg).some((name) => flow.payload.has(name))))
  const shared = /(?:>>?\s*|\btee\s+(?:-a\s+)?)["']?(\/(?:var\/)?tmp\/[^\s"';|&$]*)/.exec(source)?.[1]
  return isWhole && shared !== undefined ? { kind: 'payload-leaves', name: shared } : undefined
}

/** Finds the values with which a script compares the name of the tool or of the event. */
export function shellComparisons(flow: ShellFlow, text: string): readonly Comparison[] {
  const fields = new Map(
    flow.runs.flatMap((run) => {
      const field = /^\s*\.(tool_name|hook_event_name)\b[^.|]*$/.exec(flow.jqProgramOf(run)?.text ?? '')?.[1]
      return run.into !== undefined && field !== undefined ? [[run.into, field] as const] : []
    }),
  )
  return [...fields].flatMap(([name, field]) => [
    ...[...text.matchAll(new RegExp(`"?\\$\\{?${name}\\}?"?\\s+(?:=|==|!=)\\s+["']?([\\w:]+)["']?(?=\\s)`, 'g'))].map(
      (found) => ({
        field,
        word: found[1] ?? '',
        offset: found.index,
      }),
    ),
    ...[...text.matchAll(new RegExp(`\\bcase\\s+"?\\$\\{?${name}\\}?"?\\s+in\\b([\\s\\S]*?)\\besac\\b`, 'g'))].flatMap(
      (found) =>
        [...(found[1] ?? '').matchAll(/(?:^|;;|\n)\s*\(?([\w|"' :]+)\)/g)].flatMap((item) =>
          (item[1] ?? '').split('|').map((word) => ({
            field,
            word: word.replace(/["'\s]/g, ''),
            offset: found.index + found[0].indexOf(item[0]) + item[0].indexOf(item[1] ?? ''),
          })),
        ),
    ),
  ])
}
