/** Finds programs that a command names in an option, a setting or a variable, and that it starts on its own. */
import { argumentsOf } from '../programs/index.ts'
import type { ShellCommand, ShellWord } from '../types.ts'
import { isRunVariable, programOfSetting } from './settings.ts'

/** `scp -S x`, `cargo --config build.rustc-wrapper=x`, `RUSTC_WRAPPER=x cargo build`: returns each `x`. */
export function programsNamedBy(command: ShellCommand): readonly ShellWord[] {
  const given = argumentsOf(command)?.all ?? []
  const named = given.flatMap((one): readonly ShellWord[] => {
    if (one.kind === 'filter') return [one.word]
    return one.kind === 'setting' ? (programOfSetting(command.name, one.word) ?? []) : []
  })
  const assigned = command.assignments.flatMap(({ name, value }) => (isRunVariable(name) ? [value] : []))
  const defined = command.words.flatMap((word): readonly ShellWord[] => {
    const text = definition.exec(word.text)?.[1]
    return text === undefined ? [] : [{ ...word, text }]
  })
  return [...named, ...assigned, ...defined]
}

/** Definitions of CMake and Maven that name a program. */
const definition = /^-D(?:CMAKE_\w+_(?:LAUNCHER|COMPILER)|exec\.executable)(?::\w+)?=([\s\S]+)$/
