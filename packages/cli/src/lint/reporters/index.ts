/** The output formats of `hookline check`. */
import { github } from './github.ts'
import { human } from './human.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import type { Reporter } from './report.ts'
import { sarif } from './sarif.ts'

export const reporters = { human, json, sarif, github, junit } as const satisfies Record<string, Reporter>
export type Format = keyof typeof reporters
export const isFormat = (name: string): name is Format => Object.hasOwn(reporters, name)
