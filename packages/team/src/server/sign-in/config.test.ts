import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { providerEntry } from '../../testing/sign-in.ts'
import { readSignInFile } from './config.ts'

const team = `hl_${'a'.repeat(16)}`
const env = { SSO_SECRET: 'secret', EMPTY: ' ' }

function fileWith(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-sign-in-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'sign-in.json')
  writeFileSync(file, text)
  return file
}

const read = (more: object) =>
  readSignInFile(fileWith(JSON.stringify({ providers: [providerEntry('https://sso.example.com', team, more)] })), env)

test('a provider has defaults', () => {
  expect(read({ scopes: undefined })).toMatchObject([
    { groupsClaim: 'groups', scopes: ['openid', 'email', 'profile'], sessionMs: 12 * 3_600_000, checkMs: 15 * 60_000 },
  ])
  expect(readSignInFile(undefined, {})).toEqual([])
})

test.each([
  [{ issuer: 'http://sso.example.com' }, 'providers[0].issuer must begin with https://'],
  [{ issuer: 'http://localhost.evil.example' }, 'must begin with https://'],
  [{ issuer: 'https://user@sso.example.com' }, 'without "?", "#" and "@"'],
  [{ issuer: 'https://sso.example.com/?a' }, 'without "?", "#" and "@"'],
  [{ issuer: 7 }, 'providers[0].issuer must be the address'],
  [{ id: 'A B' }, 'providers[0].id must be 1 to 40'],
  [{ id: '../x' }, 'providers[0].id must be 1 to 40'],
  [{ team: 'Platform' }, 'providers[0].team must be the id of a team (hl_…), got "Platform"'],
  [{ domains: [] }, 'providers[0].domains must be a list'],
  [{ domains: ['*'] }, '"*" is not a domain'],
  [{ domains: ['Example.com'] }, '"Example.com" is not a domain in lower case'],
  [{ roles: {} }, 'must name groups for at least one role'],
  [{ roles: { admin: ['x'] } }, 'providers[0].roles has an unknown key "admin"'],
  [{ roles: { owner: 'x' } }, 'providers[0].roles.owner must be a list'],
  [{ scopes: ['email'] }, 'must contain "openid"'],
  [{ sessionHours: 0 }, 'providers[0].sessionHours must be a number from 1 to 168, got 0'],
  [{ clientSecretEnv: 'EMPTY' }, 'providers[0].clientSecretEnv: "EMPTY" has no secret'],
  [{ clientSecretEnv: undefined, clientSecretFile: '/nonexistent' }, 'clientSecretFile: "/nonexistent" has no secret'],
  [{ clientSecretFile: '/nonexistent' }, 'has both clientSecretFile and clientSecretEnv'],
  [{ clientSecret: 'x' }, 'providers[0] has an unknown key "clientSecret"'],
])('%j is an error that names the key', (more, message) => {
  expect(() => read(more)).toThrow(message)
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'the file must be an object'],
  ['{"providers":{}}', '"providers" must be a list'],
  ['{"provider":[]}', 'the file has an unknown key "provider"'],
])('the file %s is an error', (text, message) => {
  expect(() => readSignInFile(fileWith(text), env)).toThrow(message)
})

test('two providers with one id, and a file that does not exist, are errors', () => {
  const entry = providerEntry('https://sso.example.com', team)
  expect(() => readSignInFile(fileWith(JSON.stringify({ providers: [entry, entry] })), env)).toThrow(
    'two providers have the id "example"',
  )
  expect(() => readSignInFile('/nonexistent/sign-in.json', env)).toThrow('/nonexistent/sign-in.json: cannot be read')
})

test('a provider on this machine may use http', () => {
  for (const issuer of ['http://127.0.0.1:9000', 'http://localhost', 'http://[::1]:1'])
    expect(read({ issuer })[0]?.issuer).toBe(issuer)
})
