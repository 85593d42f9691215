/** A text in CodeMirror, to read: the lazy side of `code-view.tsx` and `diff-view.tsx`. */
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { reveal } from '../reveal.ts'
import { forReading, type Language, look } from './look.ts'

export interface ViewerProps {
  readonly text: string
  readonly label: string
  readonly language: Language
  /** The text before, where a difference is shown. */
  readonly before?: string | undefined
}

export default function Viewer({ text, label, language, before }: ViewerProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = place.current
    if (parent === null) return
    const extensions: Extension[] = [
      look(language),
      forReading(label),
      before === undefined ? lineNumbers() : since(reveal(before)),
    ]
    // Read-only, so that the marks can stand in the text itself: in a difference on both sides alike.
    const view = new EditorView({ parent, state: EditorState.create({ doc: reveal(text), extensions }) })
    return () => view.destroy()
  }, [text, label, language, before])
  return <div ref={place} className="code-place" />
}

const since = (before: string): Extension =>
  unifiedMergeView({
    original: before,
    mergeControls: false,
    gutter: true,
    highlightChanges: true,
    collapseUnchanged: { margin: 3, minSize: 6 },
  })
