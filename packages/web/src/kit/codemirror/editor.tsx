/** A text in CodeMirror, to write: the lazy side of `code-edit.tsx`. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { editorLook } from './editor-look.ts'
import { forReading, type Language, look } from './look.ts'
import { showUnseen } from './show-unseen.ts'

/** Something said of a line, from 1 on. */
export interface Remark {
  readonly line: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

export interface EditorProps {
  readonly text: string
  readonly label: string
  readonly language: Language
  readonly readOnly: boolean
  readonly remarks?: readonly Remark[] | undefined
  readonly onChange: (text: string) => void
  /** Ctrl or Cmd with Enter. */
  readonly onRun?: () => void
}

export default function Editor(props: EditorProps) {
  const { text, readOnly, remarks, label, language } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  const now = useRef(props)
  now.current = props
  useEffect(() => {
    if (place.current === null) return
    const extensions: Extension = [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runs(now.current.onRun) }])),
      basicSetup,
      look(language),
      editorLook,
      showUnseen,
      readOnly
        ? forReading(label)
        : [EditorView.lineWrapping, EditorView.contentAttributes.of({ 'aria-label': label })],
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) now.current.onChange(state.doc.toString())
      }),
    ]
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: now.current.text, extensions }),
    })
    editor.current = view
    return () => view.destroy()
  }, [label, language, readOnly])
  useEffect(() => {
    const view = editor.current
    if (view === null || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    const view = editor.current
    if (view !== null) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, remarks ?? [])))
  }, [remarks])
  return <div ref={place} className="code-place code-edit" />
}

function runs(does: (() => void) | undefined): boolean {
  does?.()
  return does !== undefined
}

const diagnosticsOf = ({ doc }: EditorState, remarks: readonly Remark[]): Diagnostic[] =>
  remarks
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line, severity, message }) => ({ from: doc.line(line).from, to: doc.line(line).to, severity, message }))
