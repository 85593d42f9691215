/** Shows changes, asks for confirmation where needed, and writes them. */
import { canAsk, confirm } from '../confirm.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io, type Output } from '../io.ts'
import { oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { CannotEdit, type FileChange, isNothing } from './change.ts'
import { type Action, actionOf, diffText, summary, unified } from './diff.ts'
import { writeAll } from './write.ts'

export interface ApplyOptions {
  readonly yes?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
  /**
   * `always` asks every time and requires --yes without a terminal. `existing` asks only at a terminal and before an existing
   * file is changed; it is for commands whose arguments say exactly what to add or remove.
   */
  readonly asks: 'always' | 'existing'
  /** The workspace that no link may lead out of. */
  readonly within?: string | undefined
}
export type ApplyResult = 'written' | 'nothing to do' | 'dry run' | 'declined'

export async function applyChanges(
  changes: readonly FileChange[],
  options: ApplyOptions,
  io: Io,
): Promise<ApplyResult> {
  const due = changes.filter((change) => !isNothing(change))
  if (due.length === 0) return 'nothing to do'
  // With --json stdout is for data, but the user must still see what the question is about.
  const out = options.json === true ? io.stderr : io.stdout
  const quiet = options.json === true && (options.dryRun === true || !mustAsk(due, options, io))
  if (!quiet) showChanges(due, options, out, io)
  if (options.dryRun === true) return 'dry run'
  if (mustAsk(due, options, io) && !(await confirmWrite(due, options, out, io))) {
    io.stderr.write('Nothing was written.\n')
    return 'declined'
  }
  writeAll(due, io.cwd, options.within)
  return 'written'
}

/** Whether the person is asked before these changes are written: then `written` means that they have agreed. */
export const isAsked = (changes: readonly FileChange[], options: ApplyOptions, io: Io): boolean =>
  mustAsk(
    changes.filter((change) => !isNothing(change)),
    options,
    io,
  )

/** Whether to show only one line per file, because the question offers the diff. */
const isBrief = ({ asks: when, yes, dryRun }: ApplyOptions, io: Io): boolean =>
  when === 'always' && yes !== true && dryRun !== true && canAsk(io)

function showChanges(due: readonly FileChange[], options: ApplyOptions, out: Output, io: Io): void {
  const style = styleFor(out, io.env)
  if (isBrief(options, io)) return void out.write(`Will write\n${summary(due, style, io.cwd)}\n`)
  const shown = options.dryRun === true ? due : due.filter((change) => change.before !== undefined || isConfig(change))
  const diff = diffText(shown, style, io.cwd)
  out.write(`${diff === '' ? '' : `${diff}\n`}${summary(due, style, io.cwd)}\n`)
}
const isConfig = ({ path }: FileChange): boolean => path.endsWith('.json')

function mustAsk(due: readonly FileChange[], { yes, asks: when }: ApplyOptions, io: Io): boolean {
  if (yes === true) return false
  if (when === 'existing') return canAsk(io) && due.some((change) => change.before !== undefined)
  if (!canAsk(io))
    throw new UsageError('there is no terminal to ask at. Add --yes to write the changes, or --dry-run to see them')
  return true
}

/** Offers the complete diff where not all of it is shown. */
function confirmWrite(due: readonly FileChange[], options: ApplyOptions, out: Output, io: Io): Promise<boolean> {
  const hasMore = isBrief(options, io) || due.some((change) => change.before === undefined && !isConfig(change))
  const showDiff = () => void out.write(`${diffText(due, styleFor(out, io.env), io.cwd)}\n`)
  return confirm(io, 'Write these files?', hasMore ? { showDiff } : {})
}

export interface FileReport {
  readonly path: string
  readonly action: Action
  readonly diff?: string
}
/** The changes for --json. */
export const fileReports = (changes: readonly FileChange[], cwd: string): readonly FileReport[] =>
  changes.map((change) => {
    const action = actionOf(change)
    const hasDiff = action !== 'same' && change.generated !== true
    return { path: change.path, action, ...(hasDiff ? { diff: unified(change, cwd) } : {}) }
  })

/** Prints a `CannotEdit` error in one line and returns exit code 1. */
export async function catchEditErrors(io: Io, act: () => Promise<number>): Promise<number> {
  try {
    return await act()
  } catch (thrown) {
    if (!(thrown instanceof CannotEdit)) throw thrown
    io.stderr.write(`hookline: ${oneLine(thrown.message)}\n`)
    return exits.finding
  }
}
