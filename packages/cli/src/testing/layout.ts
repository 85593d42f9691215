/** Finds content that is wider than the window, and text that is cut off without an ellipsis. */
import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import { type FontSet, findFontSets } from './fonts.ts'

interface Size {
  readonly width: number
  readonly height: number
}
const wide: Size = { width: 1440, height: 900 }
const [narrow, phone]: readonly [Size, Size] = [
  { width: 380, height: 780 },
  { width: 390, height: 844 },
]

/**
 * By default, each set of fonts has one narrow window, and each page is looked at in the dark in one of the two widths, by turns.
 * `HOOKLINE_SERIES=full` for every combination.
 */
const triesEvery = process.env.HOOKLINE_SERIES === 'full'

/** The windows that every page has to fit in, with the first set of fonts and with the others. */
const windowsOf = (isFirst: boolean): readonly Size[] =>
  triesEvery ? [narrow, phone, wide] : [isFirst ? narrow : phone, wide]

/** The combinations of width and colour scheme that a page is checked with for accessibility. */
const themes = [
  ['wide and light', wide, 'light'],
  ['wide and dark', wide, 'dark'],
  ['narrow and light', narrow, 'light'],
  ['narrow and dark', narrow, 'dark'],
] as const
let pages = 0
function nextThemes(): readonly (typeof themes)[number][] {
  const darkSize = pages++ % 2 === 0 ? wide : narrow
  return themes.filter(([, size, colorScheme]) => triesEvery || colorScheme === 'light' || size === darkSize)
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Compares each text and each control with the nearest ancestor that clips it. An element may scroll sideways only if it is
 * focusable or an editor. Text may be cut off only with an ellipsis, or if it is hidden on purpose.
 */
const findFaults = `(() => {
  const faults = []
  const nameOf = (element) => element.tagName.toLowerCase() + (element.className?.baseVal ?? element.className ?? '').toString().split(' ').filter(Boolean).map((name) => '.' + name).join('')
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.closest('[inert], .skip, .unseen, [aria-hidden=true] > svg') === null
  const isUnseen = (element) => {
    for (let one = element; one !== null; one = one.parentElement) if (one.clientWidth <= 2 && getComputedStyle(one).overflowX !== 'visible') return true
    return false
  }
  const clipOf = (element) => {
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (style.overflowX !== 'visible') return { box: one, style }
      if (style.position === 'fixed') return undefined
    }
    return undefined
  }
  const mayScroll = ({ box, style }) => ['auto', 'scroll'].includes(style.overflowX) && box.id !== 'main' && (box.tabIndex >= 0 || box.closest('.cm-editor') !== null)
  const isShortened = ({ style }) => style.textOverflow === 'ellipsis'
  const edges = (rect, box) => {
    const clip = box?.getBoundingClientRect()
    return { left: Math.max(0, clip?.left ?? 0), right: Math.min(innerWidth, clip?.right ?? innerWidth) }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is ' + document.documentElement.scrollWidth + ' px wide')
  for (const box of document.querySelectorAll('.page, .story, .banners'))
    if (box.scrollWidth > box.clientWidth) faults.push(nameOf(box) + ' is ' + box.scrollWidth + ' px wide in ' + box.clientWidth)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const element = text.parentElement
    if (text.data.trim() === '' || ['SCRIPT', 'STYLE', 'TITLE', 'OPTION'].includes(element.tagName) || !isSeen(element)) continue
    const style = getComputedStyle(element)
    if (style.clipPath !== 'none' || style.clip !== 'auto') continue
    if (element.closest('[style*="clip"], .mantine-VisuallyHidden-root') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const rect = range.getBoundingClientRect()
    if (isUnseen(element)) continue
    if (rect.width === 0 || rect.bottom < 0 || rect.top > innerHeight * 20) continue
    const clip = clipOf(element)
    if (clip !== undefined && (mayScroll(clip) || isShortened(clip))) continue
    const { left, right } = edges(rect, clip?.box)
    if (rect.right > right + 1.5 || rect.left < left - 1.5)
      faults.push(nameOf(element) + ' cuts ' + JSON.stringify(text.data.trim().slice(0, 50)) + ': ' + Math.round(rect.left) + '-' + Math.round(rect.right) + ' in ' + Math.round(left) + '-' + Math.round(right))
  }
  for (const element of document.querySelectorAll('button, a, input, select, [role=tab], .badge, .count')) {
    if (!isSeen(element)) continue
    const rect = element.getBoundingClientRect()
    const clip = clipOf(element.parentElement)
    if (rect.width < 2 || (clip !== undefined && (mayScroll(clip) || isShortened(clip)))) continue
    const { left, right } = edges(rect, clip?.box)
    if (rect.right > right + 1.5 || rect.left < left - 1.5) faults.push(nameOf(element) + ' lies at ' + Math.round(rect.left) + '-' + Math.round(rect.right) + ' in ' + Math.round(left) + '-' + Math.round(right))
  }
  for (const input of document.querySelectorAll('input[placeholder]'))
    if (isSeen(input) && input.value === '' && input.scrollWidth > input.clientWidth + 1) faults.push('the placeholder ' + JSON.stringify(input.placeholder) + ' does not fit')
  return [...new Set(faults)]
})()`

export const layoutFaults = (page: Page): Promise<readonly string[]> => page.evaluate(findFaults)

const isMoving = `document.querySelector('.mantine-Loader-root, [data-stale], [aria-busy=true]') !== null ||
  document.getAnimations().some(({ playState }) => playState === 'running')`

/** A new size or colour scheme reaches the scripts of a page with a frame, and what they then change is drawn with the next one. */
const twoFrames = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))`

/** Waits until nothing is loading or moving, and until the layout after a response is done. */
export async function settle(page: Page): Promise<void> {
  do {
    await page.waitForTimeout(100)
    await page.evaluate(twoFrames)
  } while (await page.evaluate(isMoving))
}

/** What axe finds on the page in its current state. */
async function axeFaults(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, size, colorScheme] of nextThemes()) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    // The dark scheme changes only colours.
    const violations = await findViolations(page, colorScheme === 'dark' ? ['color-contrast'] : rules)
    const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 200)}`))
    found.push(...faults.map((fault) => `${name}: ${fault}`))
  }
  return found
}

