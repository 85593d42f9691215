/** `hookline import cc-safety-net` and `hookline import dcg`: converts their settings, and lists what is lost. */
import { resolve } from 'node:path'
import type { AllowedCommand, Note } from '@hookline/core/importers'
import { sourceSetup } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { applyChanges, fileReports, isAsked } from '../edit/apply-changes.ts'
import { pathsOf, readText } from '../edit/change.ts'
import { ownTarget, packSetup, packsIn, readOwn } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../text/plain.ts'
import { planExceptions } from './exceptions.ts'
import { planSettings, type SettingsPlan } from './plan-settings.ts'
import { noteSections } from './report.ts'
import { type GuardFormat, type ReadSettings, readSettings, type SettingsLevel } from './settings-files.ts'

interface ImportValues {
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly json?: boolean | undefined
}

/** The settings of a level, and the file that they go to. */
interface LevelImport extends ReadSettings {
  readonly level: SettingsLevel
  readonly target: Target
}

export async function importSettings(
  format: GuardFormat,
  values: ImportValues,
  directory: string,
  io: Io,
): Promise<number> {
  const { home } = sourceSetup().platform
  const target = ownTarget({}, directory)
  const { root } = target
  // The person's own settings first: a pack that they have need not be in the workspace's file too.
  const levels: readonly LevelImport[] = [
    { level: 'user', target: ownTarget({ user: true }, directory), ...readSettings(format, 'user', root, io) },
    ...(root === undefined
      ? []
      : [{ level: 'project', target, ...readSettings(format, 'project', root, io) } as const]),
  ]
  const { plans, exceptions, notes } = await planLevels(format, levels, { root, home, io })
  const changes = plans.flatMap((plan) => plan.changes)
  const read = levels.flatMap(({ files }) => files)
  if (read.length === 0 && changes.length === 0) return reportNothing(format, values.json === true, root ?? home, io)
  const options = { ...values, dryRun: values['dry-run'], asks: 'existing', within: root } as const
  const step = await startTrustStep(values.yes === true ? undefined : root, io)
  const confirmed = isAsked(changes, options, io)
  const result = await applyChanges(changes, options, io)
  const trusted = result === 'written' && (await step.trust(pathsOf(changes), confirmed))
  const removed = plans.flatMap(({ gone }) => gone)
  if (values.json === true)
    io.stdout.write(
      `${json({ version: 1, read, rules: rulesData(levels), packs: packsData(levels, plans), exceptions, notes, removed, files: fileReports(changes, io.cwd), result })}\n`,
    )
  else {
    io.stderr.write(settingsReport(levels, plans, exceptions, notes, removed))
    if (result === 'nothing to do') io.stderr.write('\nEverything is already imported. Nothing was changed.\n')
    if (result === 'written') {
      const isShared = changes.some(({ path }) => path === target.file)
      io.stderr.write(`\n${isShared ? await trustText(trusted, target, io.cwd) : ''}${removeHint(format)}`)
    }
  }
  const lost = notes.some(({ kind }) => kind === 'broken' || kind === 'left-out')
  return result === 'declined' || lost ? exits.finding : exits.fine
}

interface ImportLocation {
  readonly root: string | undefined
  readonly home: string
  readonly io: Io
}

async function planLevels(format: GuardFormat, levels: readonly LevelImport[], { root, home, io }: ImportLocation) {
  const setup = await packSetup()
  const inForce = new Set(levels.flatMap(({ target }) => Object.keys(packsIn(target, setup, io))))
  const plans: SettingsPlan[] = []
  for (const { conversion, target } of levels) {
    const plan = await planSettings(format, conversion, target, inForce, [], io)
    for (const name of Object.keys(plan.packs)) inForce.add(name)
    plans.push(plan)
  }
  const allowed = levels.flatMap(({ conversion }) => conversion.allowed)
  const notes = levels.flatMap(({ conversion }) => conversion.notes)
  const [own, first] = [levels[0], plans[0]]
  if (allowed.length === 0 || own === undefined || first === undefined) return { plans, exceptions: [], notes }
  if (root === undefined) return { plans, exceptions: [], notes: [...notes, ...allowed.map(outsideNote)] }
  const planned = await planExceptions(allowed, {
    root,
    home,
    targets: levels.map(({ target }) => target),
    changes: plans.flatMap(({ changes }) => changes),
    known: knownExceptions(own.target, setup, io),
    io,
  })
  if (planned.exceptions.length > 0)
    plans[0] = await planSettings(
      format,
      own.conversion,
      own.target,
      new Set([...inForce].filter((name) => !Object.hasOwn(first.packs, name))),
      planned.exceptions,
      io,
    )
  return { plans, exceptions: planned.exceptions, notes: [...notes, ...planned.notes] }
}

