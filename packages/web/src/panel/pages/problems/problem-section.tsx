/** The problems of one code, each with its location, its line, a hint, and a fix if there is one. */
import { Text, Title } from '@mantine/core'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { relativePath } from '../../../kit/text.ts'
import type { ProblemGroup } from '../../../wire/panel.ts'
import { FixButton } from './fix.tsx'
import { splitAtColumn, toneOf } from './labels.ts'
import { MessageText } from './message-text.tsx'

interface Props {
  readonly group: ProblemGroup
  readonly write: boolean
  readonly root: string | undefined
}
export function ProblemSection({ group, write, root }: Props) {
  const { code, severity, title, why, problems } = group
  const id = `problem-${severity}-${code}`
  return (
    <section aria-labelledby={`${id}-is ${id}`} className="problem-group">
      <header className="problem-head">
        <span id={`${id}-is`}>
          <StatusLabel tone={toneOf(severity)}>{severity}</StatusLabel>
        </span>
        <Title order={2} id={id}>
          <MessageText text={title} />
        </Title>
        <span className="badge">{problems.length}</span>
        <span className="mono problem-doc">{code}</span>
      </header>
      <Text size="sm" c="dimmed" mb="xs">
        <MessageText text={why} />
      </Text>
      <ul className="problem-list">
        {problems.map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column} ${problem.message}`}>
            <Problem problem={problem} write={write} root={root} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ProblemProps extends Omit<Props, 'group'> {
  readonly problem: ProblemGroup['problems'][number]
}
function Problem({ problem, write, root }: ProblemProps) {
  const { file, line, column, message, hint, fix, text } = problem
  return (
    <article className="problem">
      <div className="problem-words">
        <Text size="sm">
          <MessageText text={message} />
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {relativePath(file, root)}:{line}:{column}
        </Text>
        {text === undefined ? null : <Line text={text} line={line} column={column} />}
        <Text size="sm" c="dimmed">
          <MessageText text={hint} />
        </Text>
      </div>
      {fix === undefined ? null : <FixButton fix={fix} message={message} write={write} root={root} />}
    </article>
  )
}

interface LineProps {
  readonly text: string
  readonly line: number
  readonly column: number
}
function Line({ text, line, column }: LineProps) {
  const { before, at, after } = splitAtColumn(text, column)
  return (
    <code className="problem-line mono">
      <span className="problem-number" aria-hidden="true">
        {line}
      </span>
      <span>
        {before}
        <mark>{at}</mark>
        {after}
      </span>
    </code>
  )
}
