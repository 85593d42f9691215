/** `@hookline/team/client`: a machine of a team, and what its administrators do from a terminal. */

export { type Admin, chooseAdmin } from './admin/files.ts'
export { type KeygenOptions, keygen, type Made } from './admin/keygen.ts'
export { type Change, enrolmentCode, type Published, type PublishPlan, planPublish, publish } from './admin/publish.ts'
export type { WantedHook } from './admin/read-hooks.ts'
export { type RootKeyOptions, type RotateOptions, rotate, rotateOnline } from './admin/rotate.ts'
export { chooseTeam, teamsOf } from './device.ts'
export { type EnrollOptions, type Enrolment, enroll } from './enroll.ts'
export { type FailureKind, TeamError } from './failure.ts'
export { type Left, leave } from './leave.ts'
export { type Machine, type MachineOptions, thisMachine } from './machine.ts'
export { answerNotice, isNoticePending, type Notice, noticeText, pendingNotices } from './notice.ts'
export {
  type InstalledHook,
  type InstalledSet,
  installedSet,
  type MachineStatus,
  machineStatus,
  type TeamStatus,
  teamStatus,
} from './status.ts'
export { refreshTeams, type SyncOptions, type SyncResult, syncAll, syncTeam } from './sync.ts'
