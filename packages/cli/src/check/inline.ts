/** Reports inline commands of slash commands and skills: no hook sees them, so a guard on shell commands does not cover them. */
import type { Entry, Problem, SourceSetup } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'
import { readSettings } from '../connect/read-settings.ts'
import { findInlineCommands, type InlineCommand, inlineCommandsIn } from '../lint/commands/inline-commands.ts'

type Files = readonly { readonly source: string; readonly path: string }[]

/** The inline commands that an agent would run; none if its settings disable them. */
export function unguardedCommands(root: string, files: Files, { platform, files: disk }: SourceSetup) {
  const read = createReader(disk)
  const isOff = agents.some((agent) => switchesOff(agent, files))
  return isOff ? [] : findInlineCommands(root, platform.home, read)
}

function switchesOff({ settings, inline }: Agent, files: Files): boolean {
  if (settings?.pitfalls === undefined || inline === undefined) return false
  const found = readSettings(settings.pitfalls, files, settings.pitfalls.managed[process.platform])
  return found.find(({ value }) => value?.[inline.off] !== undefined)?.value?.[inline.off] === true
}

const [inlineAgent] = agents.filter(({ inline }) => inline !== undefined)
const inlineSource = inlineAgent?.sources?.find(({ level }) => level === 'project')?.name ?? 'project'
const switchText =
  inlineAgent === undefined ? '' : `, or set "${inlineAgent.inline?.off}": true in ${inlineAgent.title}'s settings`

export const inlineProblems = (found: readonly InlineCommand[], entries: readonly Entry[]): readonly Problem[] => {
  const guarded = entries.some(({ event }) => eventRows[event].guardsAct)
  return found.map(({ file, source, line, column, command }) => ({
    code: 'inline-command',
    severity: guarded ? 'warning' : 'note',
    file,
    line,
    column,
    message: `\`${command}\` runs in a shell as soon as this text is loaded, and no hook sees it`,
    hint: `Ask the model to run it, so that it becomes a tool call${switchText}.`,
    source,
  }))
}

/** The problems of a single file; undefined if it is not a slash command or a skill. */
export function inlineProblemsIn(file: string, { files }: SourceSetup): readonly Problem[] | undefined {
  if (!/\.md$/i.test(file)) return undefined
  return inlineProblems(inlineCommandsIn(file, createReader(files)(file) ?? '', inlineSource), [])
}

const createReader = (files: SourceSetup['files']) => (path: string) => {
  const found = files.read(path)
  return found.kind === 'text' ? found.text : undefined
}
