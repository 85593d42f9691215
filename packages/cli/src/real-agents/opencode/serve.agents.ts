import { expect } from 'vitest'
import { startRefusingProxy } from '../../headless/refusing-proxy.ts'
import { startScriptedModel } from '../../headless/scripted-model.ts'
import { eachVersion, sampled } from '../subjects.ts'
import { prepareTrial } from '../trial.ts'
import { opencode } from './agent.ts'
import { startOpencodeServer } from './server.ts'

const goesOnOnce = `#!/bin/sh
if grep -q '"loop_count":0'; then printf '{"followup_message":"run the tests"}'; fi
`

eachVersion(opencode, 'On the server', (subject) => {
  sampled('a follow-up continues the turn, and a later stop is not the first', async () => {
    const turns = ['finished', opencode.tools.shell('touch acted')]
    const { sandbox } = await prepareTrial(subject, {
      files: { 'hook.sh': goesOnOnce },
      hooks: { stop: [{ command: './hook.sh' }] },
      turns,
    })
    const [model, proxy] = await Promise.all([
      startScriptedModel(opencode.readConversation, { turns }),
      startRefusingProxy(),
    ])
    const where = { modelUrl: model.server.baseUrl, home: sandbox.home, installed: subject.directory }
    const { env } = opencode.start('', { ...where, allowed: [], args: [] })
    const server = await startOpencodeServer({
      program: subject.program,
      cwd: sandbox.root,
      env: { ...sandbox.env, ...proxy.env, ...env },
    })
    try {
      await server.prompt('Do what you have to do.')
      const stops = async () => ((await sandbox.readLog()).match(/"event": ?"stop"/g) ?? []).length
      await expect.poll(stops, { timeout: 60_000, interval: 500 }).toBe(2)
      expect(sandbox.exists('acted')).toBe(true)
      const conversations = model.conversations()
      expect(conversations.length).toBe(3)
      expect(conversations.filter(({ text }) => text.includes('run the tests')).length).toBe(2)
    } finally {
      server.close()
      await Promise.all([model.server.close(), proxy.close()])
    }
  })
})
