/** What the keyboard does. */
import { Kbd, Table } from '@mantine/core'
import { ViewerModal } from '../kit/viewer-modal.tsx'
import { places } from './places.ts'

const keys = [
  [places.map(({ digit }) => digit), places.map(({ label }) => label).join(', ')],
  [['/'], 'search the hooks'],
  [['n'], 'a new hook, on Hooks'],
  [['Ctrl', 'S'], 'save the draft'],
  [['Ctrl', 'Enter'], 'try the draft'],
  [['?'], 'this list'],
] as const

export const KeysHelp = ({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) => (
  <ViewerModal opened={opened} onClose={onClose} title="Keyboard" size="md">
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
