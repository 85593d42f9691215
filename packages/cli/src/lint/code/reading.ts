/** What rules know of a script, whatever its language. Offsets count in the script's own text. */

export interface ReplyField {
  readonly name: string
  readonly offset: number
  /** Words that the value may be, as far as the text tells; booleans as `true` and `false`. */
  readonly values: readonly string[]
  /** The value, or another one, is known only when the script runs. */
  readonly dynamic: boolean
  /** What the value is written as; absent where that is not known. `json`: an object that was made into text. */
  readonly kind?: 'text' | 'boolean' | 'number' | 'list' | 'object' | 'json'
  /** Of an object. */
  readonly fields?: readonly ReplyField[]
}
export interface ReplyObject {
  readonly offset: number
  readonly fields: readonly ReplyField[]
  /** It has fields that the text does not name. */
  readonly open: boolean
}

/** Something that the script writes. */
export interface Output {
  readonly offset: number
  /** `elsewhere`: to a file, into a variable or into another program. */
  readonly to: 'stdout' | 'stderr' | 'elsewhere'
  /** `object`: in the language's own notation, which is not JSON. `wrapped`: inside a list or a JSON text. `other`: what another program prints. */
  readonly form: 'json' | 'text' | 'object' | 'wrapped' | 'other'
  /** The program that prints it, of `other`. */
  readonly by?: string
  readonly reply?: ReplyObject
  /** As far as it is known, with `hole` for the rest. */
  readonly text?: string
}

/** Stands in a path for an element of a list. */
export const ELEMENT = '[]'

/** A field that is read from the event. */
export interface InputRead {
  readonly path: readonly string[]
  readonly offset: number
  /** Other fields that the same expression falls back to. */
  readonly instead: readonly (readonly string[])[]
  /** Found by searching the JSON text, so that its depth is not known. */
  readonly anywhere?: boolean
  /** Kept as JSON, with its quotation marks (`jq` without `-r`). */
  readonly asJson?: boolean
}

export interface VariableRead {
  readonly name: string
  readonly offset: number
  /** The script has a default, or tests whether it is set. */
  readonly expected: boolean
  /** It is the first argument of the script. */
  readonly argument?: boolean
}

export interface Exit {
  /** Undefined: known only when the script runs. */
  readonly code: number | undefined
  readonly offset: number
  /** Buffers are not written (`os._exit`). */
  readonly hard?: boolean
  /** Nothing can have been printed before it. */
  readonly silent?: boolean
  /** What was printed before it cannot have gone to stderr. */
  readonly onStdoutOnly?: boolean
}

/** A defect that only the reader of one language can see. */
export interface Flaw {
  readonly kind:
    | 'pasted'
    | 'read-twice'
    | 'program-on-stdin'
    | 'lost-in-subshell'
    | 'exit-in-subshell'
    | 'two-replies'
    | 'lost-answer'
    | 'text-as-file'
    /** Text of the event becomes shell text; `name` is what runs it. */
    | 'payload-in-shell'
    | 'never-ends'
    | 'waits-for-person'
    | 'swallowed-exit'
    | 'early-exit'
    | 'quoted-regex'
    | 'ends-early'
    | 'path-prefix'
    | 'payload-leaves'
    /** A JSON parser gets a stream for text, or text for a stream; `name` is the call. */
    | 'wrong-parser'
    /** A function that refuses by `exit 2` is called in `$( )`; `name` is the function. */
    | 'captured-exit'
    /** The exit code of a search is handed on; `name` is the program. */
    | 'handed-on-exit'
  readonly offset: number
  readonly name?: string
}

/** A field of the event that is compared with a word. */
export interface Comparison {
  readonly field: string
  readonly word: string
  readonly offset: number
}

export interface Reading {
  readonly outputs: readonly Output[]
  /** Objects with a verdict that are built, and for which it is not known whether they are printed. */
  readonly built: readonly ReplyObject[]
  readonly inputs: readonly InputRead[]
  readonly variables: readonly VariableRead[]
  readonly exits: readonly Exit[]
  readonly flaws: readonly Flaw[]
  readonly comparisons: readonly Comparison[]
  /** Every text in it, for what may stand in any of them. */
  readonly texts: readonly { readonly text: string; readonly offset: number }[]
  readonly readsStdin: boolean
  /** Fields that are set on a reply later (`reply.user_message = …`). */
  readonly setLater: ReadonlySet<string>
  /** Other code decides too: another program, a module of its own, an exit code that is handed on. */
  readonly opaque: boolean
}
