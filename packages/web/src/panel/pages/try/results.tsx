/** The results of a trial: one column per edition and agent, and their differences. */
import { Alert, Text, Title } from '@mantine/core'
import { Empty, Loading } from '../../../kit/states.tsx'
import type { TryResponse } from '../../../wire/panel.ts'
import type { ApiFailure } from '../../api.ts'
import { describeDifferences, findDifferences } from './compare.ts'
import { ResultColumn } from './result-column.tsx'

interface Props {
  readonly response: TryResponse | undefined
  readonly error: ApiFailure | null
  readonly running: boolean
  /** The payload or the columns have changed since the run. */
  readonly stale: boolean
  /** The payload is too long for the address. */
  readonly hint: boolean
}
export const Results = ({ response, error, running, stale, hint }: Props) => (
  <section aria-labelledby="result" className="bench-half" aria-busy={running}>
    <Title order={2} id="result" mb={6}>
      Result
      {stale && !running && response !== undefined ? (
        <Text size="xs" c="dimmed" component="span" ml={10} fw={400}>
          outdated: run again to apply your changes
        </Text>
      ) : null}
    </Title>
    {error === null ? null : (
      <Alert color="red" variant="light" role="alert" title="Could not run the hooks">
        {error.message} {error.next}
      </Alert>
    )}
    <div role="status">
      {running && response === undefined ? <Loading what="Running the hooks in a scratch copy" /> : null}
      {!running && response === undefined && error === null ? <NotYet /> : null}
      {response === undefined ? null : <Columns response={response} />}
    </div>
    {hint ? (
      <Text size="xs" c="dimmed" mt="xs">
        The payload is too long for a link. A link to this page shows the sample instead.
      </Text>
    ) : null}
  </section>
)

const NotYet = () => (
  <Empty title="No results yet.">
    <Text size="sm" c="dimmed">
      Run the event to see which hooks run, what they decide, and what the agent receives.
    </Text>
  </Empty>
)

function Columns({ response }: { readonly response: TryResponse }) {
  const { columns } = response
  const differences = findDifferences(columns)
  return (
    <>
      {columns.length < 2 ? null : (
        <Text size="sm" mb="xs">
          {describeDifferences(differences, columns)}
        </Text>
      )}
      <div className="result-columns">
        {columns.map((column) => (
          <ResultColumn key={`${column.edition}:${column.agent}`} column={column} differences={differences} />
        ))}
      </div>
    </>
  )
}
