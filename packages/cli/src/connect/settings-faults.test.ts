import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { connectable } from './agents-here.ts'
import { settingsFiles, writerOf } from './settings.ts'
import { faultText, settingsFaults } from './settings-faults.ts'

function directories() {
  const top = mkdtempSync(join(tmpdir(), 'hookline-faults-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  return { home: join(top, 'home'), root: join(top, 'ws'), env: {} }
}

const unreadable: Readonly<Record<string, (file: string) => void>> = {
  'a directory': (file) => mkdirSync(file),
  'a link to nothing': (file) => symlinkSync('/nothing/here', file),
  'not UTF-8': (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0xfe])),
}
const broken: Readonly<Record<string, readonly [text: string, at: string]>> = {
  'half a file': ['{\n  "hooks": {', ':2:13'],
  'without a comma': ['{\n  "a": 1\n  "b": 2\n}', ':3:3'],
  'a list': ['[]', ':1:1'],
}
const eachFile = connectable.flatMap((agent) =>
  (['user', 'project'] as const).flatMap((level) =>
    settingsFiles(agent, level).map((name) => [`${level}: ${agent.title} ${name}`, agent, level, name] as const),
  ),
)

describe('a settings file that cannot be used', () => {
  describe.each(eachFile)('%s', (_name, agent, level, name) => {
    const isWhole = writerOf(agent).settings?.wholeFiles !== undefined
    const put = (make: (file: string) => void) => {
      const where = directories()
      const file = join(level === 'user' ? where.home : where.root, name)
      mkdirSync(dirname(file), { recursive: true })
      make(file)
      return settingsFaults(agent, where).map((fault) => ({ ...fault, text: faultText(fault, '/') }))
    }

    it.each(Object.keys(unreadable))('is reported if it is %s', (what) => {
      const [fault, ...more] = put((file) => unreadable[what]?.(file))
      expect(fault).toMatchObject({ level, text: expect.stringContaining(`${name} cannot be used: it `) })
      expect(more).toEqual([])
    })

    it.skipIf(isWhole).each(Object.entries(broken))(
      'is reported with line and column if it is %s',
      (_what, [text, at]) => {
        const [fault, ...more] = put((file) => writeFileSync(file, text))
        expect(fault?.text).toContain(`${name}${at} cannot be used: `)
        expect(more).toEqual([])
      },
    )

    it('is not one that is missing, empty or in order', () => {
      expect(put(() => {})).toEqual([])
      expect(put((file) => writeFileSync(file, ' \n'))).toEqual([])
      expect(put((file) => writeFileSync(file, '{}\n'))).toEqual([])
    })
  })

  it.each(connectable.filter(({ format }) => format !== undefined && format.flat !== true))(
    'is one of $title in which an event has no list',
    (agent) => {
      const where = directories()
      const [name = ''] = settingsFiles(agent, 'user')
      const file = join(where.home, name)
      mkdirSync(dirname(file), { recursive: true })
      const events = '{\n  "PreToolUse": {}\n}'
      writeFileSync(file, agent.format?.bare === true ? events : `{ "hooks": ${events} }`)
      const text = settingsFaults(agent, where).map((fault) => faultText(fault, '/'))
      if (agent.events?.PreToolUse === undefined && agent.format?.bare === true) return
      expect(text).toEqual([expect.stringContaining(':2:17 cannot be used: PreToolUse is not a list of entries')])
    },
  )
})

describe.each([
  ['.claude/settings.json', 'claude', 'Claude Code'],
  ['.gemini/settings.json', 'gemini', 'Gemini CLI'],
])('where %s of the user is broken', (name, agent, title) => {
  const text = '{\n  "model": "x"\n  "env": {}\n}\n'
  const says = `${name}:3:3 cannot be used: a comma is missing before this`
  const prepare = () => {
    const scratch = sandbox()
    const file = join(scratch.home, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    scratch.write('.hookline/hookline.json', { version: 1, packs: { 'shell-guard': {} } })
    return { ...scratch, file }
  }

  it.each([['status'], ['doctor'], ['list'], ['check']])('%s says what is wrong with it', (command) => {
    const { hookline } = prepare()
    const { stdout, stderr } = hookline([command])
    expect(stdout + stderr).toContain(says)
    expect(stdout + stderr).toContain('fix the file, then run: hookline connect')
  })

  it('status --json has the position', () => {
    const { agents } = JSON.parse(prepare().hookline(['status', '--json']).stdout)
    const found = agents.find((one: { name: string }) => one.name === agent)
    expect(found.faults).toMatchObject([{ level: 'user', at: { line: 3, column: 3 } }])
  })

  it('connect says so, and leaves it as it is', () => {
    const { hookline, file } = prepare()
    const { code, stderr } = hookline(['connect', agent, '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain(`✗ ${title} is not connected: `)
    expect(stderr).toContain(`${name}:3:3: a comma is missing before this, so the file was not changed.`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})
