/** The frame before anybody is signed in. */
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface DoorProps {
  readonly title: string
  readonly words: string
  readonly children: ReactNode
}
export const Door = ({ title, words, children }: DoorProps) => (
  <main className="door">
    <div className="door-box">
      <span className="brand">
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span>Hookline</span>
      </span>
      <Title order={1} mt="md">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {words}
      </Text>
      {children}
    </div>
  </main>
)
