/** Runs axe in a page. */
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe finds on the page, all of it. Of the rest of its report, which is much larger, axe gathers nothing. */
export async function findViolations(page: Page, runOnly: readonly string[]): Promise<readonly Violation[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const options: RunOptions = { runOnly: [...runOnly], resultTypes: ['violations'] }
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )
}
