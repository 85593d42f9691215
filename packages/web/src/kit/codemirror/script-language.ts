/** Words of scripts in colour: comments, texts, numbers and the words of the usual languages. Enough to read by; nothing is judged. */
import { StreamLanguage, type StringStream } from '@codemirror/language'

const words = new Set(
  'and as async await break case catch class const continue def do done elif else esac except exit export fi finally for from function if import in let local not or pass raise return set shift switch then throw try until var while with'.split(
    ' ',
  ),
)

interface State {
  /** The quote that a text over several lines ends with. */
  quote: string
}

export const scriptLanguage = StreamLanguage.define<State>({
  name: 'script',
  startState: () => ({ quote: '' }),
  token(stream, state) {
    if (state.quote !== '') return text(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match(/^(#(?![{\w!]).*|#!.*|\/\/.*|#\s?\w.*)/)) return 'comment'
    if (stream.match(/^("""|'''|["'`])/)) {
      state.quote = stream.current()
      return text(stream, state)
    }
    if (stream.match(/^\$(\{[^}]*\}|[\w@*#?]+)/)) return 'variableName'
    if (stream.match(/^\d[\w.]*/)) return 'number'
    if (stream.match(/^[A-Za-z_]\w*/)) return words.has(stream.current()) ? 'keyword' : null
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: '#' } },
})

function text(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match(state.quote)) {
      state.quote = ''
      break
    }
    if (stream.next() === '\\') stream.next()
  }
  return 'string'
}
