/** What `init` says to a person. */

import { basename } from 'node:path'
import { agents as allAgents } from '@hookline/core/agents'
import type { Connecting } from '../connect/settings.ts'
import type { Carried } from '../edit/carry-out.ts'
import { counted } from '../entry-text.ts'
import type { Output } from '../io.ts'
import type { Proved } from '../proof/prove.ts'
import { provedText } from '../proof/text.ts'
import type { Style } from '../style.ts'
import type { Found } from './found.ts'
import { type Choice, chosenAgents, chosenPacks } from './offers.ts'

export function foundText({ agents, stack, existing }: Found, style: Style): string {
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
  return `Looking around…\n${lines.join('\n')}\n`
}

/** A file takes any width. */
export const widthOf = ({ isTTY, columns }: Output): number | undefined => (isTTY === true ? columns : undefined)

/** A row of the table where there is room for it; else what it does comes below. `pointed`: where the person is. */
export function choicesText(choices: readonly Choice[], style: Style, columns = 120, pointed = -1): string {
  const wide = (of: (choice: Choice) => string) => Math.max(...choices.map((choice) => of(choice).length))
  const [names, does] = [wide(({ offer }) => offer.name), wide(({ offer }) => offer.does)]
  // Where the marks are switched under one's eyes no row grows or shrinks.
  const when = (choice: Choice) => whenText(choice, pointed < 0)
  const narrow = 6 + names + 2 + does + 2 + wide(when) > columns
  const lines = choices.map((choice, at) => {
    const { offer, on, not } = choice
    const mark = not !== undefined ? style.dim('–') : on ? style.green('●') : '○'
    const head = `${at === pointed ? '›' : ' '} ${at + 1} ${mark} ${offer.name.padEnd(names)}`
    const word = style.dim(when(choice))
    return narrow ? `${head}  ${word}\n        ${offer.does}` : `${head}  ${offer.does.padEnd(does)}  ${word}`
  })
  return `\nSuggested\n${lines.join('\n')}\n`
}

const whenText = ({ offer, on, there, not }: Choice, saysOff: boolean): string =>
  not ?? `${offer.when}${there ? ' (there already)' : on || !saysOff ? '' : ' (off)'}`

const connectable = allAgents.filter(({ settings }) => settings !== undefined)

/** What cannot be helped yet, said before anything is written. */
export function agentsText({ agents }: Pick<Found, 'agents'>): string {
  const lines = agents.flatMap(({ agent }) =>
    agent.settings === undefined ? [`${agent.title} cannot be connected yet`] : [],
  )
  const names = connectable.map(({ name }) => `connect-${name}`).join(', or ')
  const none = `No agent was found here. One that comes later: hookline init --with ${names}`
  return (agents.length === 0 ? [none] : lines).map((line) => `  ${line}\n`).join('')
}

/** `✓ 3 packs in 2 agents` */
export function countText(choices: readonly Choice[], style: Style): string {
  const [packs, agents] = [chosenPacks(choices).length, chosenAgents(choices).length]
  if (packs === 0) return ''
  const mark = agents === 0 ? style.yellow('–') : style.green('✓')
  return `${mark} ${counted(packs, 'pack')} in ${agents === 0 ? 'no agent yet' : counted(agents, 'agent')}\n`
}

export function afterwards(
  result: Carried,
  proved: readonly Proved[],
  unproved: readonly string[],
  agents: readonly Connecting[],
  style: Style,
): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const head = result === 'written' ? '' : 'Everything is there already; nothing was changed.\n'
  const open = unproved.map((why) => `${style.yellow('–')} not proved: ${why}\n`).join('')
  return `${head}${proved.length === 0 ? '' : provedText(proved, style)}${open}${seenText(proved, agents)}`
}

/** These events were our own: what an agent really does, only the agent can show. */
function seenText(proved: readonly Proved[], agents: readonly Connecting[]): string {
  if (proved.length === 0 || agents.length === 0) return ''
  const who = agents.map(({ agent }) => agent.title).join(' or ')
  return `  not yet seen from ${who} itself; run any command there and watch:\n  hookline listen\n`
}

/** What holds now, and what to do with it. */
export function nextText(agents: readonly Connecting[]): string {
  const ways = agents.map(({ agent, way }) => `${agent.title} calls ${way.why}.\n`)
  const alone = agents.flatMap(({ agent, way, file }) =>
    way.portable || agent.settings?.own !== undefined
      ? []
      : [
          `That path is of this machine alone: before ${basename(file)} is shared, npm i -D hookline and hookline init again.\n`,
        ],
  )
  return `${ways.join('')}${alone.join('')}These hooks are trusted as they are now; after a change: hookline trust add\nWhether they still work: hookline doctor --prove\n`
}

/** What is proved by the engine may still be off in an agent that drops a file with a mistake in it. */
export const brokenText = ({ existing }: Pick<Found, 'existing'>): readonly string[] =>
  existing.flatMap(({ file, errors }) =>
    errors === undefined
      ? []
      : [`${file} has ${counted(errors, 'error')}, for which an agent may drop the whole file: hookline check`],
  )
