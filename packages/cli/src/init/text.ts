/** What `init` says to a person. */
import type { Carried } from '../edit/carry-out.ts'
import { counted } from '../entry-text.ts'
import { exits } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Found } from './found.ts'
import type { Choice } from './offers.ts'
import type { Proved } from './proof.ts'

export function foundText({ agents, stack, existing }: Found, style: Style): string {
  const tools = [
    ...(stack.manager === undefined ? [] : [stack.manager]),
    ...stack.languages,
    ...stack.formatters.map(({ name }) => name),
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

export function choicesText(choices: readonly Choice[], style: Style): string {
  const wide = (of: (choice: Choice) => string) => Math.max(...choices.map((choice) => of(choice).length))
  const [names, does] = [wide(({ offer }) => offer.name), wide(({ offer }) => offer.does)]
  const lines = choices.map(({ offer, on, there, not }, at) => {
    const mark = not !== undefined ? style.dim('–') : on ? style.green('●') : '○'
    const word = not ?? `${offer.when}${there ? ' (there already)' : on ? '' : ' (off)'}`
    return `  ${at + 1} ${mark} ${offer.name.padEnd(names)}  ${offer.does.padEnd(does)}  ${style.dim(word)}`
  })
  return `\nSuggested\n${lines.join('\n')}\n`
}

/** Who will run these hooks, said before anything is written. */
export function agentsText({ agents }: Pick<Found, 'agents'>): string {
  const lines = agents.flatMap(({ agent }) => {
    if (agent.reads === undefined) return [`${agent.title} cannot be connected yet: docs/connect.md`]
    return agent.reads.includes('project') ? [`${agent.title} reads .cursor/hooks.json by itself`] : []
  })
  const none = 'No agent was found here. Cursor reads .cursor/hooks.json by itself; for others see docs/connect.md'
  return (agents.length === 0 ? [none] : lines).map((line) => `  ${line}\n`).join('')
}

export function provedText(proved: readonly Proved[], style: Style): string {
  const width = Math.max(...proved.map(({ subject }) => subject.length))
  const by = Math.max(...proved.map((one) => byText(one).length))
  const lines = proved.map((one) => {
    const time = `${one.durationMs.toFixed(1)} ms`.padStart(8)
    const said = `${one.kind.padEnd(7)} ${one.subject.padEnd(width)}  ${byText(one).padEnd(by)}  ${time}`
    const why = one.why === undefined ? '' : `  ${oneLine(one.why)}`
    if (one.state === 'proved') return `${style.green('✓')} proved: ${said}`
    return one.state === 'failed'
      ? `${style.red('✗')} FAILED: ${said}${why}`
      : `${style.yellow('–')} not proved: ${one.kind} ${one.subject}${why}`
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** A yes is nobody's: it is what happens when no hook says no. */
const byText = ({ kind, by, through }: Proved): string => through ?? (kind === 'allow' ? '–' : by.join(', '))

export function afterwards(
  result: Carried,
  proved: readonly Proved[],
  unproved: readonly string[],
  style: Style,
): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const head = result === 'written' ? '' : 'Everything is there already; nothing was changed.\n'
  const open = unproved.map((why) => `${style.yellow('–')} not proved: ${why}\n`).join('')
  const seen =
    proved.length === 0
      ? ''
      : '  proved by sending events ourselves; not yet seen from the agent itself: hookline listen\n'
  return `${head}${proved.length === 0 ? '' : provedText(proved, style)}${open}${seen}`
}

/** What is proved by the engine may still be off in an agent that drops a file with a mistake in it. */
export const brokenText = ({ existing }: Pick<Found, 'existing'>): readonly string[] =>
  existing.flatMap(({ file, errors }) =>
    errors === undefined
      ? []
      : [`${file} has ${counted(errors, 'error')}, for which an agent may drop the whole file: hookline check`],
  )

export const exitFor = (result: Carried, proved: readonly Proved[]): number =>
  result === 'declined' || proved.some(({ state }) => state === 'failed') ? exits.finding : exits.fine
