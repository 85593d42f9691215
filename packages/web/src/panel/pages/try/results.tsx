/** What the trial came to: one column for each edition and agent, and where they differ. */
import { Alert, Text, Title } from '@mantine/core'
import { Empty, Loading } from '../../../kit/states.tsx'
import type { TryAnswer } from '../../../wire/panel.ts'
import type { ApiFailure } from '../../api.ts'
import { differences, differencesSaid } from './compare.ts'
import { ResultColumn } from './result-column.tsx'

interface Props {
  readonly answer: TryAnswer | undefined
  readonly error: ApiFailure | null
  readonly running: boolean
  /** The payload or the columns were changed since. */
  readonly stale: boolean
  /** The payload is too long for the address. */
  readonly hint: boolean
}
export const Results = ({ answer, error, running, stale, hint }: Props) => (
  <section aria-labelledby="result" className="bench-half" aria-busy={running}>
    <Title order={2} id="result" mb={6}>
      Result
      {stale && !running && answer !== undefined ? (
        <Text size="xs" c="dimmed" component="span" ml={10} fw={400}>
          of what was there before your change
        </Text>
      ) : null}
    </Title>
    {error === null ? null : (
      <Alert color="red" variant="light" role="alert" title="It could not be run">
        {error.message} {error.next}
      </Alert>
    )}
    <div role="status">
      {running && answer === undefined ? <Loading what="Running the hooks in a scratch copy" /> : null}
      {!running && answer === undefined && error === null ? <NotYet /> : null}
      {answer === undefined ? null : <Columns answer={answer} />}
    </div>
    {hint ? (
      <Text size="xs" c="dimmed" mt="xs">
        The payload is too long for the page’s address: a link will show the sample instead.
      </Text>
    ) : null}
  </section>
)

const NotYet = () => (
  <Empty title="Nothing was run yet.">
    <Text size="sm" c="dimmed">
      Run it to see which hooks would run, what each says, and what the agent is told.
    </Text>
  </Empty>
)

function Columns({ answer }: { readonly answer: TryAnswer }) {
  const { columns } = answer
  const found = differences(columns)
  return (
    <>
      {columns.length < 2 ? null : (
        <Text size="sm" mb="xs">
          {differencesSaid(found, columns)}
        </Text>
      )}
      <div className="result-columns">
        {columns.map((column) => (
          <ResultColumn key={`${column.edition}:${column.agent}`} column={column} found={found} />
        ))}
      </div>
    </>
  )
}
