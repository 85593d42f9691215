/** Makes a new hook as files and an entry. It writes nothing. */
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { type Model, modelOf } from './model.ts'
import { moduleText } from './module.ts'
import { node } from './node.ts'
import { python } from './python.ts'
import { ruleEntry } from './rule.ts'
import { nodeRuntime } from './runtime.ts'
import { sh } from './sh.ts'
import { testFile } from './test-file.ts'

export interface Hook {
  /** The script first, if it has one, then its test. */
  readonly files: readonly { readonly file: string; readonly text: string; readonly executable: boolean }[]
  /** File names that must be free, also those of the other languages. */
  readonly takes: readonly string[]
  /** Absent for a rule, and for a module, which has no process. */
  readonly command?: string
  readonly entry: JsonObject
  readonly why?: string
}

interface Script {
  readonly extension: string
  readonly text: string
  /** The program that runs the script. Absent if the script is executable. */
  readonly program?: string
  readonly why?: string
}

export const languages = {
  sh: (model: Model): Script => ({ extension: 'sh', text: sh(model) }),
  py: (model: Model): Script => ({ extension: 'py', text: python(model), program: 'python3' }),
  ts(model: Model): Script {
    const { flavour, command, why } = nodeRuntime()
    return { extension: flavour, text: node(model, flavour), program: command, why }
  },
} as const
export type Language = keyof typeof languages

export interface HookOptions {
  readonly matcher: string | undefined
  /** The directory of the scripts, relative to the hook's working directory. */
  readonly folder: string
}

export function makeHook(name: string, event: EventName, language: Language, { matcher, folder }: HookOptions): Hook {
  const model = modelOf(name, event)
  const { extension, text, program, why } = languages[language](model)
  const file = `${name}.${extension}`
  const test = `${name}.hooktest.yaml`
  const path = `${folder}/${file}`
  const command = program === undefined ? path : `${program} ${path}`
  return {
    files: [
      { file, text, executable: program === undefined },
      { file: test, text: testFile(model, { file }, matcher), executable: false },
    ],
    takes: [...['sh', 'ts', 'mjs', 'py'].map((one) => `${name}.${one}`), test],
    command,
    entry: { command, ...(matcher === undefined ? {} : { matcher }), name },
    ...(why === undefined ? {} : { why }),
  }
}

/** A module that Hookline keeps loaded, instead of a script. Only hookline.json can have one. */
export function makeModule(name: string, event: EventName, { matcher, folder }: HookOptions): Hook {
  const model = modelOf(name, event)
  const [file, test] = [`${name}.mjs`, `${name}.hooktest.yaml`]
  return {
    files: [
      { file, text: moduleText(model), executable: false },
      { file: test, text: testFile(model, { name }, matcher), executable: false },
    ],
    takes: [...['sh', 'ts', 'mjs', 'py'].map((one) => `${name}.${one}`), test],
    entry: { type: 'module', module: `${folder}/${file}`, ...(matcher === undefined ? {} : { matcher }), name },
  }
}

/** A rule, which has no code at all; undefined if the event reads nothing that a rule could reply. */
export function makeRule(name: string, event: EventName, { matcher }: HookOptions): Hook | undefined {
  const model = modelOf(name, event)
  const entry = ruleEntry(model)
  if (entry === undefined) return undefined
  const test = `${name}.hooktest.yaml`
  return {
    files: [{ file: test, text: testFile(model, { name }, matcher), executable: false }],
    takes: [test],
    entry: { ...entry, ...(matcher === undefined ? {} : { matcher }), name },
  }
}
