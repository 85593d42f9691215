/** Something to read in front of the page. Keys pressed in it stay in it: the page behind does not move. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { keepKeys } from './keys.ts'

interface ViewerModalProps {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly size?: string
  readonly children: ReactNode
}

export const ViewerModal = ({ title, opened, onClose, size = 'xl', children }: ViewerModalProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={size}
    closeOnEscape={false}
    closeButtonProps={{ 'aria-label': 'Close' }}
    onKeyDown={(event) => {
      keepKeys(event)
      if (event.key === 'Escape') onClose()
    }}
  >
    {children}
  </Modal>
)
