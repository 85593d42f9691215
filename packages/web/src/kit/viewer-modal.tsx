/** The dialog of all pages. Keys pressed in it do not reach the page behind. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { stopKeyPropagation } from './keys/keys.ts'

interface ViewerModalProps {
  readonly title: ReactNode
  readonly opened: boolean
  /** Absent: the person must answer, so it has no way to close it and stands above other dialogs. */
  readonly onClose?: () => void
  readonly size?: string
  readonly children: ReactNode
}

export const ViewerModal = ({ title, opened, onClose, size = 'xl', children }: ViewerModalProps) => (
  <Modal
    opened={opened}
    onClose={onClose ?? ignoreClose}
    title={title}
    size={size}
    closeOnEscape={false}
    closeOnClickOutside={onClose !== undefined}
    withCloseButton={onClose !== undefined}
    closeButtonProps={{ 'aria-label': 'Close' }}
    zIndex={onClose === undefined ? 400 : 200}
    onKeyDown={(event) => {
      stopKeyPropagation(event)
      if (event.key === 'Escape') onClose?.()
    }}
  >
    {children}
  </Modal>
)

const ignoreClose = () => undefined
