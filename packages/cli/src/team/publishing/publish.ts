import type { Change, PublishPlan, PublishRing, WantedHook } from '@hookline/team/client'
import { createTwoFilesPatch } from 'diff'
import { canAsk, confirm } from '../../confirm.ts'
import { readDirectory, readFlags, UsageError } from '../../flags.ts'
import { exits, type Io } from '../../io.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine, visible } from '../../text/plain.ts'
import { type Style, styleFor } from '../../text/style.ts'
import type { TeamAction } from '../command.ts'
import { whenText } from './pause.ts'
import { readRing, ringText } from './ring.ts'

const options = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  note: { type: 'string' },
  ring: { type: 'string' },
  percent: { type: 'string' },
  all: { type: 'boolean' },
  observe: { type: 'boolean' },
  code: { type: 'boolean' },
  uses: { type: 'string' },
  hours: { type: 'string' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const

export const publish: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  if (positionals[0] === undefined)
    throw new UsageError(
      'which directory? Name a directory with a hooks.json or hookline.json and its scripts: hookline team publish <dir>',
    )
  const directory = readDirectory(positionals[0], io)
  const ring = readRing(values)
  const codeOptions = { uses: readCount('--uses', values.uses), validHours: readCount('--hours', values.hours) }
  const admin = await team.findAdmin(machine, values.team, io.env)
  const plan = await team.planPublish(machine, admin, directory)
  const asJson = values.json === true
  if (!asJson) showPlan(plan, io)
  const hasErrors = plan.findings.some(({ finding }) => finding.severity === 'error')
  const hasWork = plan.changes.length > 0 || plan.pending
  const isDry = values['dry-run'] === true || hasErrors
  const needsYes = !isDry && hasWork && values.yes !== true
  if (needsYes && asJson) {
    io.stdout.write(`${json(toJsonPlan(plan))}\n`)
    throw new UsageError(
      'nothing was published: add --yes to publish these changes. With --json the command does not ask',
    )
  }
  if (needsYes && !(await confirmPublish(plan, ring, io))) return exits.finding
  const published = !isDry && hasWork ? await team.publish(machine, plan, values.note ?? '', ring) : undefined
  const showJson = (more: object) =>
    io.stdout.write(`${json({ ...toJsonPlan(plan), published: published ?? null, ...more })}\n`)
  if (!asJson) io.stdout.write(publishedText(published, hasWork, plan, ring))
  // Say first what was published: creating the code can fail, and the hooks are on the server then.
  const code =
    values.code === true && !isDry
      ? await team.createEnrolmentCode(machine, admin, codeOptions).catch((thrown: unknown) => {
          if (asJson) showJson({ command: null })
          throw thrown
        })
      : undefined
  if (asJson) showJson(code ?? {})
  else if (code !== undefined) io.stdout.write(`\nRun on the new machine:\n\n  ${code.command}\n`)
  return hasErrors ? exits.finding : exits.fine
}

function publishedText(
  published: { readonly revision: number; readonly hooks: number } | undefined,
  hasWork: boolean,
  { revision }: PublishPlan,
  ring: PublishRing,
): string {
  if (published !== undefined && ring.ring === 'observe')
    return `Revision ${published.revision} is only observed: its new and changed hooks judge and record on every machine and decide nothing. The hooks that were enforced stay enforced. ${whenText} To see what they would have denied: hookline team rollout\n`
  if (published !== undefined && ring.ring !== 'all')
    return `Revision ${published.revision} goes to ${ringText(ring)} first: ${counted(published.hooks, 'hook', 'hooks')}. ${whenText} To follow it: hookline team rollout\n`
  if (published !== undefined)
    return `Published revision ${published.revision}: ${counted(published.hooks, 'hook', 'hooks')}. ${whenText}\n`
  return hasWork ? '' : `Nothing changed: the directory matches revision ${revision}.\n`
}

