import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readMcpConfig } from './mcp-config.ts'

let root: string
let home: string
beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-mcp-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  root = join(directory, 'ws')
  home = join(directory, 'home')
})

function write(file: string, content: unknown): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const servers = (name: string, server: object) => ({ mcpServers: { [name]: server } })
const places = (more: object = {}) => ({ root, home, env: { TOKEN: 't' }, ...more })

test('servers of a workspace that may not start are left out, with the reason', () => {
  const { servers: found, notes } = readMcpConfig(places({ approval: { refusal: 'it is not trusted' } }))
  expect(found).toEqual([])
  expect(notes).toEqual([
    expect.stringContaining('mcp.json is not used: it is not trusted, or name it with --mcp-config'),
  ])
})

test('the nearer file wins a name: named, workspace, person', () => {
  write(join(home, '.cursor/mcp.json'), servers('a', { command: 'home' }))
  const approval = { text: JSON.stringify(servers('a', { command: 'ws' })) }
  expect(readMcpConfig(places({ approval })).servers).toMatchObject([{ name: 'a', command: 'ws' }])
  const named = write(join(root, 'mcp.json'), servers('a', { url: 'http://127.0.0.1/mcp' }))
  expect(readMcpConfig(places({ approval, named })).servers).toMatchObject([{ name: 'a', url: 'http://127.0.0.1/mcp' }])
})

test("Cursor's variables are filled in", () => {
  const v = (name: string) => `\${${name}}`
  write(
    join(home, '.cursor/mcp.json'),
    servers('a', { command: `${v('userHome')}/run`, args: [v('workspaceFolder')], env: { KEY: v('env:TOKEN') } }),
  )
  expect(readMcpConfig(places()).servers).toMatchObject([{ command: `${home}/run`, args: [root], env: { KEY: 't' } }])
})

test('a file that cannot be used is named, and stops only whoever named it', () => {
  const broken = write(join(home, '.cursor/mcp.json'), servers('a', { cmd: 'x' }))
  expect(readMcpConfig(places()).notes).toEqual([
    `${broken}: mcpServers.a: needs a command or a url; its servers are not started`,
  ])
  expect(() => readMcpConfig(places({ named: broken }))).toThrow('needs a command or a url')
  expect(() => readMcpConfig(places({ named: join(root, 'gone.json') }))).toThrow('gone.json cannot be used')
})
