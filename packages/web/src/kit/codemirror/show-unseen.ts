/** Marks in an editor for characters that cannot be seen: the text itself stays as it is. */
import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { markOf, unseen } from '../reveal.ts'

export const showUnseen: Extension = [
  highlightSpecialChars({ specialChars: unseen, render: (code) => markElement(markOf(code)) }),
  EditorView.theme({ '.cm-unseen': { color: 'var(--deny)', backgroundColor: 'var(--deny-ground)' } }),
]

function markElement(text: string): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'cm-unseen'
  mark.textContent = text
  return mark
}
