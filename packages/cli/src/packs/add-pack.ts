/** `hookline add <pack>`: writes the parameters of a pack to a hookline.json, shows the diff, and proves that the pack works. */
import { type Entry, sourceSetup } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { agents } from '../agents.ts'
import { canAsk } from '../confirm.ts'
import { limitsOf } from '../connect/limits.ts'
import { readState } from '../connect/read-state.ts'
import { findUncalled, type Uncalled } from '../connect/uncalled.ts'
import { applyChanges, catchEditErrors, fileReports, isAsked } from '../edit/apply-changes.ts'
import { type FileChange, hooksChange, pathsOf } from '../edit/change.ts'
import { emptyOwn, ownSchema, ownTarget, packSetup, packsIn, parametersIn, readOwn } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import type { Target } from '../edit/target.ts'
import { findClosedEvents } from '../edit/trust-hint.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { readDirectory, UsageError } from '../flags.ts'
import { type Io, terminalWidth } from '../io.ts'
import { offerConnection } from '../link/offer-connection.ts'
import type { Proved } from '../proof/prove.ts'
import { exitFor, provedText } from '../proof/text.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'
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
  return catchEditErrors(io, async () => {
    const again = Object.hasOwn(packsIn(target, setup, io), pack.name)
    const given = parametersIn(target, pack, setup, io)
    const sets = readSets(flags.set ?? [], pack, given)
    const changes = planChanges(pack, sets, target, setup, io)
    const applyOptions = { ...flags, dryRun: flags['dry-run'], asks: 'existing', within: target.root } as const
    const step = await startTrustStep(flags.yes === true ? undefined : target.root, io)
    const confirmed = isAsked(changes, applyOptions, io)
    const result = await applyChanges(changes, applyOptions, io)
    const trusted = result === 'written' && (await step.trust(pathsOf(changes), confirmed))
    const isThere = result === 'written' || result === 'nothing to do'
    const cases = isThere ? await provePack(target, pack, { ...given, ...sets }, setup, io) : []
    const limits = isThere ? await packLimits(pack.name, target.root ?? io.cwd) : []
    const isAsking =
      isThere && flags.json !== true && canAsk(io) && (await whyUncalled(pack.name, target, io)) !== undefined
    if (isAsking) await offerConnection('the hooks of this pack', {}, io)
    const uncalled = isThere ? await whyUncalled(pack.name, target, io) : undefined
    const proved = cases.map((one) =>
      uncalled === undefined || one.state === 'failed' ? one : notProved(one, uncalled),
    )
    if (flags.json === true)
      io.stdout.write(
        `${json({ files: fileReports(changes, io.cwd), result, trusted, proved, limits, ...(uncalled === undefined ? {} : { notConnected: uncalled.why }) })}\n`,
      )
    else {
      // Without cases the pack is off, which the last line reports.
      const active = cases.length > 0 ? await activeText(pack.name, target) : ''
      const trustLine = await trustText(trusted, target, io.cwd)
      io.stderr.write(resultText(result, proved, again, { active, trustLine }, io, uncalled))
      for (const limit of limits) io.stderr.write(`Note: ${oneLine(limit)}.\n`)
      if (pack.replaced !== undefined) io.stderr.write(`Note: ${pack.description}. ${pack.replaced.hint}\n`)
    }
    if (isThere && proved.length === 0 && flags.json !== true)
      io.stderr.write(
        `The pack is off, so there is nothing to prove. To turn it on: hookline add ${pack.name} --set enabled=true\n`,
      )
    return exitFor(result, proved)
  })
}

/** Decisions of the pack that agents connected here cannot carry out. */
async function packLimits(pack: string, root: string): Promise<readonly string[]> {
  const { entries } = await readState(root)
  // A pack of a workspace is skipped until the workspace is trusted. The limits apply after that.
  const hooks = entries.filter((entry) => entry.pack === pack).map(({ held: _, ...entry }) => entry)
  return [...new Set(agents.flatMap((agent) => limitsOf(agent, hooks, entries).map(({ says }) => says)))]
}

