/** Shows what would be written, asks where that is due, writes it, and says what was done. */
import { askLine, canAsk } from '../confirm.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io, type Output } from '../io.ts'
import { oneLine } from '../plain.ts'
import { styleFor } from '../style.ts'
import { CannotEdit, type FileChange, isNothing } from './change.ts'
import { type Action, actionOf, diffText, summary, unified } from './diff.ts'
import { writeAll } from './write.ts'

export interface Manner {
  readonly yes?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
  /**
   * `always`: without a terminal it takes --yes. `existing`: at a terminal, before a file that exists is changed;
   * for commands that were told exactly what to add or remove.
   */
  readonly asks: 'always' | 'existing'
  /** The workspace that nothing may lead out of. */
  readonly within?: string | undefined
}
export type Carried = 'written' | 'nothing to do' | 'dry run' | 'declined'

export async function carryOut(changes: readonly FileChange[], manner: Manner, io: Io): Promise<Carried> {
  const due = changes.filter((change) => !isNothing(change))
  if (due.length === 0) return 'nothing to do'
  // Under --json stdout is for data; a person who is asked still sees what is asked about.
  const out = manner.json === true ? io.stderr : io.stdout
  const quiet = manner.json === true && (manner.dryRun === true || !asks(due, manner, io))
  if (!quiet) show(due, manner, out, io)
  if (manner.dryRun === true) return 'dry run'
  if (asks(due, manner, io) && !(await agreed(due, manner, out, io))) {
    io.stderr.write('Nothing was written.\n')
    return 'declined'
  }
  writeAll(due, io.cwd, manner.within)
  return 'written'
}

/** Where a person is asked about all of it a file is a line, and `d` shows the rest. */
const isBrief = ({ asks: when, yes, dryRun }: Manner, io: Io): boolean =>
  when === 'always' && yes !== true && dryRun !== true && canAsk(io)

function show(due: readonly FileChange[], manner: Manner, out: Output, io: Io): void {
  const style = styleFor(out, io.env)
  if (isBrief(manner, io)) return void out.write(`Will write\n${summary(due, style, io.cwd)}\n`)
  const told = manner.dryRun === true ? due : due.filter((change) => change.before !== undefined || isConfig(change))
  const diff = diffText(told, style, io.cwd)
  out.write(`${diff === '' ? '' : `${diff}\n`}${summary(due, style, io.cwd)}\n`)
}
const isConfig = ({ path }: FileChange): boolean => path.endsWith('.json')

function asks(due: readonly FileChange[], { yes, asks: when }: Manner, io: Io): boolean {
  if (yes === true) return false
  if (when === 'existing') return canAsk(io) && due.some((change) => change.before !== undefined)
  if (!canAsk(io))
    throw new UsageError('there is no terminal to ask at; add --yes to write this, or --dry-run to see it')
  return true
}

/** `d` shows every line that was not shown, then asks again. */
async function agreed(due: readonly FileChange[], manner: Manner, out: Output, io: Io): Promise<boolean> {
  const more = isBrief(manner, io) || due.some((change) => change.before === undefined && !isConfig(change))
  for (;;) {
    const answer = await askLine(io, more ? 'Write? [y/N, d shows the diff] ' : 'Write? [y/N] ')
    if (!more || answer?.toLowerCase() !== 'd') return /^y(es)?$/i.test(answer ?? '')
    out.write(`${diffText(due, styleFor(out, io.env), io.cwd)}\n`)
  }
}

export interface FileReport {
  readonly path: string
  readonly action: Action
  readonly diff?: string
}
/** For --json. */
export const reportOf = (changes: readonly FileChange[], cwd: string): readonly FileReport[] =>
  changes.map((change) => {
    const action = actionOf(change)
    const told = action !== 'same' && change.generated !== true
    return { path: change.path, action, ...(told ? { diff: unified(change, cwd) } : {}) }
  })

/** What the person has to mend is said in one line, with exit code 1. */
export async function mendable(io: Io, act: () => Promise<number>): Promise<number> {
  try {
    return await act()
  } catch (thrown) {
    if (!(thrown instanceof CannotEdit)) throw thrown
    io.stderr.write(`hookline: ${oneLine(thrown.message)}\n`)
    return exits.finding
  }
}
