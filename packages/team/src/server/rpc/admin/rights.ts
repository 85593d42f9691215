/**
 * What each method of the admin service needs: the least role of a person, and the scope of a service token. No service
 * token can call a method for people. The type requires every method, so none is reachable without a check.
 */
import type { AdminService } from '../../../wire/index.ts'
import type { Right } from '../../sign-in/authorize-in-team.ts'

type Method = keyof typeof AdminService.method

export const rights: Readonly<Record<Method, Right>> = {
  listHooks: ['viewer', 'hooks:read'],
  getHook: ['viewer', 'hooks:read'],
  saveHook: ['author', 'hooks:write'],
  setHookActive: ['author', 'hooks:write'],
  deleteHook: ['author', 'hooks:write'],
  listVersions: ['viewer', 'hooks:read'],
  getVersion: ['viewer', 'hooks:read'],
  restoreVersion: ['author', 'hooks:write'],
  checkHook: ['viewer', 'hooks:read'],
  listPacks: ['viewer', 'hooks:read'],
  tryHook: ['author', 'people'],
  publish: ['author', 'publish'],
  listRevisions: ['viewer', 'hooks:read'],
  listDevices: ['viewer', 'devices:read'],
  getDevice: ['viewer', 'devices:read'],
  getCoverage: ['viewer', 'devices:read'],
  listAlarms: ['viewer', 'devices:read'],
  getAlarmSettings: ['viewer', 'people'],
  setAlarmSettings: ['owner', 'people'],
  testAlarm: ['owner', 'people'],
  revokeDevice: ['owner', 'people'],
  createEnrollmentCode: ['owner', 'devices:enroll'],
  listEnrollmentCodes: ['viewer', 'devices:read'],
  revokeEnrollmentCode: ['owner', 'people'],
  listMembers: ['viewer', 'members:read'],
  inviteMember: ['owner', 'people'],
  listInvitations: ['owner', 'people'],
  revokeInvitation: ['owner', 'people'],
  setRole: ['owner', 'people'],
  removeMember: ['owner', 'people'],
  listTokens: ['owner', 'people'],
  revokeToken: ['owner', 'people'],
  setSecondFactorPolicy: ['owner', 'people'],
  createServiceToken: ['owner', 'people'],
  listServiceTokens: ['owner', 'people'],
  revokeServiceToken: ['owner', 'people'],
  getActivity: ['viewer', 'activity:read'],
  listDecisions: ['viewer', 'activity:read'],
  listDecisionValues: ['viewer', 'activity:read'],
  getRetention: ['viewer', 'activity:read'],
  setRetention: ['owner', 'people'],
  listJournal: ['viewer', 'audit:read'],
  getSigningKeys: ['viewer', 'hooks:read'],
  newSigningKeys: ['owner', 'people'],
  setRoot: ['owner', 'people'],
}
