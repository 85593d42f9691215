/** Filters of a list: a search field (`/` focuses it, Escape leaves it) and selects that can be cleared. */
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

interface OptionalSelectProps<T extends string> {
  readonly label: string
  /** Shown where no option is chosen. */
  readonly noneLabel: string
  readonly options: readonly (T | { readonly value: T; readonly label: string })[]
  readonly value: T | null
  readonly onChange: (value: T | null) => void
}
export const OptionalSelect = <T extends string>({
  label,
  noneLabel,
  options,
  value,
  onChange,
}: OptionalSelectProps<T>) => (
  <Select
    size="xs"
    aria-label={label}
    placeholder={noneLabel}
    clearable
    clearButtonProps={{ 'aria-label': noneLabel }}
    data={[...options]}
    value={value}
    // The list offers only these options.
    onChange={(chosen) => onChange(chosen as T | null)}
  />
)
