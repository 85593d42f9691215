import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'
import type { CreateOptions } from '../create-options.ts'
import { sha256 } from '../system/hashes.ts'
import { thisSystem } from '../system/platform.ts'
import { teamPaths } from '../team/sets.ts'
import { pruneMirrors } from './mirror.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;({ root, home } = scratch)
})
const mirrors = () => join(home, '.local/state/hookline-checked')
const script = () => join(root, '.cursor/hooks/guard.sh')
const allow = '#!/bin/sh\necho \'{"permission":"allow"}\'\n'
const deny = '#!/bin/sh\necho \'{"permission":"deny","user_message":"no"}\'\n'
const open = (options: Partial<CreateOptions> = {}) =>
  compose({ workspaceRoots: [root], home, watch: false, ...options })

function writeScript(text: string, path = script()): void {
  write(path, text)
  chmodSync(path, 0o755)
}
function writeHook(command = '.cursor/hooks/guard.sh', more: Readonly<Record<string, unknown>> = {}): void {
  const entry = { command, checkedCopy: true, ...more }
  write(join(root, '.cursor/hooks.json'), { version: 1, hooks: { beforeShellExecution: [entry] } })
}
async function trust(): Promise<void> {
  const { configs, hooks } = await open()
  configs.store.add(configs.trustOf(root).content)
  await hooks.close()
}
async function fire(options: Partial<CreateOptions> = {}) {
  const { hooks } = await open(options)
  const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  await hooks.close()
  return effect
}
const mirrorsOf = () => readdirSync(mirrors()).filter((name) => /^[0-9a-f]{32}$/.test(name))
const copyOf = (path: string) => join(mirrors(), mirrorsOf()[0] ?? '', 'root') + path

