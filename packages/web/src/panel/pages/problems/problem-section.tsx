/** Problems of one code: each with its place, the line itself, the cure, and the mending where there is one. */
import { Text, Title } from '@mantine/core'
import { Word } from '../../../kit/word.tsx'
import type { ProblemGroup } from '../../../wire/panel.ts'
import { FixButton } from './fix.tsx'
import { marked, toneOf } from './said.ts'
import { Words } from './words.tsx'

interface Props {
  readonly group: ProblemGroup
  readonly write: boolean
}
export function ProblemSection({ group, write }: Props) {
  const { code, severity, title, problems } = group
  const id = `problem-${severity}-${code}`
  return (
    <section aria-labelledby={id} className="problem-group">
      <header className="problem-head">
        <Word tone={toneOf(severity)}>{severity}</Word>
        <Title order={2} id={id}>
          {title}
        </Title>
        <span className="badge">{problems.length}</span>
        <span className="mono problem-doc" title="Explained there">
          docs/problems.md#{code}
        </span>
      </header>
      <ul className="problem-list">
        {problems.map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column} ${problem.message}`}>
            <Problem problem={problem} write={write} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ProblemProps = { readonly problem: ProblemGroup['problems'][number]; readonly write: boolean }
function Problem({ problem, write }: ProblemProps) {
  const { file, line, column, message, hint, fix, text } = problem
  return (
    <article className="problem">
      <div className="problem-words">
        <Text size="sm">
          <Words text={message} />
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {file}:{line}:{column}
        </Text>
        {text === undefined ? null : <Line text={text} line={line} column={column} />}
        <Text size="sm" c="dimmed">
          <Words text={hint} />
        </Text>
      </div>
      {fix === undefined ? null : <FixButton fix={fix} message={message} write={write} />}
    </article>
  )
}

interface LineProps {
  readonly text: string
  readonly line: number
  readonly column: number
}
function Line({ text, line, column }: LineProps) {
  const { before, at, after } = marked(text, column)
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
