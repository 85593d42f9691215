/** What the analysis of a script found, in a form that is the same for all languages. Offsets refer to the script's text. */

export interface ReplyField {
  readonly name: string
  readonly offset: number
  /** The values that the text shows; booleans as `true` and `false`. */
  readonly values: readonly string[]
  /** The field may also have a value that is known only when the script runs. */
  readonly dynamic: boolean
  /** The type of the value; undefined if it is not known. `json` is an object that was converted to text. */
  readonly kind?: 'text' | 'boolean' | 'number' | 'list' | 'object' | 'json'
  /** The fields of an object. */
  readonly fields?: readonly ReplyField[]
}
export interface ReplyObject {
  readonly offset: number
  readonly fields: readonly ReplyField[]
  /** The object has fields that the text does not show. */
  readonly open: boolean
}

/** Something that the script writes. */
export interface Output {
  readonly offset: number
  /** `elsewhere` means a file, a variable or another program. */
  readonly to: 'stdout' | 'stderr' | 'elsewhere'
  /**
   * `object` is an object in the language's own notation, which is not JSON. `wrapped` is an object inside a list or a JSON
   * string. `other` is the output of another program.
   */
  readonly form: 'json' | 'text' | 'object' | 'wrapped' | 'other'
  /** For `other`, the program that prints it. */
  readonly by?: string
  readonly reply?: ReplyObject
  /** The known part of the text, with `hole` for the rest. */
  readonly text?: string
}

/** Represents an element of a list in a path. */
export const ELEMENT = '[]'

/** A field that is read from the event. */
export interface InputRead {
  readonly path: readonly string[]
  readonly offset: number
  /** Other fields that the same expression uses as a fallback. */
  readonly fallbacks: readonly (readonly string[])[]
  /** Found by a search in the JSON text, so its depth is not known. */
  readonly anywhere?: boolean
  /** Kept as JSON, with its quotation marks (`jq` without `-r`). */
  readonly asJson?: boolean
}

export interface VariableRead {
  readonly name: string
  readonly offset: number
  /** The script has a default, or tests whether it is set. */
  readonly expected: boolean
  /** The first argument of the script. */
  readonly argument?: boolean
}

export interface Exit {
  /** Undefined if it is known only when the script runs. */
  readonly code: number | undefined
  readonly offset: number
  /** The exit does not flush buffers (`os._exit`). */
  readonly hard?: boolean
  /** Nothing can have been printed before it. */
  readonly printsNothing?: boolean
  /** Everything printed before it went to stdout. */
  readonly onStdoutOnly?: boolean
}

/** A defect that the analysis of one language finds. */
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
    /** Text of the event becomes part of a shell command; `name` is what runs it. */
    | 'payload-in-shell'
    | 'never-ends'
    | 'waits-for-person'
    | 'swallowed-exit'
    | 'early-exit'
    | 'quoted-regex'
    | 'ends-early'
    | 'path-prefix'
    | 'payload-leaves'
    /** A JSON parser gets a stream instead of text, or text instead of a stream; `name` is the call. */
    | 'wrong-parser'
    /** A function that refuses with `exit 2` is called in `$( )`; `name` is the function. */
    | 'captured-exit'
    /** The script exits with the exit code of a search; `name` is the program. */
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
  /** Objects with a verdict that are built and may or may not be printed. */
  readonly built: readonly ReplyObject[]
  readonly inputs: readonly InputRead[]
  readonly variables: readonly VariableRead[]
  readonly exits: readonly Exit[]
  readonly flaws: readonly Flaw[]
  readonly comparisons: readonly Comparison[]
  /** Every string in the script, for rules that search in all of them. */
  readonly strings: readonly { readonly text: string; readonly offset: number }[]
  readonly readsStdin: boolean
  /** Fields that are set on a reply later (`reply.user_message = …`). */
  readonly setLater: ReadonlySet<string>
  /** Code outside this text decides too: another program, a module, or an exit code that is passed on. */
  readonly opaque: boolean
}
