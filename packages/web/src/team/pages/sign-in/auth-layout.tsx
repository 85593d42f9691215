/** The layout of pages without a session. */
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface AuthLayoutProps {
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}
export const AuthLayout = ({ title, description, children }: AuthLayoutProps) => (
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
        {description}
      </Text>
      {children}
    </div>
  </main>
)
