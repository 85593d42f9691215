/** What the keyboard does. */
import { Kbd, Table } from '@mantine/core'
import { ViewerModal } from '../kit/viewer-modal.tsx'

const keys = [
  [['/'], 'search'],
  [['j', 'k'], 'next row, row before'],
  [['Enter'], 'open the row'],
  [['Esc'], 'close, or leave the search'],
  [['p'], 'pause or go on'],
  [['1', '2', '3', '4', '5'], 'Now, Hooks, Problems, Try, Stats'],
  [['?'], 'this list'],
] as const

export const KeysHelp = ({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) => (
  <ViewerModal opened={opened} onClose={onClose} title="Keyboard" size="sm">
    <Table>
      <Table.Tbody>
        {keys.map(([names, does]) => (
          <Table.Tr key={does}>
            <Table.Td>
              {names.map((name) => (
                <Kbd key={name} mr={4}>
                  {name}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ViewerModal>
)