/** What does not fit on the page in its current state, in each of these windows. */
async function fitFaults(page: Page, windows: readonly Size[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const size of windows) {
    await page.setViewportSize(size)
    await settle(page)
    found.push(...(await layoutFaults(page)).map((fault) => `at ${size.width}: ${fault}`))
  }
  return found
}

/** Both, in one visit of the page: to load and settle it costs more than to look whether it fits. Ends as `fitFaults` does. */
async function allFaults(page: Page): Promise<readonly string[]> {
  const found = [...(await fitFaults(page, windowsOf(true))), ...(await axeFaults(page))]
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  return found
}

interface LayoutTest {
  readonly title: string
  /** Undefined: those of the machine. */
  readonly fonts: FontSet | undefined
  find(page: Page): Promise<readonly string[]>
}

/** The tests of all pages: whether they fit, with each set of fonts, and what axe finds, with one of them. */
export function layoutTests(): readonly LayoutTest[] {
  const [first, ...others] = findFontSets()
  const fits = (windows: readonly Size[]) => `fits in ${windows.map(({ width }) => width).join(' and ')} px`
  const axe = 'has no finding of axe, wide and narrow, light and dark'
  const [firstWindows, otherWindows] = [windowsOf(true), windowsOf(false)]
  const name = ({ name, family }: FontSet) => `with ${name} (${family.sans})`
  if (first === undefined) return [{ title: axe, fonts: undefined, find: axeFaults }]
  return [
    { title: `${fits(firstWindows)} and ${axe}, ${name(first)}`, fonts: first, find: allFaults },
    ...others.map((fonts) => ({
      title: `${fits(otherWindows)}, ${name(fonts)}`,
      fonts,
      find: (page: Page) => fitFaults(page, otherWindows),
    })),
  ]
}

export type CheckPage = (page: Page, name: string) => Promise<void>

/** Gathers the faults of many pages, so that a test reports all of them at once. */
export function gatherFaults(find: (page: Page) => Promise<readonly string[]>) {
  const found: string[] = []
  const check: CheckPage = async (page, name) => {
    found.push(...(await find(page)).map((fault) => `${name} ${fault}`))
  }
  return { found, check }
}
