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

const metaOf = (resourceType: string, location: string) => ({
  meta: { resourceType, location: `/scim/v2/${location}` },
})

const resourceType = (name: 'User' | 'Group') => ({
  schemas: [`${schema}:ResourceType`],
  ...metaOf('ResourceType', `ResourceTypes/${name}`),
  ...{ id: name, name, endpoint: `/${name}s`, schema: `${schema}:${name}` },
})

interface Described {
  readonly id: string
  readonly attributes?: readonly object[]
}

export const resourceTypes: readonly Described[] = [resourceType('User'), resourceType('Group')]

const describeSchema = (name: 'User' | 'Group') => ({
  schemas: [`${schema}:Schema`],
  ...{ id: `${schema}:${name}`, name, ...metaOf('Schema', `Schemas/${schema}:${name}`) },
})

const attribute = (name: string, type: string, required = false) => ({
  ...{ name, type, required, multiValued: type === 'complex', mutability: 'readWrite', returned: 'default' },
})

export const schemas: readonly Described[] = [
  {
    ...describeSchema('User'),
    attributes: [
      attribute('userName', 'string', true),
      attribute('displayName', 'string'),
      attribute('active', 'boolean'),
    ],
  },
  {
    ...describeSchema('Group'),
    attributes: [attribute('displayName', 'string', true), attribute('members', 'complex')],
  },
]
