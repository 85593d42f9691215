/** The list of keyboard shortcuts. */
import { Kbd, Table } from '@mantine/core'
import { ViewerModal } from '../viewer-modal.tsx'

export type Keys = readonly (readonly [names: readonly string[], action: string])[]

interface Props {
  readonly keys: Keys
  readonly size: 'sm' | 'md'
  readonly opened: boolean
  readonly onClose: () => void
}
export const KeysHelp = ({ keys, size, opened, onClose }: Props) => (
  <ViewerModal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={size}>
    <Table>
      <Table.Tbody>
        {keys.map(([names, action]) => (
          <Table.Tr key={action}>
            <Table.Td>
              {names.map((name) => (
                <Kbd key={name} mr={4}>
                  {name}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ViewerModal>
)
