import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

const schemas = fileURLToPath(new URL('../../../../schemas', import.meta.url))
const published = (file: string) => readFileSync(join(schemas, file), 'utf8')

describe('hookline schema', () => {
  it('prints the published schemas of the files and of every event', () => {
    const { hookline } = sandbox()
    expect(hookline(['schema']).stdout).toBe(published('hooks.schema.json'))
    expect(hookline(['schema', 'hookline']).stdout).toBe(published('hookline.schema.json'))
    for (const file of readdirSync(join(schemas, 'events'))) {
      const [event = '', part = ''] = file.split('.')
      expect(hookline(['schema', event, part]).stdout).toBe(published(`events/${file}`))
    }
  })

  it('writes the schema beside the file, once', () => {
    const scratch = sandbox()
    const first = scratch.hookline(['schema', 'hooks', '--write'])
    expect(first.code).toBe(0)
    expect(first.stderr).toContain('"$schema": "./hooks.schema.json"')
    expect(readFileSync(join(scratch.root, '.cursor/hooks.schema.json'), 'utf8')).toBe(published('hooks.schema.json'))
    expect(scratch.hookline(['schema', '--write']).stderr).toContain('up to date')
    const { stdout } = scratch.hookline(['schema', 'hookline', '--write', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ result: 'written', files: [{ action: 'create' }] })
  })

  it('does what its help shows', () => {
    const { hookline } = sandbox()
    const example = /^Example: hookline (.*)$/m.exec(hookline(['schema', '--help']).stdout)?.[1] ?? ''
    expect(JSON.parse(hookline(example.split(' ')).stdout).properties.permission.enum).toEqual(['allow', 'deny', 'ask'])
  })

  it.each([
    [['schema', 'nope'], 'unknown event "nope"'],
    [['schema', 'beforeShell', 'input'], 'Did you mean "beforeShellExecution"?'],
    [['schema', 'stop'], 'the schema of the input or of the reply'],
    [['schema', 'stop', 'output'], 'the schema of the input or of the reply'],
    [['schema', 'hooks', 'input'], 'takes no further argument'],
    [['schema', 'stop', 'input', '--write'], '--write works only for'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stdout, stderr } = sandbox().hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
  })
})
