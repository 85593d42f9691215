/** Opens pages in a real browser, and collects script errors, policy violations and console errors. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFailed, onTestFinished } from 'vitest'
import { type FontSet, useOnly } from './fonts.ts'
import { waitMs } from './wait-ms.ts'

const candidates = [
  process.env.HOOKLINE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path))

/** True if there is no browser, with a warning. With CI=true it throws instead. */
export function lacksBrowser(): boolean {
  if (chromiumPath !== undefined) return false
  const text = 'No Chromium was found. Install it, or set HOOKLINE_CHROMIUM to its path.'
  if (process.env.CI === 'true') throw new Error(`${text} Tests of the pages cannot be skipped with CI=true.`)
  console.warn(`SKIPPED: ${text} The pages are not tested.`)
  return true
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** Starts one browser for a test file or a part of it. With `fonts`, the browser has only those fonts. */
export function useBrowser(fonts?: FontSet): () => Browser {
  let browser: Browser | undefined
  const fontFiles = fonts === undefined ? undefined : useOnly(fonts)
  beforeAll(async () => {
    if (chromiumPath === undefined) return
    const env = fontFiles === undefined ? {} : { env: { ...process.env, ...fontFiles.env } as Record<string, string> }
    browser = await chromium.launch({ executablePath: chromiumPath, args: flags, ...env })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    fontFiles?.remove()
  })
  return () => {
    if (browser === undefined) throw new Error('there is no browser')
    return browser
  }
}

export interface OpenPage {
  readonly page: Page
  /** Violations of the page's policy, uncaught errors, and errors on the console. */
  readonly complaints: readonly string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.setDefaultTimeout(waitMs)
  onTestFailed(() => printPage(page, complaints))
  await page.exposeFunction('__complain', (text: string) => complaints.push(text))
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', (event) =>
      __complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))
    window.alert = (text) => __complain('script ran: ' + text)
  `)
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Ignore network errors: some tests stop the server on purpose, and the page shows a message itself.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(message.text()))
      complaints.push(`console: ${message.text()}`)
  })
  await page.goto(url)
  return { page, complaints }
}

/** Prints what the page showed when a test failed, because the failure may be hard to reproduce. */
async function printPage(page: Page, complaints: readonly string[]): Promise<void> {
  if (page.isClosed()) return
  const text = await page.locator('body').innerText({ timeout: 5_000 })
  const focus = await page.evaluate('document.activeElement?.outerHTML.slice(0, 300)')
  console.error(`The page at ${page.url()} showed:\n${text}\nFocus: ${focus}\nComplaints: ${complaints.join('\n')}`)
}
