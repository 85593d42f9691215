/** `@hookline/team/client`: the client for a machine of a team, and the commands of its administrators. */

export {
  coverageStates,
  isCoverageState,
  isReportedVersion,
  type ReportedAgent,
  type ReportedCanary,
  type ReportedCoverage,
} from '../wire/coverage.ts'
export { passwordFault } from '../wire/passwords.ts'
export { isScope, maxTokenDays, publishScopes, scopes } from '../wire/scopes.ts'
export type { ActivePause } from './active-pauses.ts'
export { readChecklist, type SetUpStep } from './admin/checklist.ts'
export { readCoverage } from './admin/coverage.ts'
export { type DeviceFilter, findDevice, listDevices, setCanary } from './admin/devices.ts'
export { type Admin, chooseAdmin } from './admin/files.ts'
export {
  findHookId,
  listPauses,
  type PauseOptions,
  pauseHooks,
  type Rollback,
  type RollbackOptions,
  readRevision,
  resumeHooks,
  rollBack,
} from './admin/incidents.ts'
export { checkLink, type KeygenOptions, type KeygenResult, keygen } from './admin/keygen.ts'
export { askPreview, endPreview, type PreviewStatus, readPreview } from './admin/preview.ts'
export {
  type Change,
  createEnrolmentCode,
  type PublishPlan,
  type PublishResult,
  type PublishRing,
  planPublish,
  publish,
} from './admin/publish.ts'
export type { WantedHook } from './admin/read-hooks.ts'
export {
  type AdvanceOptions,
  advanceRollout,
  type ObservedNumbers,
  type RingNumbers,
  type RolloutStatus,
  readRollout,
  stopRollout,
} from './admin/rollout.ts'
export { type RootKeyOptions, type RotateOptions, rotate, rotateOnline } from './admin/rotate.ts'
export { findAdmin } from './admin/service-admin.ts'
export {
  createServiceToken,
  listServiceTokens,
  type NewServiceToken,
  revokeServiceToken,
} from './admin/service-tokens.ts'
export { readSentCoverage } from './coverage.ts'
export { chooseTeam, listTeams } from './device/device.ts'
export { type Machine, type MachineOptions, thisMachine } from './device/machine.ts'
export { answerNotice, isNoticePending, type Notice, noticeText, pendingNotices } from './device/notice.ts'
export { type EnrollOptions, type Enrolment, enroll } from './enroll.ts'
export { type FailureKind, TeamError } from './failure.ts'
export type { InstalledHook } from './installed-files.ts'
export { type LeaveResult, leave } from './leave.ts'
export { type PreviewRecord, readPreviewRecords } from './previews/records.ts'
export {
  type InstalledSet,
  type MachineStatus,
  readInstalledSet,
  readMachineStatus,
  readTeamStatus,
  type TeamStatus,
} from './status.ts'
export { refreshTeams, type SyncOptions, type SyncResult, syncAll, syncTeam } from './sync.ts'
export { type WatchOptions, watchTeams } from './watch.ts'
