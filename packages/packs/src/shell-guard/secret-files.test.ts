import { expect, it } from 'vitest'
import { isRecordFile, isSecretFile, personalSecret } from './secret-files.ts'

const names =
  '.env .env.local id_rsa server.pem .pem credentials.csv secrets.yaml my.wallet service-account-7.json'.split(' ')
const before = ['', './', 'config/', 'C:\\app\\', 'user@host:/srv/', 'file=', 'FILE=@', 'a=<']
it.each(names)('%s is a secret, wherever it is and however it is written', (name) => {
  const written = before.flatMap((path) => [path + name, path + name.toUpperCase()])
  expect(written.filter((path) => !isSecretFile(path))).toEqual([])
})

const others =
  '.env.example .env.test.ts environment id_rsa.txt server.pem.bak pem key.ts credentials.ts secrets service-account.ts'
it.each([...others.split(' '), 'src/a.ts', 'id_rsa/', 'ſhadow', 'x.\u212aey', ''])('%s is not a secret', (path) => {
  expect(isSecretFile(path)).toBe(false)
})

it.each([
  '~/.ssh',
  'x/.AWS/credentials.d',
  '/etc/NetworkManager/system-connections/home',
  '/run/secrets/a',
  '.config/op/x',
])('the place %s holds secrets', (path) => expect(isSecretFile(path)).toBe(true))

it.each([
  ['~/a.pem', true],
  ['/Users/ann/keys/ID_RSA', true],
  ['$HOME/.gnupg/x', true],
  ['/root/.ssh/a', true],
  ['/etc/shadow', true],
  // Only what has a name of its own is known below a directory that a variable names.
  ['$DIR/.ssh/a', false],
  ['~/a=b.pem', false],
  ['certs/a.pem', false],
  ['srv/etc/shadow', false],
] as const)('%s is a secret of the person: %s', (path, expected) => expect(personalSecret(path)).toBe(expected))

it.each([
  ['~/.bash_history', true],
  ['/home/u/x/Login Data', true],
  ['/root/key4.db', true],
  ['~/my.keychain-db', true],
  ['.bash_history', false],
  ['~/key5.db', false],
] as const)('%s is a record: %s', (path, expected) => expect(isRecordFile(path)).toBe(expected))
