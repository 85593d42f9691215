/** `@hookline/core/team`: the paths, files and limits that a sync of team hooks shares with the engine. */
export { type At, type Member, memberOf, type Node, type ObjectNode, parseJsonc, plain } from '../../config/jsonc.ts'
export { observedFile } from '../../config/observed.ts'
export {
  isInForce,
  isPause,
  pauseLimits,
  pausesFile,
  pauseText,
  readPauses,
  type SignedPause,
} from '../../config/pauses.ts'
export { readHooks } from '../../config/read-hooks.ts'
export { editions } from '../../editions.ts'
export { redactSecrets } from '../../redact/redact-secrets.ts'
export type { PackRegistry } from '../../sdk/pack.ts'
export type { TeamCheck } from '../../sources/document.ts'
export {
  cacheDirectory,
  configDirectory,
  copiesDirectory,
  stateDirectory,
  teamsDirectory,
} from '../../sources/locations.ts'
export { isReachable } from '../http/address.ts'
export { nodeHttp } from '../http/post.ts'
export { createPackLoader } from '../modules/packs.ts'
export { appendToSpool, listSpoolSegments, spoolLimits } from '../spool/append.ts'
export {
  countFrom,
  readSpool,
  removeShipped,
  resolvePosition,
  type SpoolPosition,
  spoolStart,
} from '../spool/read.ts'
export { maxFileBytes, nodeFiles } from '../system/files.ts'
export { thisPlatform } from '../system/machine.ts'
export { makeDirectory } from '../system/make-directory.ts'
export { isRunning, ownMark } from '../system/process-mark.ts'
export { readState, writeState } from '../system/state-file.ts'
export { claimSync, claimWatch, mayHaveNotice, type WatchFiles, watchFiles } from './due.ts'
export { nextDelay, refreshEveryMs } from './refresh.ts'
export type { ReportedDecision, ReportedRun } from './report-sink.ts'
export {
  createTeamSets,
  isTeamId,
  knownTeams,
  readManifest,
  type SetManifest,
  type TeamPaths,
  teamPaths,
} from './sets.ts'
