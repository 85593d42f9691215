/** What `init` says to a person. */
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Found } from './found.ts'
import type { Proved } from './proof.ts'
import type { Proposal } from './proposals.ts'

export function foundText({ agents, stack, existing }: Found, style: Style): string {
  const tools = [
    ...(stack.manager === undefined ? [] : [stack.manager]),
    ...stack.languages,
    ...stack.formatters.map(({ name }) => name),
    ...(stack.testRunner === undefined ? [] : [stack.testRunner]),
  ]
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['agents', agents.map(({ name, where }) => `${name} (${where.join(' and ')})`)],
    ['stack', [tools.join(' · ')].filter((text) => text !== '')],
    ['existing', existing.map(({ file, hooks }) => `${file} (${counted(hooks, 'hook')})`)],
  ]
  const lines = rows.map(([name, values]) => `  ${style.dim(name.padEnd(9))} ${values.join(', ') || 'none'}`)
  return `Looking around…\n${lines.join('\n')}\n`
}

export interface Choice {
  readonly proposal: Proposal
  readonly on: boolean
  /** Its entries stand in the file already. */
  readonly there: boolean
  /** Why it cannot be chosen. */
  readonly not?: string
}

export function choicesText(choices: readonly Choice[], style: Style): string {
  const wide = (of: (choice: Choice) => string) => Math.max(...choices.map((choice) => of(choice).length))
  const [names, does] = [wide(({ proposal }) => proposal.name), wide(({ proposal }) => proposal.does)]
  const lines = choices.map(({ proposal, on, there, not }, at) => {
    const mark = not !== undefined ? style.dim('–') : on ? style.green('●') : '○'
    const word = not ?? `${proposal.when}${there ? ' (there already)' : on ? '' : ' (off)'}`
    return `  ${at + 1} ${mark} ${proposal.name.padEnd(names)}  ${proposal.does.padEnd(does)}  ${style.dim(word)}`
  })
  return `\nSuggested\n${lines.join('\n')}\n`
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
const byText = ({ kind, by }: Proved): string => (kind === 'allow' ? '–' : by.join(', '))
