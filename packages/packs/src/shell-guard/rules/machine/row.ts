import type { Finding } from '../../rule.ts'

/** A program that does something to the machine, and the arguments with which it does. */
export interface MachineRow {
  readonly name: string
  readonly programs: string
  /** Arguments with which it only looks. */
  readonly looks?: RegExp
  /** Only with these arguments it does something. */
  readonly only?: RegExp
  readonly finding: Finding
  readonly instead?: string
}
