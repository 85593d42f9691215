/** The role that each method of the admin service needs. The type requires every method, so none is reachable without a check. */
import type { AdminService } from '../../../wire/index.ts'
import type { Role } from '../../store/index.ts'

type Method = keyof typeof AdminService.method

export const rights: Readonly<Record<Method, Role>> = {
  listHooks: 'viewer',
  getHook: 'viewer',
  saveHook: 'author',
  setHookActive: 'author',
  deleteHook: 'author',
  listVersions: 'viewer',
  getVersion: 'viewer',
  restoreVersion: 'author',
  checkHook: 'viewer',
  tryHook: 'author',
  publish: 'author',
  listRevisions: 'viewer',
  listDevices: 'viewer',
  revokeDevice: 'owner',
  createEnrollmentCode: 'owner',
  listEnrollmentCodes: 'viewer',
  revokeEnrollmentCode: 'owner',
  listMembers: 'viewer',
  inviteMember: 'owner',
  listInvitations: 'owner',
  revokeInvitation: 'owner',
  setRole: 'owner',
  removeMember: 'owner',
  listTokens: 'owner',
  revokeToken: 'owner',
  getActivity: 'viewer',
  listJournal: 'viewer',
  getSigningKeys: 'viewer',
  newSigningKeys: 'owner',
  setRoot: 'owner',
}
