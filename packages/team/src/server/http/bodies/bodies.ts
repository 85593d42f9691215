/** The maximum size of a request for each method. A method without an entry has the small limit. */

import { bundleLimits } from '../../../wire/bundle.ts'
import { coverageLimits } from '../../../wire/coverage.ts'
import { AdminService, DeviceService } from '../../../wire/index.ts'
import { reportLimits } from '../../../wire/report-limits.ts'

export interface BodyKind {
  /** The limit for the received body, and for the body after decompression. */
  readonly bytes: number
  /** The limit for nested messages: an empty one has two bytes on the wire but takes hundreds of bytes in memory. */
  readonly messages?: number
}

export const bodyKinds = {
  small: { bytes: 64 * 1024 },
  report: { bytes: reportLimits.bytes, messages: reportLimits.decisions + reportLimits.runsInAll },
  coverage: { bytes: 64 * 1024, messages: coverageLimits.agents + 1 },
  preview: { bytes: 64 * 1024, messages: bundleLimits.hooks },
  script: { bytes: 4 * 1024 * 1024 },
} as const satisfies Readonly<Record<string, BodyKind>>

const { saveHook, checkHook, tryHook } = AdminService.method
const { report, reportCoverage, reportPreview } = DeviceService.method
const kinds = new Map<unknown, BodyKind>([
  [saveHook, bodyKinds.script],
  [checkHook, bodyKinds.script],
  [tryHook, bodyKinds.script],
  [report, bodyKinds.report],
  [reportCoverage, bodyKinds.coverage],
  [reportPreview, bodyKinds.preview],
])

export const findBodyKind = (method: unknown): BodyKind => kinds.get(method) ?? bodyKinds.small
