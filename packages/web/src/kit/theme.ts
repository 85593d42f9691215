/** One look for all pages: calm greys, one accent, and a colour for each kind of decision that is readable on both grounds. */
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

/** Mantine's dark greys, on our dark ground. */
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
  // From here on black is the better ink.
  luminanceThreshold: 0.18,
  // The library chooses the ink of a filled button for the light ground alone; this one is chosen for each.
  variantColorResolver: (input) => {
    const usual = defaultVariantColorsResolver(input)
    const own = input.variant === 'filled' && [undefined, 'harbour'].includes(input.color)
    return own ? { ...usual, color: 'var(--mantine-primary-color-contrast)' } : usual
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
    // Details open at once: what they hold never moves under the pointer.
    Accordion: { defaultProps: { transitionDuration: 0 } },
    // Not for a pointer that only passes, and not over what stands above.
    Tooltip: { defaultProps: { openDelay: 300, position: 'bottom' } },
    // The page never scrolls, so nothing need be locked: the lock's style is one the page's policy does not let in. And the
    // head of a window is not the banner of the page.
    Modal: { defaultProps: { lockScroll: false, attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { lockScroll: false, attributes: { header: { role: 'none' } } } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
})
