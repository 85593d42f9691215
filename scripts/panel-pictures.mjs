// Takes the pictures of docs/images/panel: every page, light and dark, wide and narrow. `npm run pictures`. With names, it takes only those.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createScene, launchBrowser, startPanel } from './panel-scene.mjs'
import { fillTeam, startTeamServer } from './team-scene.mjs'

const images = join(import.meta.dirname, '../docs/images/panel')
mkdirSync(images, { recursive: true })
const scene = createScene()
const { write, hookline, say } = scene

write('package.json', '{ "scripts": { "test": "vitest" }, "devDependencies": { "vitest": "4" } }\n')
write(
  '.cursor/hooks/net.mjs',
  `import { readFileSync } from 'node:fs'
const { command = '' } = JSON.parse(readFileSync(0, 'utf8'))
const asks = /\\b(curl|wget)\\b/.test(command)
console.log(JSON.stringify(asks ? { permission: 'ask', user_message: 'This reaches the network.' } : { permission: 'allow' }))
`,
)
write('.cursor/hooks/audit.sh', '#!/bin/sh\ncat >/dev/null\necho "jq: command not found" >&2\nexit 127\n')
write(
  '.cursor/hooks/short.mjs',
  `import { readFileSync } from 'node:fs'
const { tool_input } = JSON.parse(readFileSync(0, 'utf8'))
const command = tool_input?.command?.replace(/^npm install$/, 'npm ci')
console.log(JSON.stringify(command && command !== tool_input.command ? { permission: 'allow', updated_input: { ...tool_input, command } } : {}))
`,
)
write(
  '.cursor/hooks.json',
  `${JSON.stringify(
    {
      version: 1,
      hooks: {
        preToolUse: [{ command: 'node .cursor/hooks/short.mjs', matcher: 'Shell' }],
        beforeShellExecution: [{ command: 'node .cursor/hooks/net.mjs', timeout: 5 }],
        afterShellExecution: [{ command: '.cursor/hooks/audit.sh' }],
        afterFileEdit: [{ command: './hooks/format.sh', timeout: 30000 }],
        stop: [{ command: '.cursor/hooks/audit.sh', loop_limit: 2 }],
      },
    },
    null,
    2,
  )}\n`,
)
for (const pack of ['shell-guard', 'protect-files', 'secret-scan']) hookline(['add', pack, '--yes'])
hookline(['trust', 'add', '--yes'])

const shell = (host, command) => say(host, 'beforeShellExecution', { command, sandbox: false })
const claude = (command) =>
  say('claude', 'PreToolUse', { session_id: 'c0ffee', tool_name: 'Bash', tool_input: { command } })
shell('cursor', 'git status')
shell('cursor', 'pnpm vitest run src/cart')
claude('git diff --stat')
say('cursor', 'preToolUse', { tool_name: 'Shell', tool_input: { command: 'npm install' }, tool_use_id: 't1' })
shell('cursor', 'git push --force origin main')
claude('cat .env')
say('cursor', 'beforeReadFile', { file_path: join(scene.work, 'src/cart.ts'), content: 'export {}' })
shell('cursor', 'curl -s https://api.example.com/health')
say('cursor', 'afterShellExecution', { command: 'pnpm test', output: 'ok', duration: 812 })
claude('rm -rf ~/projects')
shell('cursor', 'git push --force-with-lease origin fix/cart-total')
shell('cursor', 'ls -la node_modules/.bin')

const panel = await startPanel(scene, '--write')
const browser = await launchBrowser()
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 380, height: 780 } }

const pages = {
  now: async (page) => page.getByRole('row', { name: /ls -la/ }).waitFor(),
  story: async (page) => {
    await page.getByRole('row', { name: /REWRITTEN/ }).click()
    await page.getByText('Why').first().waitFor()
    await page.locator('.cm-editor').first().waitFor()
  },
  hooks: async (page) => {
    await page.goto(`${panel.origin}/hooks`)
    await page.getByText('shell-guard/commands').first().waitFor()
  },
  problems: async (page) => {
    await page.goto(`${panel.origin}/problems`)
    await page.getByRole('heading', { name: 'Problems' }).waitFor()
    await page.getByText('.cursor/hooks.json').first().waitFor()
  },
  try: async (page) => {
    const trial = { command: 'git push --force origin main', cwd: scene.work, sandbox: false }
    await page.goto(
      `${panel.origin}/try?${new URLSearchParams({ event: 'beforeShellExecution', input: JSON.stringify(trial) })}`,
    )
    await page.locator('.cm-editor').first().waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('DENY').first().waitFor()
  },
  coverage: async (page) => {
    await page.goto(`${panel.origin}/coverage`)
    await page.getByRole('heading', { name: 'Reasons and limits' }).waitFor()
  },
  stats: async (page) => {
    await page.goto(`${panel.origin}/stats`)
    await page.locator('canvas').first().waitFor()
  },
}

/** Taken last, because the banner then stays above every page. */
const ofTeam = {
  'team-notice': (page) => page.getByText('This team uses admin-enabled hooks').waitFor(),
}

const only = process.argv.slice(2)
async function take(all) {
  const wanted = Object.entries(all).filter(([name]) => only.length === 0 || only.includes(name))
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', timezoneId: 'UTC' })
      const page = await context.newPage()
      await page.goto(panel.url)
      for (const [name, show] of wanted) {
        await show(page)
        await page.waitForTimeout(700)
        await page.screenshot({ path: join(images, `${name}-${colorScheme}-${size}.png`) })
        console.log(`docs/images/panel/${name}-${colorScheme}-${size}.png`)
      }
      await context.close()
    }
}

const server = await startTeamServer()
try {
  await take(pages)
  hookline(['team', 'enroll', server.url, (await fillTeam(server)).code])
  await take(ofTeam)
} finally {
  await browser.close()
  panel.stop()
  server.stop()
  scene.remove()
}
