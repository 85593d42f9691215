/** A dialog in front of the page. Keys pressed in it do not reach the page behind. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { stopKeyPropagation } from './keys.ts'

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
      stopKeyPropagation(event)
      if (event.key === 'Escape') onClose()
    }}
  >
    {children}
  </Modal>
)
