// Takes the pictures of docs/images/team: every page of the dashboard, light and dark, wide and narrow. `npm run pictures`. With names, it takes only those.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from './panel-scene.mjs'
import { fillTeam, newInvitation, previewRule, rollOut, startTeamServer } from './team-scene.mjs'

const images = join(import.meta.dirname, '../docs/images/team')
mkdirSync(images, { recursive: true })
const server = await startTeamServer()
const browser = await launchBrowser()
const team = await fillTeam(server)
const themes = [
  ['light-wide', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark-wide', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['light-narrow', { viewport: { width: 380, height: 780 }, colorScheme: 'light' }],
  ['dark-narrow', { viewport: { width: 380, height: 780 }, colorScheme: 'dark' }],
]
const at = (...path) => `${server.url}/${[team.teamId, ...path].join('/')}`
const [guard] = team.hooks

const outside = {
  'sign-in': (page) => page.goto(server.url),
  accept: async (page) => {
    await page.goto(await newInvitation(team, 'new@example.com'))
    await page.getByRole('button', { name: 'Join' }).waitFor()
  },
}
const inside = {
  overview: async (page) => {
    await page.goto(at('overview'))
    await page.locator('canvas').waitFor()
    // The theme before has paused all hooks for its last picture.
    const resume = page.getByRole('button', { name: 'Resume' })
    if (await resume.isVisible()) await resume.click()
    await resume.waitFor({ state: 'hidden' })
  },
  pause: async (page) => {
    await page.goto(at('overview'))
    await page.getByRole('button', { name: 'Pause hooks' }).click()
    await page.getByLabel('Reason').fill('no-force-push.sh denies every command')
  },
  rollback: async (page) => {
    await page.goto(at('overview'))
    await page.getByRole('button', { name: 'Roll back' }).click()
    await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first().waitFor()
  },
  checklist: async (page) => {
    await page.goto(at('overview'))
    await page.getByRole('region', { name: 'Set up this team' }).scrollIntoViewIfNeeded()
  },
  hooks: (page) => page.goto(at('hooks')),
  hook: async (page) => {
    await page.goto(at('hooks', guard))
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.locator('.side .cm-editor').waitFor()
  },
  pack: async (page) => {
    await page.goto(at('hooks', team.pack))
    await page.locator('.config .cm-editor').waitFor()
  },
  settings: async (page) => {
    await page.goto(at('hooks', team.settings))
    await page.locator('.config .cm-editor').waitFor()
  },
  try: async (page) => {
    await page.goto(at('hooks', guard))
    await page.getByRole('tab', { name: 'Try' }).click()
    await page.locator('.trial .cm-content').fill('{ "command": "git push --force origin main" }')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('status', { name: 'Result' }).or(page.getByRole('alert')).waitFor()
    await page.getByRole('status', { name: 'Result' }).or(page.getByRole('alert')).scrollIntoViewIfNeeded()
  },
  publish: async (page) => {
    await page.goto(at('publish'))
    await page.locator('.cm-editor').first().waitFor()
  },
  devices: async (page) => {
    await page.goto(at('devices'))
    await page.getByRole('region', { name: 'Coverage' }).waitFor()
  },
  device: async (page) => {
    await page.goto(at('devices', team.device))
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
  },
  alarms: async (page) => {
    await page.goto(at('alarms'))
    await page.getByLabel('SMTP server').waitFor()
  },
  codes: async (page) => {
    await page.goto(at('codes'))
    await page.getByLabel('Note').fill("Ada's new laptop")
    await page.getByRole('button', { name: 'Create code' }).click()
    await page.getByText('Command for the device').waitFor()
  },
  activity: async (page) => {
    await page.goto(at('activity'))
    await page.locator('canvas').waitFor()
  },
  decisions: async (page) => {
    await page.goto(`${at('decisions')}?decision=deny`)
    await page.locator('.decision-line .word').first().waitFor()
  },
  members: (page) => page.goto(at('members')),
  journal: (page) => page.goto(at('journal')),
  account: (page) => page.goto(`${server.url}/account`),
  'second-factor': async (page) => {
    await page.goto(`${server.url}/account`)
    await page
      .getByRole('region', { name: 'Two-factor authentication' })
      .getByLabel('Your password')
      .fill(team.password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: /QR code/ }).scrollIntoViewIfNeeded()
  },
  // The last one, because every page has the notice from then on. `overview` of the next theme resumes the hooks.
  paused: async (page) => {
    await page.goto(at('overview'))
    await page.getByRole('button', { name: 'Pause hooks' }).click()
    await page.getByLabel('Reason').fill('no-force-push.sh denies every command')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.locator('canvas').waitFor()
  },
}

// These change the team, so they come after all others, in this order.
const previewed = {
  preview: async (page) => {
    await page.goto(at('publish'))
    await page.getByRole('table', { name: 'What each changed hook would have done' }).waitFor()
    await page.getByRole('heading', { name: 'Impact preview' }).scrollIntoViewIfNeeded()
  },
}
const rolledOut = {
  rollout: async (page) => {
    await page.goto(at('overview'))
    const heading = page.getByRole('heading', { name: /^Rollout of revision/ })
    await heading.waitFor()
    await heading.scrollIntoViewIfNeeded()
  },
}

const only = process.argv.slice(2)
const isWanted = (pages) => only.length === 0 || only.some((name) => Object.hasOwn(pages, name))

async function take(context, pages, theme) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const wanted = Object.entries(pages).filter(([name]) => only.length === 0 || only.includes(name))
  for (const [name, show] of wanted) {
    await show(page)
    await page.waitForTimeout(800)
    await page.screenshot({ path: join(images, `${name}-${theme}.png`) })
    console.log(`docs/images/team/${name}-${theme}.png`)
  }
}

async function signIn(context) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(server.url)
  await page.getByLabel('E-mail address').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill(team.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.close()
}

async function takeAll(pages, pagesBeforeSignIn = {}) {
  if (!isWanted({ ...pages, ...pagesBeforeSignIn })) return
  for (const [theme, options] of themes) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce', timezoneId: 'UTC' })
    await take(context, pagesBeforeSignIn, theme)
    await signIn(context)
    await take(context, pages, theme)
    await context.close()
  }
}

try {
  await takeAll(inside, outside)
  if (isWanted({ ...previewed, ...rolledOut })) await previewRule(server, team)
  await takeAll(previewed)
  if (isWanted(rolledOut)) await rollOut(team)
  await takeAll(rolledOut)
} finally {
  await browser.close()
  server.stop()
}
