/** What this server supports of SCIM, for identity providers that ask. */
const schema = 'urn:ietf:params:scim:schemas:core:2.0'

export const serviceProviderConfig = {
  schemas: [`${schema}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Service token', description: 'A service token with the scope scim' },
  ],
} as const

const resourceType = (name: 'User' | 'Group') => ({
  schemas: [`${schema}:ResourceType`],
  ...{ id: name, name, endpoint: `/${name}s`, schema: `${schema}:${name}` },
})

export const resourceTypes: readonly object[] = [resourceType('User'), resourceType('Group')]

const attribute = (name: string, type: string, required = false) => ({
  ...{ name, type, required, multiValued: type === 'complex', mutability: 'readWrite', returned: 'default' },
})

export const schemas: readonly object[] = [
  {
    ...{ id: `${schema}:User`, name: 'User' },
    attributes: [
      attribute('userName', 'string', true),
      attribute('displayName', 'string'),
      attribute('active', 'boolean'),
    ],
  },
  {
    ...{ id: `${schema}:Group`, name: 'Group' },
    attributes: [attribute('displayName', 'string', true), attribute('members', 'complex')],
  },
]
