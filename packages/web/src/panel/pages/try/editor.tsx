/** The payload editor, a separate chunk that the Try page loads. */
import { autocompletion } from '@codemirror/autocomplete'
import { forceLinting, linter } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { codeTheme } from '../../../kit/codemirror/code-theme.ts'
import { editorTheme } from '../../../kit/codemirror/editor-theme.ts'
import { completeFrom } from '../../../kit/codemirror/json/completion.ts'
import { markHidden } from '../../../kit/codemirror/mark-hidden.ts'
import type { Json } from '../../../wire/panel.ts'
import { findings } from './lint.ts'

interface Props {
  readonly text: string
  readonly schema: Json
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

export default function Editor(props: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  /** The latest props, for extensions that live longer than one render. */
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (host.current === null) return
    const state = EditorState.create({ doc: latest.current.text, extensions: buildExtensions(() => latest.current) })
    const view = new EditorView({ parent: host.current, state })
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
  return <div ref={host} className="payload" />
}

function buildExtensions(props: () => Props): Extension {
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runAndHandle(props().onRun) }])),
    basicSetup,
    codeTheme('json'),
    editorTheme,
    markHidden,
    autocompletion({ override: [completeFrom(() => props().schema)], icons: false, maxRenderedOptions: 12 }),
    linter((view) => findings(view.state, props().schema), { delay: 250 }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': props().label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString())
    }),
  ]
}

function runAndHandle(action: () => void): true {
  action()
  return true
}
