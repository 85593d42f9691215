/** Figures per hook, slowest first. Every column can be sorted. */
import { Table, Title, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import {
  createColumnHelper,
  createSortedRowModel,
  type Header,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { formatMs } from '../../../kit/text.ts'
import type { Stats } from '../../../wire/panel.ts'

type HookFigures = Stats['hooks'][number]

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
})
const helper = createColumnHelper<typeof features, HookFigures>()

const count = (key: 'runs' | 'failures' | 'denies' | 'falsePositives', header: string) =>
  helper.accessor(key, { header, sortFn: 'basic', cell: ({ getValue }) => getValue().toLocaleString('en') })
const time = (key: 'p50' | 'p95' | 'max', header: string) =>
  helper.accessor(key, { header, sortFn: 'basic', cell: ({ getValue }) => formatMs(getValue()) })

/** The name with the id (without its hash), because hooks of two events may have the same name. */
const HookName = ({ name, id }: HookFigures) => (
  <>
    {name}
    <span className="figure-id">{id.slice(0, id.lastIndexOf('/'))}</span>
  </>
)

const columns = helper.columns([
  helper.accessor('name', {
    header: 'Hook',
    sortFn: 'text',
    sortDescFirst: false,
    cell: ({ row: { original } }) => <HookName {...original} />,
  }),
  time('p50', 'p50'),
  time('p95', 'p95'),
  time('max', 'longest'),
  count('runs', 'runs'),
  count('failures', 'failed'),
  count('denies', 'denied'),
  count('falsePositives', 'false positives'),
])

export function HooksTable({ hooks }: Pick<Stats, 'hooks'>) {
  const table = useTable({
    features,
    columns,
    // The table does not change its data.
    data: hooks as HookFigures[],
    getRowId: ({ id }) => id,
    initialState: { sorting: [{ id: 'p95', desc: true }] },
  })
  if (hooks.length === 0) return null
  return (
    <section aria-labelledby="slowest" className="part">
      <Title order={2} id="slowest">
        Hooks
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className="wide-table" tabIndex={0} aria-label="Figures per hook">
        <Table verticalSpacing={5} highlightOnHover className="hook-figures stacks">
          <Table.Thead>
            <Table.Tr>
              {table.getHeaderGroups()[0]?.headers.map((header) => (
                <SortHead key={header.id} header={header} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <Table.Td
                    key={cell.id}
                    className={cellClass(cell.column.id, row.original)}
                    data-label={String(cell.column.columnDef.header)}
                  >
                    <table.FlexRender cell={cell} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  )
}

function cellClass(column: string, { failures }: HookFigures): string {
  if (column === 'name') return 'figure-name'
  return column === 'failures' && failures > 0 ? 'number tone-fail' : 'number'
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function SortHead({ header }: { readonly header: Header<typeof features, HookFigures> }) {
  const { column } = header
  const sorted = column.getIsSorted()
  const Icon = sorted === false ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th
      className={column.id === 'name' ? undefined : 'number'}
      aria-sort={sorted === false ? 'none' : directions[sorted]}
    >
      <UnstyledButton className="sort" data-sorted={sorted !== false} onClick={column.getToggleSortingHandler()}>
        {String(column.columnDef.header)}
        <Icon size={12} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  )
}
