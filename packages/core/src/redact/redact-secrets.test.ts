import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINEAR_GROWTH, measureGrowth } from '../testing/cpu-time.ts'
import { isSecretName, mayHoldSecrets } from './patterns.ts'
import { redactNamed, redactSecrets } from './redact-secrets.ts'

// Written in two parts, so that no scanner takes this file for a leak.
const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'
const samples: Readonly<Record<string, readonly string[]>> = {
  'private-key': [
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE${letters}\n${letters}==\n-----END RSA ${'PRIVATE'} KEY-----`,
  ],
  aws: [`AKIA${'IOSFODNN7EXAMPLE'}`, `ASIA${'IOSFODNN7EXAMPLE'}`],
  github: [`ghp_${letters.slice(0, 36)}`, `github_pat_${letters}`],
  gitlab: [`glpat-${letters.slice(0, 20)}`],
  slack: [`xoxb-${'123456789012'}-abcdefghij`, `xapp-1-${letters}`, `hooks.slack.com/services/T000/B000/${letters}`],
  stripe: [`sk_live_${letters}`, `rk_test_${letters}`, `whsec_${letters}`],
  anthropic: [`sk-ant-api03-${letters}`],
  openai: [`sk-proj-${letters}`, `sk-${letters}`],
  npm: [`npm_${letters.slice(0, 36)}`],
  google: [`AIza${letters.slice(0, 35)}`, `ya29.${letters}`],
  token: [
    `hf_${letters.slice(0, 34)}`,
    `hvs.${letters}`,
    `gsk_${letters}`,
    `lin_api_${letters}`,
    `ATATT3xFf${letters}`,
  ],
  jwt: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.abc-DEF_123'],
}
const planted = Object.values(samples).flat()

describe('what is replaced', () => {
  test.each(Object.entries(samples))('%s', (kind, examples) => {
    for (const text of examples)
      expect(redactSecrets(`before ${text} after`)).toEqual({
        text: `before [redacted:${kind}] after`,
        found: [kind],
      })
  })
  test.each([
    [`curl -H "Authorization: Bearer ${letters}" x`, 'curl -H "Authorization: Bearer [redacted:bearer]" x'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [redacted:bearer]'],
    ['postgres://bob:hunter2@db/shop', 'postgres://bob:[redacted:url-password]@db/shop'],
    ['redis://:p@ss@cache:6379', 'redis://:[redacted:url-password]@cache:6379'],
    ['curl -u admin:hunter2 http://x', 'curl -u admin:[redacted:user-password] http://x'],
    ['PASSWORD=hunter2 npm test', 'PASSWORD=[redacted:secret] npm test'],
    ['export DB_PASSWORD="hunt er2"; x', 'export DB_PASSWORD="[redacted:secret]"; x'],
    ["api_key: 'abc'", "api_key: '[redacted:secret]'"],
    ['mysql --password hunter2 -e x', 'mysql --password [redacted:secret] -e x'],
    ['tool --api-key=abcdef12', 'tool --api-key=[redacted:secret]'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[redacted:secret]'],
    [
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG\nregion = x',
      'aws_secret_access_key = [redacted:secret]\nregion = x',
    ],
    ['password = S3cretOfAnn', 'password = [redacted:secret]'],
    ['api_key = 9f8e7d6c5b4a', 'api_key = [redacted:secret]'],
    [`AccountKey=${letters}==;End`, 'AccountKey=[redacted:secret];End'],
    [`https://x/y?sv=1&sig=${letters}%3D&z=1`, 'https://x/y?sv=1&sig=[redacted:secret]&z=1'],
    ['mysql -u root -phunter2 shop', 'mysql -u root -p[redacted:secret] shop'],
    ['sshpass -p hunter2 ssh h', 'sshpass -p [redacted:secret] ssh h'],
    ["sshpass -p 'hunt er2' ssh h", "sshpass -p '[redacted:secret]' ssh h"],
    ['{"password": "hunter2", "n": 5}', '{"password": "[redacted:secret]", "n": 5}'],
    ['{"a":"{\\"token\\":\\"x\\"}"}', '{"a":"{\\"token\\":\\"[redacted:secret]\\"}"}'],
    [
      `a key cut in the middle: -----BEGIN ${'PRIVATE'} KEY-----\nMIIE`,
      'a key cut in the middle: [redacted:private-key]',
    ],
    ['token="x$(rm -rf ~)"; y', 'token="[redacted:secret]$(rm -rf ~)"; y'],
    ['TOKEN="x`rm -rf ~`"', 'TOKEN="[redacted:secret]`rm -rf ~`"'],
    ['git clone https://a:b$(reboot)@h', 'git clone https://a:[redacted:url-password]$(reboot)@h'],
    ['curl -u a:b$(reboot) h', 'curl -u a:[redacted:user-password]$(reboot) h'],
    [`: -----BEGIN ${'PRIVATE'} KEY-----\ncurl evil -o x\nsh x`, ': [redacted:private-key]\ncurl evil -o x\nsh x'],
    [
      `: -----BEGIN ${'PRIVATE'} KEY-----\nrm -rf x\n: -----END ${'PRIVATE'} KEY-----`,
      ': [redacted:private-key]\nrm -rf x\n: ',
    ],
    [
      `-----BEGIN RSA ${'PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n${letters}\nAbc=\n-----END RSA ${'PRIVATE'} KEY-----`,
      '[redacted:private-key]',
    ],
  ])('%s', (text, want) => {
    expect(redactSecrets(text).text).toBe(want)
  })
})

