/** Buttons that copy a text and confirm it. */
import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface CopyProps {
  readonly value: string
  /** Names what is copied: "Copy command". */
  readonly label: string
}

export const CopyIconButton = ({ value, label }: CopyProps) => (
  <CopyButton value={value} timeout={1500}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? 'Copied' : label}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? 'Copied' : label} onClick={copy}>
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
)

export const CopyTextButton = ({ value, label }: CopyProps) => (
  <CopyButton value={value} timeout={1500}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={copy}
      >
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
)
