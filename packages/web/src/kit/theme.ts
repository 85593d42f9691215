/** The theme of all pages: greys, one accent, and a colour per kind of decision that is readable in light and dark mode. */
import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'

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

/** Mantine's dark greys, matched to our dark background. */
const dark: MantineColorsTuple = [
  '#e6e9ec',
  '#c6ccd2',
  '#a3adb6',
  '#7b8791',
  '#3a434b',
  '#2c333a',
  '#20262b',
  '#14181c',
  '#101317',
  '#0b0e10',
]

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 9, dark: 5 },
  colors: { harbour, dark },
  autoContrast: true,
  // Above this luminance black text has the better contrast.
  luminanceThreshold: 0.18,
  // Mantine chooses the text colour of a filled button for light mode only. This one follows the colour scheme.
  variantColorResolver: (input) => {
    const standard = defaultVariantColorsResolver(input)
    const isPrimary = input.variant === 'filled' && [undefined, 'harbour'].includes(input.color)
    return isPrimary ? { ...standard, color: 'var(--mantine-primary-color-contrast)' } : standard
  },
  defaultRadius: 'sm',
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '15px' }, h3: { fontSize: '13px' } },
  },
  components: {
    // Details open at once, so that their content does not move under the pointer.
    Accordion: { defaultProps: { transitionDuration: 0 } },
    // A delay, so that a passing pointer opens none; below, so that it does not cover the line above.
    Tooltip: { defaultProps: { openDelay: 300, position: 'bottom' } },
    // The page itself never scrolls, so it needs no lock, and the content security policy blocks the style of the lock.
    // The header of a dialog must not count as the banner of the page.
    Modal: { defaultProps: { lockScroll: false, attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { lockScroll: false, attributes: { header: { role: 'none' } } } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
})
