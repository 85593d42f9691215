/** The files of a hook test for a recorded event. */
import { useQuery } from '@tanstack/react-query'
import { CodeView } from '../../../kit/code-view.tsx'
import { CopyTextButton } from '../../../kit/copy.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import type { AsTest } from '../../../wire/panel.ts'
import { get } from '../../api.ts'

export function AsTestText({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['as-test', id],
    queryFn: ({ signal }) => get<AsTest>(`/api/log/${encodeURIComponent(id)}/test`, signal),
  })
  if (error !== null) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading what="Creating the test" />
  if (data.unusable !== undefined) return <Empty title="This event cannot become a test">{data.unusable}</Empty>
  return data.files.map(({ file, text }) => (
    <section key={file} className="part">
      <div className="actions">
        <span className="mono">{file}</span>
        <span className="spring" />
        <CopyTextButton value={text} label="Copy" />
      </div>
      <CodeView text={text} label={file} language={file.endsWith('.json') ? 'json' : 'plain'} />
    </section>
  ))
}