function resultText(
  result: Awaited<ReturnType<typeof applyChanges>>,
  proved: Awaited<ReturnType<typeof provePack>>,
  again: boolean,
  { active, trustLine }: { readonly active: string; readonly trustLine: string },
  io: Io,
  uncalled: Uncalled | undefined,
): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const head =
    result === 'written' ? '' : 'The file already has this pack with these parameters. Nothing was changed.\n'
  const style = styleFor(io.stderr, io.env)
  if (uncalled !== undefined && proved.length > 0)
    return `${head}${uncalledProof(proved, uncalled, style, terminalWidth(io.stderr))}${result === 'written' ? trustLine : ''}`
  const isBrief = again && proved.length > 0 && result === 'written' && proved.every(({ state }) => state === 'proved')
  const shown = isBrief
    ? `${style.green('✓')} proved again (${counted(proved.length, 'case')})\n`
    : provedText(proved, style, terminalWidth(io.stderr))
  return `${head}${shown}${result === 'written' ? trustLine + active : ''}`
}

/** Whether the agents that are connected ask the pack now, and what is missing if they do not. */
async function activeText(pack: string, { root }: Target): Promise<string> {
  const { entries } = await readState(root ?? sourceSetup().platform.home)
  const own = entries.filter((entry) => entry.pack === pack)
  if (own.length === 0) return ''
  const active = own.filter(({ held }) => held === undefined)
  if (active.length === 0) return `Not active: ${whyInactive(pack, own[0]?.held)}\n`
  // The hint before this line says that everything is refused.
  if (root !== undefined && (await findClosedEvents(root)).length > 0) return ''
  const reached = 'Active for every agent connected to Hookline'
  return active.every(({ onlyRestricts }) => onlyRestricts === true)
    ? `${reached}, but it can only deny or ask until you trust the workspace. To list them: hookline status\n`
    : `${reached}. To list them: hookline status\n`
}

/** The line before it names the command that trusts the workspace. */
function whyInactive(pack: string, held: Entry['held']): string {
  if (held?.why === 'untrusted' || held?.why === 'changed')
    return 'its hooks run only after you trust the workspace as it is now.'
  return held?.why === 'disabled' ? `it is disabled. To turn it on: hookline enable ${pack}` : `${held?.detail ?? ''}.`
}

const notProved = (one: Proved, { why }: Uncalled): Proved => ({ ...one, state: 'not proved', why })

/** What no agent would ask is not proved, even if the pack itself decides correctly. */
function uncalledProof(
  proved: readonly Proved[],
  { why, next }: Uncalled,
  style: Style,
  columns: number | undefined,
): string {
  const failed = proved.filter(({ state }) => state === 'failed')
  const works = failed.length > 0 ? provedText(failed, style, columns) : ''
  const cases = counted(proved.length - failed.length, 'case is', 'cases are')
  return `${works}${style.yellow('–')} ${why}. ${cases} decided correctly, but no agent asks this pack\n  → ${next}\n`
}

/** Why no agent asks any hook of the pack; undefined if one asks. */
async function whyUncalled(pack: string, { root }: Target, io: Io): Promise<Uncalled | undefined> {
  const at = root ?? sourceSetup().platform.home
  const { entries } = await readState(at)
  const reasons = findUncalled(entries, at, io.env)
  const own = entries.filter((entry) => entry.pack === pack && entry.broken === undefined)
  return own.every(({ id }) => reasons.has(id)) ? reasons.get(own[0]?.id ?? '') : undefined
}

function planChanges(pack: Pack, parameters: JsonObject, target: Target, setup: Setup, io: Io): readonly FileChange[] {
  const change = { kind: 'pack', name: pack.name, parameters } as const
  const added = hooksChange(target.file, [change], io.cwd, emptyOwn)
  checkOwn(added, target, setup)
  if (added.before !== undefined) return [added]
  const schema = schemaBeside(target.file, ownSchema(), io.cwd)
  return [schema.file, hooksChange(target.file, [schema.change, change], io.cwd, emptyOwn)]
}

/** Throws if the new text has an error that the old one had not. */
function checkOwn({ before, after }: FileChange, target: Target, setup: Setup): void {
  const known = before === undefined ? [] : readOwn(before, target, setup).problems.map(({ message }) => message)
  const error = readOwn(after, target, setup).problems.find(
    ({ severity, message }) => severity === 'error' && !known.includes(message),
  )
  if (error !== undefined) throw new UsageError(`${oneLine(error.message)}. ${oneLine(error.hint)}`)
}
