import { describe, expect, it } from 'vitest'
import { findViolations } from './axe.ts'
import { lacksBrowser, openPage, useBrowser } from './browser.ts'

const faulty = `<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>
  <img src="data:,a"><img src="data:,b"><img src="data:,c"><p style="color: #999; background: #aaa">faint</p></main>`

describe.skipIf(lacksBrowser())('what axe finds', () => {
  const browser = useBrowser()

  it('is every element with a fault, of the rules or tags that were asked for, also in a second document', async () => {
    const { page } = await openPage(browser(), 'about:blank')
    for (const _ of ['first', 'second']) {
      await page.goto(`data:text/html,${encodeURIComponent(faulty)}`)
      const byTag = await findViolations(page, ['wcag2a'])
      expect(byTag.map(({ id, nodes }) => [id, nodes.length])).toEqual([['image-alt', 3]])
      expect(byTag[0]?.nodes[2]?.html).toContain('data:,c')
      const byRule = await findViolations(page, ['color-contrast'])
      expect(byRule.map(({ id, nodes }) => [id, nodes.length])).toEqual([['color-contrast', 1]])
    }
  })
})
