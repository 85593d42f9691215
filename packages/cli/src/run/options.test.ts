import { expect, test } from 'vitest'
import { readFlags } from '../flags.ts'
import { flags, readUsual } from './options.ts'

test.each([
  [],
  ['--host', 'cursor'],
  ['--installed', '--host', 'claude', '--from', 'user', '--edition', '2.4'],
  ['--else', 'exit 2', '--lost', 'a'],
])('reads %j as Node does', (...args) => expect(readUsual(args)).toEqual({ ...readFlags(args, flags, 0).values }))

test.each([
  ['--host'],
  ['--host', ''],
  ['--host', '-x'],
  ['--host', '--installed'],
  ['--host=cursor'],
  ['--host', 'cursor', '--host', 'claude'],
  ['--installed=true'],
  ['--unknown', 'x'],
  ['--constructor', 'x'],
  ['--'],
  ['-h'],
  ['cursor'],
  [''],
])('leaves %j to Node', (...args) => expect(readUsual(args)).toBeUndefined())