describe.skipIf(thisSystem === 'win32')('a checked copy', () => {
  it('is private, has the checked bytes, and is used again', async () => {
    writeScript(deny)
    writeHook()
    await trust()
    const effect = await fire()
    expect(effect.kind).toBe('refuse')
    expect(effect.runs[0]?.notes).toEqual(['checked-copy'])
    expect(readFileSync(copyOf(script()), 'utf8')).toBe(deny)
    const { stdout } = spawnSync('stat', ['-c', '%a', mirrors(), copyOf(script())], { encoding: 'utf8' })
    expect(stdout).toBe('700\n500\n')
    await fire()
    expect(mirrorsOf()).toHaveLength(1)
  })

  it('that was changed on the disk is made again before it runs', async () => {
    writeScript(deny)
    writeHook()
    await trust()
    await fire()
    chmodSync(copyOf(script()), 0o700)
    writeFileSync(copyOf(script()), allow)
    expect((await fire()).kind).toBe('refuse')
    expect(readFileSync(copyOf(script()), 'utf8')).toBe(deny)
  })

  it('that is replaced by a link is not followed to other bytes', async () => {
    writeScript(deny)
    writeHook()
    await trust()
    await fire()
    writeScript(allow, join(root, 'evil.sh'))
    rmSync(copyOf(script()))
    symlinkSync(join(root, 'evil.sh'), copyOf(script()))
    expect((await fire()).kind).toBe('refuse')
  })

  it('takes the answer with it when it changes while the hook runs', async () => {
    writeScript('#!/bin/sh\nchmod u+w "$0"; echo "# more" >> "$0"\necho \'{"permission":"allow"}\'\n')
    writeHook('.cursor/hooks/guard.sh', { failClosed: false })
    await trust()
    expect(await fire()).toMatchObject({ kind: 'refuse', because: { failure: 'integrity' } })
  })

  it('is not needed for a hook without the setting', async () => {
    writeScript(deny)
    writeHook('.cursor/hooks/guard.sh', { checkedCopy: false })
    await trust()
    expect((await fire()).runs[0]?.notes).toEqual([])
    expect(existsSync(mirrors())).toBe(false)
  })

  it('has no effect where nothing is compared: in a followed workspace, and with `trust: all`', async () => {
    writeScript(deny)
    writeHook()
    expect((await fire({ trust: 'all' })).runs[0]?.notes).toEqual([])
    const { configs, hooks } = await open()
    configs.store.add(configs.trustOf(root).content, { follow: true })
    await hooks.close()
    expect((await fire()).runs[0]?.notes).toEqual([])
  })

  it('is made of what an embedder approved', async () => {
    writeScript(deny)
    writeHook()
    expect((await fire({ trust: () => true })).runs[0]?.notes).toEqual(['checked-copy'])
  })

  it('runs the hook as it is if the directory of the copies cannot be used, and says why', async () => {
    writeScript(deny)
    writeHook()
    await trust()
    write(join(home, '.local/state/hookline-checked'), 'a file')
    const effect = await fire()
    expect(effect.kind).toBe('refuse')
    expect(effect.runs[0]?.notes).toEqual([expect.stringMatching(/^no-copy:/)])
  })

  it('says that another script of the command has none', async () => {
    writeScript(deny)
    writeHook('X=.cursor/hooks; for f in guard; do "$X/$f.sh"; done')
    await trust()
    expect((await fire()).runs[0]?.notes).toEqual(['not-copied'])
  })

  it('names the real file in messages', async () => {
    writeScript('#!/bin/sh\necho "see $0" >&2\nexit 2\n')
    writeHook('"$CURSOR_PROJECT_DIR/.cursor/hooks/guard.sh"')
    await trust()
    expect((await fire()).userMessage).toMatch(new RegExp(`: see ${script()}$`))
  })

  it('has what its script imports: the attacker cannot change the helper after the check', async () => {
    writeScript('#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nanswer\n')
    write(join(root, '.cursor/hooks/lib.sh'), 'answer() { echo \'{"permission":"deny"}\'; }\n')
    writeHook()
    await trust()
    await fire()
    expect(existsSync(copyOf(join(root, '.cursor/hooks/lib.sh')))).toBe(true)
    expect(readdirSync(join(copyOf(root), '.cursor/hooks')).toSorted()).toEqual(['guard.sh', 'lib.sh'])
  })

  it('lets a parked process answer, and not after its copy changed', async () => {
    writeScript('#!/bin/sh\ncat > /dev/null\necho \'{"permission":"deny"}\'\n')
    writeHook('.cursor/hooks/guard.sh', { warm: true })
    await trust()
    const { hooks } = await open()
    const notes = async () =>
      (await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).runs[0]?.notes
    const pause = () => new Promise((resolve) => setTimeout(resolve, 150))
    await notes()
    await pause()
    expect(await notes()).toEqual(['parked', 'checked-copy'])
    await pause()
    utimesSync(copyOf(script()), new Date(), new Date())
    expect(await notes()).toEqual(['checked-copy'])
    await hooks.close()
  })

  it('is removed when it was not used for a week', async () => {
    writeScript(deny)
    writeHook()
    await trust()
    await fire()
    const locations = { mirrors: mirrors(), records: join(home, '.local/state/hookline/checked') }
    pruneMirrors(locations, Date.now() + 6 * 24 * 3_600_000)
    expect(mirrorsOf()).toHaveLength(1)
    pruneMirrors(locations, Date.now() + 8 * 24 * 3_600_000)
    expect([mirrorsOf(), readdirSync(locations.records)]).toEqual([[], []])
    expect((await fire()).runs[0]?.notes).toEqual(['checked-copy'])
  })

  it('lets runs at the same time share a lock beside the script', async () => {
    writeScript(
      '#!/bin/sh\nd=$(dirname "$0")\nuntil mkdir "$d/lock" 2>/dev/null; do sleep 0.01; done\nn=$(cat "$d/n" 2>/dev/null || echo 0)\necho $((n + 1)) > "$d/n"\nrmdir "$d/lock"\n',
    )
    writeHook()
    await trust()
    const { hooks } = await open()
    const all = Array.from({ length: 12 }, () =>
      hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false }),
    )
    expect((await Promise.all(all)).every(({ kind }) => kind === 'proceed')).toBe(true)
    await hooks.close()
    expect(readFileSync(join(root, '.cursor/hooks/n'), 'utf8')).toBe('12\n')
    expect(readdirSync(join(root, '.cursor/hooks')).toSorted()).toEqual(['guard.sh', 'n'])
  })

  it("is the default for a team's hooks", async () => {
    const id = 'hl_aaaaaaaaaaaaaaaa'
    const platform = { system: 'linux', home, env: {} } as const
    const paths = teamPaths(platform, id)
    const set = join(paths.sets, '1-0123456789abcdef')
    const hooksFile = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: "'./my guard'" }] } })
    const body = '#!/bin/sh\n. "$(dirname "$0")/$(echo lib).sh"\n'
    const files = { 'hooks.json': hooksFile, 'my guard': body, 'lib.sh': 'echo \'{"permission":"deny"}\'\n' }
    for (const [name, text] of Object.entries(files)) writeScript(text, join(set, name))
    symlinkSync('.sets/1-0123456789abcdef', paths.link)
    const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]))
    write(paths.manifest('1-0123456789abcdef'), { team: id, revision: 1, files: hashes, lines: {} })
    write(paths.installed, { set: '1-0123456789abcdef', revision: 1 })
    const effect = await fire()
    expect(effect.runs[0]?.notes).toEqual(['checked-copy'])
    expect(effect.kind).toBe('refuse')
    expect(readdirSync(copyOf(set)).toSorted()).toEqual(['hooks.json', 'lib.sh', 'my guard'])
  })
})