const toJsonPlan = ({ admin, changes, findings }: PublishPlan) => ({
  team: admin.teamId,
  changes: changes.map(({ kind, name, wanted }) => ({
    ...{ kind, name },
    ...(wanted === undefined ? {} : { active: wanted.isActive }),
  })),
  findings: findings.map(({ name, finding }) => ({ name, ...toJsonFinding(finding) })),
  published: null,
})

const toJsonFinding = ({ code, severity, message, hint, line }: PublishPlan['findings'][number]['finding']) => ({
  code,
  severity,
  message,
  hint,
  line,
})

function readCount(flag: string, text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${flag} must be a number of at least 1, got "${text}"`)
}

async function confirmPublish({ admin }: PublishPlan, ring: PublishRing, io: Io): Promise<boolean> {
  if (!canAsk(io))
    throw new UsageError('there is no terminal to ask at. Check the changes above, then add --yes to publish them')
  return confirm(io, `Publish this to ${ringText(ring)} of ${oneLine(admin.teamName)}?`)
}

export function showPlan(plan: PublishPlan, io: Io): void {
  const style = styleFor(io.stdout, io.env)
  for (const change of plan.changes) io.stdout.write(changeText(change, style))
  if (plan.unchanged > 0 && plan.changes.length > 0)
    io.stdout.write(`  ${counted(plan.unchanged, 'hook stays', 'hooks stay')} unchanged.\n`)
  for (const { name, finding } of plan.findings)
    io.stderr.write(
      `${finding.severity}: ${oneLine(name)}${finding.line === 0 ? '' : `:${finding.line}`}: ${oneLine(finding.message)}. ${oneLine(finding.hint)}\n`,
    )
}

const signs = { add: '+', change: '~', remove: '-', switch: '~' } as const

function changeText(change: Change, style: Style): string {
  const { kind, name, wanted, existing } = change
  const label = kind === 'switch' ? (wanted?.isActive === true ? 'on' : 'off') : kind
  const head = `${signs[kind]} ${style.bold(oneLine(name))}  ${label}\n`
  if (kind === 'switch' || kind === 'remove') return head
  const before =
    existing?.current === undefined
      ? ''
      : switchText(existing.isActive) + settingsText(existing.current) + existing.current.scriptContent
  const after = wanted === undefined ? '' : switchText(wanted.isActive) + settingsText(wanted) + wanted.scriptContent
  const patch = createTwoFilesPatch('server', 'directory', before, after, '', '', { context: 2 })
  const lines = patch.split('\n').filter((line) => line !== '' && !/^(===|---|\+\+\+|\\ No newline)/.test(line))
  const paint = (line: string) =>
    line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line
  return head + lines.map((line) => `    ${paint(visible(line))}\n`).join('')
}

type Settings = Pick<WantedHook, 'operatingSystems' | 'config'> & {
  readonly [K in 'matcher' | 'timeout' | 'failClosed' | 'loopLimit' | 'approvals']?: WantedHook[K] | undefined
}

/** A hook that is added or changed may be off at the same time. */
const switchText = (isActive: boolean): string => (isActive ? '' : 'switched off\n')

const settingsText = ({ operatingSystems, config, ...hook }: Settings): string => {
  const { matcher, timeout, failClosed, loopLimit, approvals } = hook
  return [
    operatingSystems.length === 0 ? '' : `systems: ${operatingSystems.toSorted().join(', ')}\n`,
    matcher === undefined || matcher === '' ? '' : `matcher: ${matcher}\n`,
    timeout === undefined ? '' : `timeout: ${timeout}\n`,
    failClosed === undefined ? '' : `failClosed: ${failClosed}\n`,
    loopLimit === undefined ? '' : `loop_limit: ${loopLimit}\n`,
    approvals === undefined ? '' : `approvals: ${approvals}\n`,
    ...configLines(config),
  ].join('')
}

/** One line for each key, sorted, so that only what changed differs. */
function configLines(config: string): readonly string[] {
  if (config === '') return []
  // The directory and the server have only JSON objects.
  const entries = Object.entries(JSON.parse(config) as Record<string, unknown>)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
}
