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
const buildOptions = (more: object = {}) => ({ root, home, env: { TOKEN: 't' }, ...more })

test('servers of a workspace that are not approved are left out, with the reason', () => {
  const { servers: usable, notes } = readMcpConfig(buildOptions({ approval: { refusal: 'it is not trusted' } }))
  expect(usable).toEqual([])
  expect(notes).toEqual([
    expect.stringContaining('mcp.json is not used: it is not trusted. To use it this time: --mcp-config /'),
  ])
})

test('for servers with the same name, --mcp-config wins over the workspace, and the workspace over the home directory', () => {
  write(join(home, '.cursor/mcp.json'), servers('a', { command: 'home' }))
  const approval = { text: JSON.stringify(servers('a', { command: 'ws' })) }
  expect(readMcpConfig(buildOptions({ approval })).servers).toMatchObject([{ name: 'a', command: 'ws' }])
  const flagFile = write(join(root, 'mcp.json'), servers('a', { url: 'http://127.0.0.1/mcp' }))
  expect(readMcpConfig(buildOptions({ approval, flagFile })).servers).toMatchObject([
    { name: 'a', url: 'http://127.0.0.1/mcp' },
  ])
})

test("Cursor's variables are expanded", () => {
  const variable = (name: string) => `\${${name}}`
  write(
    join(home, '.cursor/mcp.json'),
    servers('a', {
      command: `${variable('userHome')}/run`,
      args: [variable('workspaceFolder')],
      env: { KEY: variable('env:TOKEN') },
    }),
  )
  expect(readMcpConfig(buildOptions()).servers).toMatchObject([
    { command: `${home}/run`, args: [root], env: { KEY: 't' } },
  ])
})

test('an invalid file is reported, and only an invalid file of --mcp-config is an error', () => {
  const broken = write(join(home, '.cursor/mcp.json'), servers('a', { cmd: 'x' }))
  expect(readMcpConfig(buildOptions()).notes).toEqual([
    `${broken}: mcpServers.a: needs a command or a url; its servers are not started`,
  ])
  expect(() => readMcpConfig(buildOptions({ flagFile: broken }))).toThrow('needs a command or a url')
  expect(() => readMcpConfig(buildOptions({ flagFile: join(root, 'gone.json') }))).toThrow('gone.json cannot be used')
})
