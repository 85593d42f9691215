/** Colours of the interactive parts of an editor. Styles use no images, because the content security policy blocks them. */
import { EditorView } from '@codemirror/view'

const underline = (colour: string) => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${colour} 1px`,
  textDecorationSkipInk: 'none',
})
const popup = {
  border: '1px solid var(--line)',
  borderRadius: '4px',
  backgroundColor: 'var(--ground)',
  color: 'var(--ink)',
}

export const editorTheme = EditorView.theme({
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--code-line, rgba(128, 128, 128, 0.08))' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-lintRange-error': underline('var(--deny)'),
  '.cm-lintRange-warning': underline('var(--ask)'),
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--deny)' },
  '.cm-diagnostic': { padding: '4px 8px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--deny)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--ask)' },
  '.cm-tooltip': popup,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '12.5px',
    // The list does not scroll, because the keyboard could not reach a scrolling list.
    maxHeight: 'none',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-primary-color-contrast)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-tooltip.cm-completionInfo': { ...popup, padding: '4px 8px', maxWidth: '320px' },
  '.cm-panels': { backgroundColor: 'var(--ground-2)', color: 'var(--ink)' },
})
