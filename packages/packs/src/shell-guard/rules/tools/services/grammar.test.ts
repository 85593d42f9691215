import { readShell } from '@hookline/core/shell'
import { expect, test } from 'vitest'
import { accountServices } from './accounts.ts'
import { dataServices } from './data.ts'
import { readServices, serviceEffect } from './grammar.ts'
import { machineServices } from './machines.ts'
import { secretServices } from './secrets.ts'

const table = readServices(`
  nats: stream|kv rm|purge, server reset -f → delete messages
  sync: !--dry-run → overwrite a copy
  gone: * → delete everything
  store: cp --acl=public-* → let everybody read it
`)
const effectOf = (text: string): string | undefined => {
  const [command] = readShell(text).commands
  return command === undefined ? undefined : serviceEffect(table.get(command.name) ?? [], command)
}

test.each([
  ['nats stream rm ORDERS', 'delete messages'],
  ['nats --server nats://a:4222 stream purge ORDERS', 'delete messages'],
  ['nats stream --trace rm ORDERS', 'delete messages'],
  ['nats stream info rm', undefined],
  ['nats pub stream rm', undefined],
  ['nats server reset', undefined],
  ['nats server reset -vf', 'delete messages'],
  ['nats server reset -- -f', undefined],
  ['sync a b', 'overwrite a copy'],
  ['sync --dry-run a b', undefined],
  ['sync --dry-run=false a b', 'overwrite a copy'],
  ['gone', 'delete everything'],
  ['store cp --acl public-read a b', 'let everybody read it'],
  ['store cp --acl=public-read-write a b', 'let everybody read it'],
  ['store cp --acl private public-read b', undefined],
])('%s: %s', (text, effect) => expect(effectOf(text)).toBe(effect))

test('reads every line of the tables, which have at least 400 programs', () => {
  const tables = [dataServices, machineServices, accountServices, secretServices]
  const lines = tables.flatMap((one) => one.split('\n')).filter((line) => line.trim() !== '')
  expect(lines.filter((line) => readServices(line).names().length === 0)).toEqual([])
  expect(readServices(...tables).names().length).toBeGreaterThanOrEqual(400)
})
