/** The theme of CodeMirror on our pages, and the nonce for its styles. Import it only from lazily loaded modules. */

import { json } from '@codemirror/lang-json'
import {
  defaultHighlightStyle,
  HighlightStyle,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { nonce } from '../nonce.ts'

export type Language = 'json' | 'script' | 'plain'

const languages: Readonly<Record<Language, () => Extension>> = {
  json,
  script: () => scriptLanguage,
  plain: () => [],
}

/** CodeMirror's default token colours, replaced by colours that are readable in light and dark mode. */
const colourOfDefault: Readonly<Record<string, string>> = {
  '#a11': 'var(--code-text)',
  '#164': 'var(--code-value)',
  '#219': 'var(--code-value)',
  '#708': 'var(--code-value)',
  '#940': 'var(--code-note)',
  '#00f': 'var(--code-name)',
  '#30a': 'var(--code-name)',
}
const highlighting = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({ ...spec, color: colourOfDefault[String(spec.color)] ?? 'inherit' })),
)

const colours = EditorView.theme({
  '&': { backgroundColor: 'var(--ground-2)', color: 'var(--ink)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--ground-2)', color: 'var(--ink-2)', borderRight: '1px solid var(--line)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--code-selected)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, ins.cm-insertedLine': { background: 'var(--code-added)' },
  '.cm-deletedChunk, .cm-deletedLine, del': { background: 'var(--code-removed)', textDecoration: 'none' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText': { background: 'var(--code-added-word)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--code-removed-word)', textDecoration: 'none' },
  // Token colours would be too faint on a marked background.
  '.cm-deletedChunk span, .cm-changedText, .cm-changedText span': { color: 'var(--ink)' },
  '.cm-deletedChunk': { paddingLeft: '6px' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···"' },
  '.cm-collapsedLines': { background: 'var(--ground-3)', color: 'var(--ink-2)' },
})

/** Shared by editors and viewers. */
export const codeTheme = (language: Language): Extension => [
  ...(nonce === '' ? [] : [EditorView.cspNonce.of(nonce)]),
  languages[language](),
  syntaxHighlighting(highlighting),
  colours,
]

/** Makes a text read-only. The keyboard can still focus and scroll it. */
export const readOnlyExtensions = (label: string): Extension => [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
]

/** Simple highlighting for scripts of any language: comments, strings, numbers and common keywords. It reports no errors. */
const keywords = new Set(
  'and as async await break case catch class const continue def do done elif else esac except exit export fi finally for from function if import in let local not or pass raise return set shift switch then throw try until var while with'.split(
    ' ',
  ),
)

interface State {
  /** The quote that ends the current string, which may span lines; empty outside of a string. */
  quote: string
}

const scriptLanguage = StreamLanguage.define<State>({
  name: 'script',
  startState: () => ({ quote: '' }),
  token(stream, state) {
    if (state.quote !== '') return readString(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match(/^(#(?![{\w!]).*|#!.*|\/\/.*|#\s?\w.*)/)) return 'comment'
    if (stream.match(/^("""|'''|["'`])/)) {
      state.quote = stream.current()
      return readString(stream, state)
    }
    if (stream.match(/^\$(\{[^}]*\}|[\w@*#?]+)/)) return 'variableName'
    if (stream.match(/^\d[\w.]*/)) return 'number'
    if (stream.match(/^[A-Za-z_]\w*/)) return keywords.has(stream.current()) ? 'keyword' : null
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: '#' } },
})

function readString(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match(state.quote)) {
      state.quote = ''
      break
    }
    if (stream.next() === '\\') stream.next()
  }
  return 'string'
}
