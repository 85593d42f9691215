/** The CodeMirror editor that `code-edit.tsx` loads lazily. */
import { autocompletion } from '@codemirror/autocomplete'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import type { Json } from '../../wire/panel.ts'
import { codeTheme, type Language, readOnlyExtensions } from './code-theme.ts'
import { editorTheme } from './editor-theme.ts'
import { completeFrom } from './json/completion.ts'
import { markHidden } from './mark-hidden.ts'

/** A message about a line. Lines count from 1. */
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
  /** Completes names and values of a JSON text. */
  readonly schema?: Json | undefined
  readonly onChange: (text: string) => void
  /** Ctrl or Cmd with Enter. */
  readonly onRun?: () => void
}

export default function Editor(props: EditorProps) {
  const { text, readOnly, remarks, label, language } = props
  const hasSchema = props.schema !== undefined
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (host.current === null) return
    const extensions: Extension = [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runIfSet(latest.current.onRun) }])),
      basicSetup,
      codeTheme(language),
      editorTheme,
      markHidden,
      hasSchema
        ? autocompletion({
            override: [completeFrom(() => latest.current.schema ?? {})],
            icons: false,
            maxRenderedOptions: 12,
          })
        : [],
      readOnly
        ? readOnlyExtensions(label)
        : [EditorView.lineWrapping, EditorView.contentAttributes.of({ 'aria-label': label })],
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) latest.current.onChange(state.doc.toString())
      }),
    ]
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: latest.current.text, extensions }),
    })
    editor.current = view
    return () => view.destroy()
  }, [label, language, readOnly, hasSchema])
  useEffect(() => {
    const view = editor.current
    if (view === null || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    const view = editor.current
    if (view !== null) view.dispatch(setDiagnostics(view.state, toDiagnostics(view.state, remarks ?? [])))
  }, [remarks])
  return <div ref={host} className="code-host code-edit" />
}

function runIfSet(action: (() => void) | undefined): boolean {
  action?.()
  return action !== undefined
}

const toDiagnostics = ({ doc }: EditorState, remarks: readonly Remark[]): Diagnostic[] =>
  remarks
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line, severity, message }) => ({ from: doc.line(line).from, to: doc.line(line).to, severity, message }))
