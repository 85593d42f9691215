/** A real browser on a running panel; what it reports of scripts, policy and console is kept. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Sandbox } from './cli.ts'

const candidates = [
  process.env.HOOKLINE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path))

/** True, and said loudly, where there is none; with CI=true that is a failure. */
export function lacksBrowser(): boolean {
  if (chromiumPath !== undefined) return false
  if (process.env.CI === 'true') throw new Error('No Chromium: tests of the pages cannot be skipped with CI=true.')
  console.warn('SKIPPED: no Chromium here. Install it, or name one in HOOKLINE_CHROMIUM, to test the pages.')
  return true
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** One browser for a file of tests. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
  }, 60_000)
  afterAll(() => browser?.close())
  return () => {
    if (browser === undefined) throw new Error('there is no browser')
    return browser
  }
}

export interface Panel {
  readonly url: string
  readonly token: string
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  get<T>(path: string): Promise<T>
  /** Resolves when the process is gone. */
  stop(): Promise<void>
}

/** The panel as people start it: a process of its own, in the sandbox. */
export async function startPanel(box: Sandbox, args: readonly string[] = []): Promise<Panel> {
  const child = box.start(['panel', '--json', '--no-open', ...args])
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  onTestFinished(stop)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`the panel ended with ${code}: ${errors}`)))
  })
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string }
  const { origin } = new URL(url)
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return { url, token, origin, get, stop }
}

export interface OpenPage {
  readonly page: Page
  /** Violations of the page's policy, uncaught errors, and errors on the console. */
  readonly complaints: readonly string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  await page.exposeFunction('__complain', (text: string) => complaints.push(text))
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', (event) =>
      __complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))
    window.alert = (text) => __complain('script ran: ' + text)
  `)
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A panel that is away is shown on the page; the browser writes it down as well.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(message.text()))
      complaints.push(`console: ${message.text()}`)
  })
  await page.goto(url)
  return { page, complaints }
}