const outsideNote = ({ command, file, line }: AllowedCommand): Note => {
  const fix = 'Import in the workspace that it is for.'
  const message = `${JSON.stringify(command)}: an exception is for one workspace, and this is not one`
  return { file, line, kind: 'left-out', message, cure: fix }
}

function knownExceptions(target: Target, setup: Awaited<ReturnType<typeof packSetup>>, io: Io): ReadonlySet<string> {
  const text = readText(target.file, io.cwd)
  const list = text === undefined ? undefined : readOwn(text, target, setup).settings?.values.exceptions
  return new Set(Array.isArray(list) ? list.flatMap((one: unknown) => (isObject(one) ? String(one.call) : [])) : [])
}

function reportNothing(format: GuardFormat, asJson: boolean, directory: string, io: Io): number {
  if (asJson)
    io.stdout.write(
      `${json({ version: 1, read: [], rules: [], packs: {}, exceptions: [], notes: [], removed: [], files: [], result: 'nothing to do' })}\n`,
    )
  const shown = oneLine(shownPath(resolve(directory), io.cwd))
  const paths = {
    'cc-safety-net': '.safety-net.json, .cc-safety-net and ~/.cc-safety-net',
    dcg: '.dcg.toml, .dcg and ~/.config/dcg',
  }[format]
  io.stderr.write(
    `No settings of ${format} found in ${shown} or your home directory (${paths}).\nWithout settings there is nothing to convert. shell-guard judges the same commands: hookline add shell-guard\n`,
  )
  return exits.finding
}

const rulesData = (levels: readonly LevelImport[]) =>
  levels.flatMap(({ level, conversion }) =>
    conversion.rules.map(({ name, file, when, reason }) => ({ name, level, file, when, reason })),
  )

const packsData = (levels: readonly LevelImport[], plans: readonly SettingsPlan[]): JsonObject =>
  Object.fromEntries(levels.map(({ level }, at) => [level, plans[at]?.packs ?? {}]))

const removeHint = (format: GuardFormat): string =>
  `${format} still runs. Both are asked, and the stricter answer counts, so you can remove it whenever you like.\n`

function settingsReport(
  levels: readonly LevelImport[],
  plans: readonly SettingsPlan[],
  exceptions: readonly JsonObject[],
  notes: readonly Note[],
  removed: readonly string[],
): string {
  const rules = levels.flatMap(({ conversion }) => conversion.rules)
  const commands = [...new Set(exceptions.map(({ shows }) => String(shows)))]
  const lines = [
    `Read: ${
      levels
        .flatMap(({ files }) => files)
        .map(oneLine)
        .join(', ') || 'nothing'
    }`,
    ...(rules.length === 0
      ? []
      : ['Rules that deny:', ...rules.map(({ name, reason }) => `  ${name}: ${oneLine(reason)}`)]),
    ...levels.flatMap(({ level }, at) => packLines(level, plans[at]?.packs ?? {})),
    ...(commands.length === 0
      ? []
      : [
          'Exceptions, each for exactly this command in this workspace:',
          ...commands.map((one) => `  ${oneLine(one)}`),
        ]),
    ...(removed.length === 0 ? [] : ['Removed, from an earlier import:', ...removed.map((one) => `  ${oneLine(one)}`)]),
    ...noteSections(notes),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const packLines = (level: SettingsLevel, packs: Readonly<Record<string, JsonObject>>): readonly string[] =>
  Object.keys(packs).length === 0
    ? []
    : [
        `Packs ${level === 'user' ? 'of your own' : 'of the workspace'}:`,
        ...Object.entries(packs).map(
          ([name, parameters]) =>
            `  ${name}${Object.keys(parameters).length === 0 ? '' : `: ${Object.keys(parameters).join(', ')}`}`,
        ),
      ]
