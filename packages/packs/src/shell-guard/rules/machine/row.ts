import type { Finding } from '../../rule.ts'

/** A program that changes the machine, and the arguments with which it does. */
export interface MachineRow {
  readonly name: string
  readonly programs: string
  /** Arguments with which it only reads. */
  readonly onlyReads?: RegExp
  /** It changes something only with these arguments. */
  readonly only?: RegExp
  readonly finding: Finding
  readonly instead?: string
}
