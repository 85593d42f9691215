/** The payload's editor. A chunk of its own, loaded when Try is opened. */
import { autocompletion } from '@codemirror/autocomplete'
import { forceLinting, linter } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { codeTheme } from '../../../kit/codemirror/code-theme.ts'
import { editorTheme } from '../../../kit/codemirror/editor-theme.ts'
import { markHidden } from '../../../kit/codemirror/mark-hidden.ts'
import type { Json } from '../../../wire/panel.ts'
import { completeFrom } from './completion.ts'
import { findings } from './lint.ts'

interface Props {
  readonly text: string
  readonly schema: Json
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

export default function Editor(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  /** What the editor's extensions ask for when they need it: they live longer than one render. */
  const now = useRef(props)
  now.current = props
  useEffect(() => {
    if (place.current === null) return
    const state = EditorState.create({ doc: now.current.text, extensions: extensionsFor(() => now.current) })
    const view = new EditorView({ parent: place.current, state })
    editor.current = view
    return () => view.destroy()
  }, [])
  useEffect(() => {
    const view = editor.current
    if (view === null || view.state.doc.toString() === props.text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: props.text } })
  }, [props.text])
  useEffect(() => {
    if (editor.current !== null) forceLinting(editor.current)
  }, [props.schema])
  return <div ref={place} className="payload" />
}

function extensionsFor(now: () => Props): Extension {
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => done(now().onRun) }])),
    basicSetup,
    codeTheme('json'),
    editorTheme,
    markHidden,
    autocompletion({ override: [completeFrom(() => now().schema)], icons: false, maxRenderedOptions: 12 }),
    linter((view) => findings(view.state, now().schema), { delay: 250 }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': now().label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) now().onChange(update.state.doc.toString())
    }),
  ]
}

function done(does: () => void): true {
  does()
  return true
}
