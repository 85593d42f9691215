/** How an agent is started without a person, with a scripted model on loopback in place of its vendor's. */
import { isObject, type JsonObject } from '../schema.ts'

/** `hookline doctor --prove --agent` and the tests with real agents use it. Loaded only then. */
export interface Headless {
  /** The format in which it talks to its model. */
  readonly wire: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini'
  /** Keys of its settings file that decide whether it runs hooks, beside `hooks` and the key that switches them off. */
  readonly keeps?: readonly string[]
  /** What its settings file needs so that it starts without a login. */
  readonly settings?: JsonObject
  /** Other files of the home directory that decide whether it runs hooks. Each function keeps only what does. */
  readonly files?: Readonly<Record<string, (text: string, move: MovePath) => string>>
  /** Variables that name a directory, with where the person has it in the home directory. Only its own program is there. */
  readonly caches?: Readonly<Record<string, readonly string[]>>
  /** Arguments with which it runs hooks that no person has trusted in it. Only for a workspace that Hookline has made. */
  readonly trustArgs?: readonly string[]
  start(prompt: string, options: HeadlessOptions): HeadlessStart
  /** Its tool call that runs a shell command. */
  shell(command: string): { readonly name: string; readonly input: JsonObject }
}

/** The path of a file of the home directory in the copy of that directory. */
export type MovePath = (path: string) => string

interface HeadlessOptions {
  /** `http://127.0.0.1:<port>/v1`. */
  readonly modelUrl: string
  /** Further arguments of the program. */
  readonly args?: readonly string[]
  /** Tools beside the shell that need no approval, where it asks for each. */
  readonly allowed?: readonly string[]
}

interface HeadlessStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Keeps some keys of a JSON file. A file that is not an object of JSON becomes empty. */
export const keepKeys =
  (...keys: readonly string[]) =>
  (text: string): string => {
    const value = parse(text)
    return JSON.stringify(Object.fromEntries(keys.flatMap((key) => (key in value ? [[key, value[key]]] : []))))
  }

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
