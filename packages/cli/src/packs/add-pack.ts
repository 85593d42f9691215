/** `hookline add <pack>`: its parameters into a hookline.json, the diff, and the proof. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { agents } from '../agents.ts'
import { limitsOf } from '../connect/limits.ts'
import { standing } from '../connect/standing.ts'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { type FileChange, hooksChange } from '../edit/change.ts'
import { emptyOwn, ownSchema, ownTarget, packSetup, packsIn, parametersIn, readOwn } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import type { Target } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { counted } from '../entry-text.ts'
import { readDirectory, UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'
import { exitFor, provedText } from '../proof/text.ts'
import { styleFor } from '../style.ts'
import { readSets } from './parameters.ts'
import { provePack } from './prove.ts'

export interface AddPackFlags {
  readonly set?: readonly string[] | undefined
  readonly user?: boolean | undefined
  readonly project?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly cwd?: string | undefined
  readonly json?: boolean | undefined
}
type Setup = Awaited<ReturnType<typeof packSetup>>
export async function addPack(pack: Pack, flags: AddPackFlags, io: Io): Promise<number> {
  const target = ownTarget(flags, readDirectory(flags.cwd, io))
  const setup = await packSetup()
  return mendable(io, async () => {
    const again = Object.hasOwn(packsIn(target, setup, io), pack.name)
    const given = parametersIn(target, pack, setup, io)
    const sets = readSets(flags.set ?? [], pack, given)
    const changes = planned(pack, sets, target, setup, io)
    const manner = { ...flags, dryRun: flags['dry-run'], asks: 'existing', within: target.root } as const
    const result = await carryOut(changes, manner, io)
    const isThere = result === 'written' || result === 'nothing to do'
    const proved = isThere ? await provePack(target, pack, { ...given, ...sets }, setup, io) : []
    const limits = isThere ? await packLimits(pack.name, target.root ?? io.cwd) : []
    if (flags.json === true) io.stdout.write(`${json({ files: reportOf(changes, io.cwd), result, proved, limits })}\n`)
    else {
      io.stderr.write(textOf(result, proved, again, target, io))
      for (const says of limits) io.stderr.write(`Note: ${oneLine(says)}.\n`)
    }
    if (isThere && proved.length === 0 && flags.json !== true)
      io.stderr.write(
        `It is switched off: nothing to prove. To switch it on: hookline add ${pack.name} --set enabled=true\n`,
      )
    return exitFor(result, proved)
  })
}

/** What agents that call Hookline here cannot do with what the pack answers. */
async function packLimits(pack: string, root: string): Promise<readonly string[]> {
  const { entries } = await standing(root)
  // A pack of a workspace is held until it is trusted; this is about what follows then.
  const hooks = entries.filter((entry) => entry.pack === pack).map(({ held: _, ...entry }) => entry)
  return [...new Set(agents.flatMap((agent) => limitsOf(agent, hooks, entries).map(({ says }) => says)))]
}

function textOf(
  result: Awaited<ReturnType<typeof carryOut>>,
  proved: Awaited<ReturnType<typeof provePack>>,
  again: boolean,
  target: Target,
  io: Io,
): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const head = result === 'written' ? '' : 'It is there already, with these parameters; nothing was changed.\n'
  const reached = 'Agents that call Hookline will hear it (hookline doctor says which do).\n'
  const style = styleFor(io.stderr, io.env)
  const same = again && proved.length > 0 && result === 'written' && proved.every(({ state }) => state === 'proved')
  const shown = same
    ? `${style.green('✓')} proved again (${counted(proved.length, 'case')})\n`
    : provedText(proved, style)
  return `${head}${shown}${result === 'written' ? trustHint(target, io.cwd) + reached : ''}`
}

function planned(pack: Pack, parameters: JsonObject, target: Target, setup: Setup, io: Io): readonly FileChange[] {
  const change = { kind: 'pack', name: pack.name, parameters } as const
  const added = hooksChange(target.file, [change], io.cwd, emptyOwn)
  checkOwn(added, target, setup)
  if (added.before !== undefined) return [added]
  const schema = schemaBeside(target.file, ownSchema(), io.cwd)
  return [schema.file, hooksChange(target.file, [schema.change, change], io.cwd, emptyOwn)]
}

/** Errors that the new text has and the old one had not are a refusal. */
function checkOwn({ before, after }: FileChange, target: Target, setup: Setup): void {
  const known = before === undefined ? [] : readOwn(before, target, setup).problems.map(({ message }) => message)
  const error = readOwn(after, target, setup).problems.find(
    ({ severity, message }) => severity === 'error' && !known.includes(message),
  )
  if (error !== undefined) throw new UsageError(`${oneLine(error.message)}. ${oneLine(error.hint)}`)
}