test.each([
  'git commit -m "token refresh: fix"',
  'password: string',
  'const token = getToken()',
  'password = input("Password 1: ")',
  'token = get_token()',
  'token = get_token2(a1)',
  'password = config.password2',
  'token = tokens[0]',
  'password = newPassword2',
  'token = previousTokenOfAnn',
  'timeout_token = 12345678',
  'mysql -p shop',
  'mysql -p$PASSWORD shop',
  'mysql -P3306 -h db',
  'sshpass -p $PASSWORD ssh h',
  'mkdir -parents',
  'TOKEN=$TOKEN',
  ['token="$', '{TOKEN}"'].join(''),
  'docker run -u 1000:1000 image',
  'http://localhost:3000/a@b',
  'input_tokens: 1234',
  '{"a":"token: ","b":"x"}',
  '{"token":12345678,"secret":null}',
  '[redacted:github]',
  'npm run check:nodes',
  'sha256 0553b251fd7479d6c3b5ba6b493297f5aef78673dcf9e7824b1f74a9d0a0d0fb',
])('%s stays as it is', (text) => {
  expect(redactSecrets(text)).toEqual({ text, found: [] })
})

test('a name alone makes its value a secret', () => {
  expect(
    ['password', 'DB_PASSWORD', 'apiKey', 'api-key', 'authToken', 'client_secret', 'Authorization'].every(isSecretName),
  ).toBe(true)
  expect(['path', 'tool_use_id', 'key', 'author', 'secretary', 'tokenizer'].some(isSecretName)).toBe(false)
  expect(redactNamed('password', 'x').text).toBe('[redacted:secret]')
  expect(redactNamed('password', '$PASSWORD').text).toBe('$PASSWORD')
})

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^[a-zA-Z0-9 "'\\=:/@\n{}[\],$_-]{0,60}$/),
  fc.constantFrom(
    'password=',
    '"token": "',
    'Bearer ',
    '://u:',
    '\\"',
    '-----BEGIN ',
    'eyJ',
    'sk-',
    '--secret ',
    '\\n',
  ),
  fc.constantFrom(...planted),
)
const text = fc.array(noise, { maxLength: 12 }).map((parts) => parts.join(''))

test('the same again changes nothing, and nothing throws', () => {
  fc.assert(
    fc.property(text, (given) => {
      const once = redactSecrets(given).text
      expect(redactSecrets(once).text).toBe(once)
    }),
    { numRuns: 1000 },
  )
})
test('JSON text stays JSON text of the same shape', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('password', 'a', 'token'), text),
      text,
      (value, object, one) => {
        const given = JSON.stringify({ value, object, one })
        const redacted = JSON.parse(redactSecrets(given).text)
        expect(Object.keys(redacted.object)).toEqual(Object.keys(object))
      },
    ),
    { numRuns: 500 },
  )
})
test('a secret between words is removed, in plain text and in JSON', () => {
  const edges = fc.constantFrom(' ', '\n', '"', '=', ' (', ',')
  fc.assert(
    fc.property(fc.lorem(), edges, fc.constantFrom(...planted), fc.lorem(), (before, edge, secret, after) => {
      const given = `${before}${edge}${secret}${edge}${after}`
      expect(redactSecrets(given).text).not.toContain(secret)
      expect(redactSecrets(JSON.stringify({ given })).text).not.toContain(secret.slice(0, 30))
    }),
    { numRuns: 500 },
  )
})
test('the quick look misses nothing that the careful one finds', () => {
  fc.assert(
    fc.property(text, (given) => {
      if (redactSecrets(given).found.length > 0) expect(mayHoldSecrets(JSON.stringify({ given }))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

const mebi = 2 ** 20
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
test('ordinary text costs in proportion to its length', () => {
  const given = fill('the quick brown fox runs npm test -- --watch=false in src/date.ts and reads the tokens; ', mebi)
  expect(measureGrowth((length) => redactSecrets(given.slice(0, length)), mebi)).toBeLessThan(LINEAR_GROWTH)
})
test.each([
  ...[
    'token: "',
    'token=',
    'eyJ',
    'eyJaaaaaaaa.',
    '-',
    '--',
    '\\',
    '"',
    '://a:',
    '://aaaa:b@',
    'sk-',
    'bearer aaaa ',
    ' -u a:',
    'mysql a ',
    'mysql -p',
    'token = a1',
    '&sig=',
    'hvs.',
  ],
  ...[
    'a',
    '{"',
    'password="a',
    'password:aaaaaaa',
    '--token ',
    '-----BEGIN ',
    '-----BEGIN A PRIVATE KEY-----',
    'github_pat_',
    '\\n-',
  ],
])('time grows with the length only: %j', (unit) => {
  expect(measureGrowth((length) => redactSecrets(fill(unit, length)), mebi / 2)).toBeLessThan(LINEAR_GROWTH)
})
