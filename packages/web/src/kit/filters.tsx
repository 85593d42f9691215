/** What narrows a list: a text, reached by `/` and left by Escape, and choices that may be none. */
import { Select, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'

interface SearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}
export function Search({ label, placeholder, value, onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  return (
    <TextInput
      ref={input}
      size="xs"
      aria-label={label}
      placeholder={`${placeholder}   /`}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && input.current?.blur()}
    />
  )
}

interface OneOfProps<T extends string> {
  readonly label: string
  /** Said where none is chosen. */
  readonly all: string
  readonly among: readonly (T | { readonly value: T; readonly label: string })[]
  readonly value: T | null
  readonly onChange: (value: T | null) => void
}
export const OneOf = <T extends string>({ label, all, among, value, onChange }: OneOfProps<T>) => (
  <Select
    size="xs"
    aria-label={label}
    placeholder={all}
    clearable
    clearButtonProps={{ 'aria-label': all }}
    data={[...among]}
    value={value}
    onChange={(chosen) => onChange(chosen as T | null)}
  />
)