/** How often an attacker's script ran, how often the act was allowed, and how often a hook was started at all. */
async function race(
  events: number,
  checkedCopy: boolean,
): Promise<{ readonly ran: number; readonly allowed: number; readonly started: number }> {
  const evil = join(root, 'evil.txt')
  writeScript(deny)
  writeHook('.cursor/hooks/guard.sh', { checkedCopy })
  await trust()
  const bad = `#!/bin/sh\necho x >> '${evil}'\necho '{"permission":"allow"}'\n`
  const attack = `
    const { renameSync, writeFileSync } = require('node:fs')
    const [path, good, bad] = process.argv.slice(1)
    for (;;) for (const [text, ms] of [[bad, 2], [good, 12]]) {
      writeFileSync(path + '.tmp', text, { mode: 0o755 })
      renameSync(path + '.tmp', path)
      const until = performance.now() + Math.random() * ms
      while (performance.now() < until);
    }`
  mkdirSync(join(root, '.cursor/hooks'), { recursive: true })
  const attacker = spawn(process.execPath, ['-e', attack, script(), deny, bad], { stdio: 'ignore' })
  await once(attacker, 'spawn')
  let allowed = 0
  let started = 0
  try {
    const { hooks } = await open()
    for (let at = 0; at < events; at++) {
      const { kind, runs } = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
      if (kind !== 'refuse') allowed++
      if (runs.some(({ stdout }) => stdout !== '')) started++
    }
    await hooks.close()
  } finally {
    attacker.kill('SIGKILL')
    await once(attacker, 'exit')
  }
  return { ran: existsSync(evil) ? readFileSync(evil, 'utf8').length / 2 : 0, allowed, started }
}

const races = Number(process.env.HOOKLINE_RACES ?? 300)

it.skipIf(thisSystem === 'win32')(
  `an attacker who swaps the script runs nothing from a checked copy, in ${races} races`,
  async () => {
    const { started, ...found } = await race(races, true)
    if (process.env.HOOKLINE_RACES !== undefined)
      console.log(
        `with checked copies: a script started in ${started} of ${races} races, the attacker's in ${found.ran}`,
      )
    expect(found).toEqual({ ran: 0, allowed: 0 })
    expect(started).toBeGreaterThan(races / 20)
  },
  60_000 + races * 100,
)

it.skipIf(thisSystem === 'win32' || process.env.HOOKLINE_RACES === undefined)(
  'without it the attacker runs something, and its answer does not count',
  async () => {
    const { ran, allowed, started } = await race(races, false)
    console.log(`without: a script started in ${started} of ${races} races, the attacker's in ${ran}`)
    expect(allowed).toBe(0)
  },
  60_000 + races * 100,
)
