/** What an import of an agent's hooks loses: hooks that it leaves out, and hooks that behave in another way. */
import type { Note } from '@hookline/core/importers'
import type { Entry, Problem } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'

/** Problems of a hook that does not run, or runs in another way. In the agent's own file some of them are only notes. */
const isLoss = ({ severity, code }: Problem): boolean =>
  !namedByLosses.has(code) && (severity !== 'note' || lostNotes.has(code))
const lostNotes: ReadonlySet<Problem['code']> = new Set(['foreign-event', 'unknown-key'])
const namedByLosses: ReadonlySet<Problem['code']> = new Set(['async-gate', 'cannot-rewake'])

/** Problems of the file itself, and of hooks that are imported. `own` are all entries of the file: those that are not imported name theirs. */
export function problemNotes(problems: readonly Problem[], own: readonly Entry[], file: string): readonly Note[] {
  const whys = new Set(own.map(whyNotRun))
  return problems.filter((one) => isLoss(one) && !whys.has(one.message)).map((one) => problemNote(one, file))
}

const problemNote = ({ line, message, hint: fix }: Problem, file: string): Note => ({
  kind: 'left-out',
  file,
  line,
  message,
  cure: fix,
})

/** A part of the file cannot be read, and may have hooks. */
export const hidesHooks = ({ code }: Problem): boolean => code === 'not-an-object' || code === 'not-a-list'

/** Undefined: the hook can be imported. */
export const whyNotRun = ({ unrunnable, held, broken }: Entry): string | undefined =>
  unrunnable?.message ?? held?.detail ?? broken?.message

/** What an entry loses although it is imported, or why it is not. The problems of its file say what to do. */
export function lossesOf(agent: Agent, entry: Entry, file: string, problems: readonly Problem[]): readonly Note[] {
  const { event, origin } = entry
  const at = { file, line: origin.line ?? 1 }
  const why = whyNotRun(entry)
  if (why === undefined)
    return changesOf(agent, entry).map(([message, fix]) => ({ kind: 'differs', ...at, message, cure: fix }))
  const fix = problems.find(({ message }) => message === why)?.hint ?? `It still runs in ${agent.title}.`
  return [{ kind: 'left-out', ...at, message: `a hook of ${event} is not imported: ${why}`, cure: fix }]
}

type Change = readonly [message: string, fix: string]

/** How an imported hook behaves in another way. */
function changesOf({ title, format }: Agent, entry: Entry): readonly Change[] {
  const { condition, shell, event, async, rewakes, observes, matcher } = entry
  const inBackground = async === true
  const noMatch = matcher === undefined ? undefined : format?.whyNoMatcher?.(matcher)
  const changes: readonly (Change | false)[] = [
    noMatch !== undefined && [
      `${title} never runs it for the matcher ${JSON.stringify(matcher)}: ${noMatch}. Hookline does`,
      'Write the matcher without them, or remove the hook.',
    ],
    condition !== undefined && [
      `\`if\` ${JSON.stringify(condition)} is not tested, so the hook runs for more calls`,
      'Test it in the script.',
    ],
    shell !== undefined && [
      "`shell` is not kept, so the system's shell runs the command",
      `Write "${shell} …" in \`command\`.`,
    ],
    inBackground &&
      isGate(event) && [
        'it decides nothing, but the event waits for it',
        'Move it to an event that only observes, with "async": true.',
      ],
    rewakes === true && [
      `only ${title} wakes its model when the hook exits with 2`,
      'If every agent must see the result, use a stop hook with a followup_message.',
    ],
    observes === true &&
      !inBackground && [
        `${title} ignores what this hook denies; Hookline does not`,
        'Set "mode": "monitor" if it must not deny.',
      ],
  ]
  return changes.filter((one) => one !== false)
}

/** Hooks in a file that the agent reads and `import` does not. */
export function unreadNote({ title }: Agent, file: string, instead: string): Note {
  const fix = `Write them to ${instead}, which ${title} reads too. Then import again.`
  const message = 'its hooks are not imported, because Hookline does not read them in this form'
  return { kind: 'left-out', file, line: 1, message, cure: fix }
}

export function offNote({ title }: Agent, { event, origin }: Entry, why: string, file: string): Note {
  const fix = `${title} does not run it either.`
  const message = `a hook of ${event} is not imported: ${why}`
  return { kind: 'left-out', file, line: origin.line ?? 1, message, cure: fix }
}

export const isGate = (event: Entry['event']): boolean => eventRows[event].gate.kind !== 'none'
