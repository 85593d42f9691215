/** `hookline import <agent>` and `hookline import <file>`: writes the hooks of an agent to a hookline.json, and reports every loss. */
import { resolve } from 'node:path'
import type { Note } from '@hookline/core/importers'
import { sourceSetup } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { applyChanges, fileReports, isAsked } from '../edit/apply-changes.ts'
import { pathsOf } from '../edit/change.ts'
import { ownSchema, ownTarget, packSetup, readOwn } from '../edit/own-target.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { agentFiles, unreadFiles } from './agent-files.ts'
import { type AgentImport, importedName, readAgentHooks } from './agent-hooks.ts'
import { unreadNote } from './losses.ts'
import { planEdit } from './plan.ts'
import { noteSections } from './report.ts'

export interface AgentImportValues {
  readonly user?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly json?: boolean | undefined
}

/** `file`: only this one. Absent: the agent's files of the workspace, or the person's own. */
export async function importAgent(
  agent: Agent,
  values: AgentImportValues,
  directory: string,
  io: Io,
  file?: string,
): Promise<number> {
  const target = ownTarget({ user: values.user }, directory)
  const isUser = target.root === undefined
  const base = target.root ?? sourceSetup().platform.home
  const files = file === undefined ? agentFiles(agent, base, isUser) : [resolve(io.cwd, file)]
  const read = readAgentHooks(agent, files, base, io.cwd)
  const unread = file === undefined ? unreadFiles(agent, base, isUser) : []
  const [instead = ''] = files
  const notes = unread.map((one) => unreadNote(agent, shownPath(one, io.cwd), shownPath(instead, io.cwd)))
  const found = { ...read, notes: [...read.notes, ...notes] }
  if (found.adds.length === 0 && found.notes.length === 0) return reportNothing(agent, files, values.json === true, io)
  const setup = await packSetup()
  const { changes, gone } = planEdit(
    {
      target,
      adds: found.adds,
      // What an earlier import wrote stays while its file is broken: it may be a guard.
      earlier: ({ name, dialect }) =>
        !found.broken && dialect === agent.name && name?.startsWith(importedName(agent)) === true,
      read: (text) => readOwn(text, target, setup),
      schema: ownSchema(),
    },
    io,
  )
  const options = { ...values, dryRun: values['dry-run'], asks: 'existing', within: target.root } as const
  const step = await startTrustStep(values.yes === true ? undefined : target.root, io)
  const confirmed = isAsked(changes, options, io)
  const result = await applyChanges(changes, options, io)
  const trusted = result === 'written' && (await step.trust(pathsOf(changes), confirmed))
  if (values.json === true)
    io.stdout.write(
      `${json({ version: 1, ...dataOf(agent, found), removed: gone, files: fileReports(changes, io.cwd), result })}\n`,
    )
  else {
    io.stderr.write(importText(agent, found, gone, io.cwd))
    if (result === 'nothing to do') io.stderr.write(`\n${nothingText(found)}\n`)
    if (result === 'written') io.stderr.write(`\n${isUser ? '' : await trustText(trusted, target, io.cwd)}`)
  }
  return result === 'declined' || found.notes.some(isLeftOut) ? exits.finding : exits.fine
}

function nothingText({ adds, broken }: AgentImport): string {
  if (broken) return 'Fix the file, then import it again. Nothing was changed.'
  return adds.length === 0 ? 'Nothing was changed.' : 'Everything is already imported. Nothing was changed.'
}

const isLeftOut = ({ kind }: Note): boolean => kind === 'left-out' || kind === 'broken'

const dataOf = (agent: Agent, { files, adds, notes }: AgentImport) => ({
  agent: agent.name,
  read: files,
  hooks: adds.map(({ event, entry }) => ({ event, ...entry })),
  notes,
})

function importText(
  { title, usual }: Agent,
  { files, adds, notes }: AgentImport,
  gone: readonly string[],
  cwd: string,
): string {
  const lines = [
    `Read: ${files.map((file) => oneLine(shownPath(file, cwd))).join(', ')}`,
    `${counted(adds.length, 'hook')} imported.${adds.length === 0 ? '' : ` Each reads ${title}'s payload and is matched as there, in every connected agent.`}`,
    ...adds.map(({ event, entry }) => `  ${String(entry.name)}: ${event}`),
    ...(gone.length === 0 ? [] : ['Removed, from an earlier import:', ...gone.map((one) => `  ${oneLine(one)}`)]),
    ...(adds.length === 0
      ? []
      : usual === true
        ? [`Hookline itself runs ${title}'s file too. To run each hook once, remove it from that file.`]
        : [`${title} still runs its own file. To run each hook once there too, remove it from that file.`]),
    ...noteSections(notes),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function reportNothing({ title }: Agent, files: readonly string[], asJson: boolean, io: Io): number {
  if (asJson)
    io.stdout.write(`${json({ version: 1, read: [], hooks: [], notes: [], files: [], result: 'nothing to do' })}\n`)
  const shown = files.map((file) => oneLine(shownPath(file, io.cwd))).join(' or ')
  io.stderr.write(`No hooks of ${title} found in ${shown}.\nTo import your own instead of the workspace's: --user\n`)
  return exits.finding
}
