/** How large a request of each method may be. A method that is not named here is small: most carry a few words. */
import { AdminService, DeviceService } from '../../wire/index.ts'
import { reportLimits } from '../../wire/report-limits.ts'

export interface BodyKind {
  /** Of a body as it comes, and of what it is once unpacked. */
  readonly bytes: number
  /** Messages in it, itself not counted: an empty one is two bytes on the wire and hundreds in memory. */
  readonly messages?: number
}

export const bodyKinds = {
  small: { bytes: 64 * 1024 },
  report: { bytes: reportLimits.bytes, messages: reportLimits.decisions + reportLimits.runsInAll },
  script: { bytes: 4 * 1024 * 1024 },
} as const satisfies Readonly<Record<string, BodyKind>>

const { saveHook, checkHook, tryHook } = AdminService.method
const { report } = DeviceService.method
const kinds = new Map<unknown, BodyKind>([
  [saveHook, bodyKinds.script],
  [checkHook, bodyKinds.script],
  [tryHook, bodyKinds.script],
  [report, bodyKinds.report],
])

export const bodyKindOf = (method: unknown): BodyKind => kinds.get(method) ?? bodyKinds.small
