/** The read-only CodeMirror that `code-view.tsx` and `diff-view.tsx` load lazily. */
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { reveal } from '../reveal.ts'
import { codeTheme, type Language, readOnlyExtensions } from './code-theme.ts'

export interface ViewerProps {
  readonly text: string
  readonly label: string
  readonly language: Language
  /** The earlier text, where a difference is shown. */
  readonly before?: string | undefined
}

export default function Viewer({ text, label, language, before }: ViewerProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = host.current
    if (parent === null) return
    const extensions: Extension[] = [
      codeTheme(language),
      readOnlyExtensions(label),
      before === undefined ? lineNumbers() : showDiff(reveal(before)),
    ]
    // The text is read-only, so marks can replace hidden characters in it, on both sides of a difference.
    const view = new EditorView({ parent, state: EditorState.create({ doc: reveal(text), extensions }) })
    return () => view.destroy()
  }, [text, label, language, before])
  return <div ref={host} className="code-host" />
}

const showDiff = (before: string): Extension =>
  unifiedMergeView({
    original: before,
    mergeControls: false,
    gutter: true,
    highlightChanges: true,
    collapseUnchanged: { margin: 3, minSize: 6 },
  })
