/** What a service token may be allowed to do. The server, the command line and the dashboard share this table. */
export const scopes = {
  'hooks:read': 'read hooks, their versions and revisions, and check drafts',
  'hooks:write': 'save, switch, restore and delete drafts',
  publish: 'publish drafts to every machine',
  'devices:read': 'read devices and enrolment codes',
  'devices:enroll': 'create enrolment codes',
  'activity:read': 'read activity, and read and export decisions',
  'members:read': 'read members',
  'audit:read': 'read the audit log',
  scim: 'write the directory of people and groups (SCIM). Equal to an owner: it decides who is one',
} as const

/** How many days a service token can be valid. */
export const maxTokenDays = 366

export type Scope = keyof typeof scopes

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text)

/** What `hookline team publish` needs. */
export const publishScopes: readonly Scope[] = ['hooks:read', 'hooks:write', 'publish']
