/** Shows a mark for each invisible character in an editor. The text itself does not change. */
import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { formatCodePoint, hiddenCharacters } from '../reveal.ts'

export const markHidden: Extension = [
  highlightSpecialChars({ specialChars: hiddenCharacters, render: (code) => markElement(formatCodePoint(code)) }),
  EditorView.theme({ '.cm-unseen': { color: 'var(--deny)', backgroundColor: 'var(--deny-ground)' } }),
]

function markElement(text: string): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'cm-unseen'
  mark.textContent = text
  return mark
}
