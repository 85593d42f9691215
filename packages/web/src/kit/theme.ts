/** One look for all pages: calm greys, one accent, and a colour for each kind of decision that is readable on both grounds. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const harbour: MantineColorsTuple = [
  '#eaf5f7',
  '#d5e8ec',
  '#a9d1da',
  '#79b8c6',
  '#52a3b5',
  '#3996aa',
  '#2a8fa5',
  '#1b7b90',
  '#0a6e82',
  '#005f72',
]

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 9, dark: 5 },
  colors: { harbour },
  autoContrast: true,
  // From here on black is the better ink.
  luminanceThreshold: 0.18,
  defaultRadius: 'sm',
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '15px' }, h3: { fontSize: '13px' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
})
