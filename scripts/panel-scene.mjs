// Creates a scratch workspace with hooks and starts a panel on it, with real commands and events, for pictures and measurements.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const bin = join(import.meta.dirname, '../packages/cli/bin/hookline.mjs')

export function createScene() {
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-scene-'))
  const [home, work] = ['home', 'shop'].map((name) => join(scratch, name))
  for (const directory of [home, work]) mkdirSync(directory)
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' }
  const write = (path, text) => {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text)
    if (/\.(sh|mjs|py)$/.test(path)) chmodSync(join(work, path), 0o755)
  }
  const hookline = (args, input = '') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd: work,
      env,
      input,
      encoding: 'utf8',
    })
    if (status !== 0 && status !== 1 && status !== 2) throw new Error(`${args.join(' ')}: ${status}\n${stderr}`)
    return stdout
  }
  /** An event as an agent sends it. */
  const say = (host, event, fields) =>
    hookline(
      ['run', '--host', host],
      JSON.stringify({ hook_event_name: event, workspace_roots: [work], cwd: work, conversation_id: talk, ...fields }),
    )
  const talk = '4b1f0c7e-2a55-4d0e-9a3e-77c6a1b2f00d'
  return {
    scratch,
    home,
    work,
    env,
    write,
    hookline,
    say,
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

/** Resolves with `{ url, origin, token, stop }` when the panel is ready. */
export function startPanel({ work, env }, ...args) {
  const child = spawn(process.execPath, [bin, 'panel', '--json', '--no-open', ...args], {
    cwd: work,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`the panel ended with ${code}`)))
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      const { url, token } = JSON.parse(text)
      resolve({ url, token, origin: new URL(url).origin, stop: () => child.kill() })
    })
  })
}

export function launchBrowser() {
  const executablePath = [process.env.HOOKLINE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Install it, or set HOOKLINE_CHROMIUM to its path.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}
