/** The texts that `init` prints. */

import { basename } from 'node:path'
import { connectable } from '../connect/agents-here.ts'
import type { Connection } from '../connect/settings.ts'
import type { ApplyResult } from '../edit/apply-changes.ts'
import type { Proved } from '../proof/prove.ts'
import { provedText } from '../proof/text.ts'
import { counted } from '../text/entry-text.ts'
import type { Style } from '../text/style.ts'
import type { WorkspaceFacts } from './found.ts'
import type { Choice } from './offers.ts'

export function foundText({ agents, stack, existing, guards }: WorkspaceFacts, style: Style): string {
  const tools = [
    ...(stack.manager === undefined ? [] : [stack.manager]),
    ...stack.languages,
    ...stack.formatters,
    ...(stack.testRunner === undefined ? [] : [stack.testRunner]),
  ]
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['agents', agents.map(({ agent, where }) => `${agent.title} (${where.join(' and ')})`)],
    ['stack', [tools.join(' · ')].filter((text) => text !== '')],
    [
      'existing',
      existing.map(
        ({ file, hooks, calls, errors }) =>
          `${file} (${counted(hooks, 'hook')}${calls === undefined ? '' : ', calls Hookline'}${errors === undefined ? '' : `, ${counted(errors, 'error')}`})`,
      ),
    ],
  ]
  const lines = rows.map(([name, values]) => `  ${style.dim(name.padEnd(9))} ${values.join(', ') || 'none'}`)
  const others = guards.map(({ name, overlaps, next, alone }) =>
    [
      `  ${style.dim('guard'.padEnd(9))} ${name}: ${overlaps}`,
      `→ ${next}`,
      ...(alone === undefined ? [] : [`→ to keep it alone: ${alone}`]),
    ].join(`\n${' '.repeat(12)}`),
  )
  return `Found here\n${[...lines, ...others].join('\n')}\n`
}

/** A table, with the description below each name if the terminal is too narrow. Agents that are not here are one line. */
export function choicesText(all: readonly Choice[], style: Style, columns = 120): string {
  const isListed = ({ offer, on }: Choice) => offer.isAbsent !== true || on
  const choices = all.filter(isListed)
  const wide = (of: (choice: Choice) => string) => Math.max(...choices.map((choice) => of(choice).length))
  const [names, does] = [wide(({ offer }) => offer.name), wide(({ offer }) => offer.does)]
  const narrow = 6 + names + 2 + does + 2 + wide(whenText) > columns
  const digits = String(all.length).length
  const numberOf = (choice: Choice) => String(all.indexOf(choice) + 1)
  const lines = choices.map((choice) => {
    const { offer, on, not } = choice
    const mark = not !== undefined ? style.dim('–') : on ? style.green('●') : '○'
    const head = `  ${numberOf(choice).padStart(digits)} ${mark} ${offer.name.padEnd(names)}`
    const label = style.dim(whenText(choice))
    return narrow ? `${head}  ${label}\n        ${offer.does}` : `${head}  ${offer.does.padEnd(does)}  ${label}`
  })
  const absent = all.filter((choice) => !isListed(choice))
  const others = absent.map((choice) => `${numberOf(choice)} ${choice.offer.name}`).join(', ')
  return `\nSuggested\n${lines.join('\n')}\n${absent.length === 0 ? '' : `  Off, because they were not found here: ${others}\n`}`
}

const whenText = ({ offer, on, isThere, not }: Choice): string =>
  not ?? `${offer.when}${isThere ? ' (already there)' : on ? '' : ' (off)'}`

/** Notes about agents that cannot be connected, printed before anything is written. */
export function agentsText({ agents }: Pick<WorkspaceFacts, 'agents'>): string {
  const lines = agents.flatMap(({ agent }) =>
    agent.settings === undefined ? [`${agent.title} cannot be connected yet`] : [],
  )
  const none = `No agent was found here. To connect one anyway: hookline init --with connect-${connectable[0]?.name}`
  return (agents.length === 0 ? [none] : lines).map((line) => `  ${line}\n`).join('')
}

