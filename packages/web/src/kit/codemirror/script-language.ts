/** Simple highlighting for scripts of any language: comments, strings, numbers and common keywords. It reports no errors. */
import { StreamLanguage, type StringStream } from '@codemirror/language'

const keywords = new Set(
  'and as async await break case catch class const continue def do done elif else esac except exit export fi finally for from function if import in let local not or pass raise return set shift switch then throw try until var while with'.split(
    ' ',
  ),
)

interface State {
  /** The quote that ends the current string, which may span lines; empty outside of a string. */
  quote: string
}

export const scriptLanguage = StreamLanguage.define<State>({
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