/** `✓ 3 packs in 2 agents` */
export function countText(packs: number, agents: number, proved: readonly Proved[], style: Style): string {
  if (packs === 0) return ''
  if (agents > 0) return `${style.green('✓')} ${counted(packs, 'pack')} in ${counted(agents, 'agent')}\n`
  return `${style.yellow('–')} ${counted(packs, 'pack')} in no agent yet\n${withoutAgentText(proved, style)}`
}

/** For what was tried where no agent asks it. */
export function withoutAgentText(proved: readonly Proved[], style: Style): string {
  const right = proved.filter(({ state }) => state !== 'failed').length
  if (right === 0) return ''
  return `${style.yellow('–')} not proved: ${counted(right, 'case is', 'cases are')} decided correctly, but no agent asks these hooks\n`
}

export function resultText(
  result: ApplyResult,
  proved: readonly Proved[],
  unproved: readonly string[],
  agents: readonly Connection[],
  style: Style,
  columns: number | undefined,
): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const head = result === 'written' ? '' : 'Everything is already set up. Nothing was changed.\n'
  const open = unproved.map((why) => `${style.yellow('–')} not proved: ${why}\n`).join('')
  return `${head}${proved.length === 0 ? '' : provedText(proved, style, columns)}${open}${watchHint(proved, agents)}`
}

/** The proofs use events of our own. Only the agent itself can show that it calls Hookline. */
function watchHint(proved: readonly Proved[], agents: readonly Connection[]): string {
  if (proved.length === 0 || agents.length === 0) return ''
  const names = agents.map(({ agent }) => agent.title).join(' or ')
  return `  To see it work in ${names}, run any command there and watch:\n  hookline listen\n`
}

/** What each agent calls now, and the next commands. */
export function nextText(own: readonly Connection[], shared: readonly Connection[]): string {
  const all = [...own, ...shared]
  const forColleagues = own.length > 0 && shared.length > 0 ? 'For colleagues, ' : ''
  const programs = new Set([...own.map(programText), ...shared.map((one) => `${forColleagues}${programText(one)}`)])
  const steps = all.flatMap(({ agent, level }) => agent.settings?.enable?.[level] ?? [])
  const local = shared.filter(({ program }) => !program.portable).map(({ file }) => basename(file))
  const localOnly =
    local.length === 0
      ? []
      : [
          `The path in ${local.join(' and ')} exists only on this machine. To share it, install Hookline in the project (docs/install.md), then run: hookline init --project\n`,
        ]
  const everywhere =
    own.length === 0 ? '' : 'Your agents ask Hookline in all your projects now. To undo that: hookline disconnect\n'
  const colleagues =
    all.length === 0
      ? 'No agent asks these hooks yet. To connect one, name it: hookline connect <agent>\n'
      : shared.length === 0
        ? 'To let the agents of colleagues ask it too: hookline init --project\n'
        : localOnly.length > 0
          ? ''
          : "The project's files are for everyone who has this project.\n"
  return [
    ...programs,
    ...steps.map((step) => `  → ${step}\n`),
    ...localOnly,
    'These hooks are trusted as they are now. After you change them: hookline trust add\n',
    'To check later that they still work: hookline doctor --prove\n',
    everywhere,
    colleagues,
  ].join('')
}

const programText = ({ agent, program }: Connection): string => `${agent.title} calls ${program.why}.\n`

/** Files with errors: the engine may prove their hooks although an agent ignores the whole file. */
export const brokenText = ({ existing }: Pick<WorkspaceFacts, 'existing'>): readonly string[] =>
  existing.flatMap(({ file, errors }) =>
    errors === undefined
      ? []
      : [`${file} has ${counted(errors, 'error')}, so an agent may ignore the whole file. To see them: hookline check`],
  )
