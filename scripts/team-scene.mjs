// Starts a real team server and fills it with people, hooks, machines and reports, for pictures.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enrolMachine, newCode, password, personAt, uploadRoot } from '../packages/team/dist/testing/index.js'

const bin = join(import.meta.dirname, '../packages/cli/bin/hookline.mjs')

/** Resolves with the output of `hookline serve --json`, and with `stop`. */
export function startTeamServer(...args) {
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-team-'))
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--json', '--port', '0', '--data', join(scratch, 'data'), ...args],
    {
      env: { PATH: process.env.PATH, HOME: scratch, LANG: 'C.UTF-8', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const stop = () => {
    child.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
    child.kill()
  }
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.endsWith('}\n')) resolve({ ...JSON.parse(text), stop })
    })
  })
}

const guard = `#!/bin/sh
# Agents do not rewrite what others have.
case $(cat) in
*'push --force'*)
  echo '{"permission":"deny","agent_message":"Force pushes are not for agents here. Open a pull request."}' ;;
*) echo '{"permission":"allow"}' ;;
esac
`
const secrets = `#!/usr/bin/env python3
"""Keeps keys out of what an agent reads."""
import json, re, sys

event = json.load(sys.stdin)
found = re.search(r"(AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----)", event.get("content", ""))
if found:
    print(json.dumps({"permission": "deny", "user_message": "This file holds a key."}))
else:
    print("{}")
`
const format = '#!/bin/sh\nnpx --no-install prettier --write "$(cat | jq -r .file_path)" >&2\n'
const hooks = [
  {
    hookStep: 'beforeShellExecution',
    scriptName: 'no-force-push.sh',
    scriptContent: guard,
    failClosed: true,
    timeout: 5,
  },
  {
    hookStep: 'beforeReadFile',
    scriptName: 'secrets.py',
    scriptContent: secrets,
    operatingSystems: ['Linux', 'Macintosh'],
  },
  { hookStep: 'afterFileEdit', scriptName: 'format.sh', scriptContent: format, matcher: 'Write', timeout: 30 },
  { hookStep: 'stop', scriptName: 'summary.sh', scriptContent: "#!/bin/sh\necho '{}'\n", loopLimit: 2 },
  { kind: 'pack', scriptName: 'shell-guard', config: '{"level":"strict","protectedBranches":["main","release/*"]}' },
  { kind: 'settings', scriptName: 'settings', config: '{"managedOnly":true,"breakGlass":true}' },
]

/** A link that is not used. */
export const newInvitation = async ({ admin }, email) => (await admin('InviteMember', { email, role: 'viewer' })).link

/** Fills a team as after some weeks of work. Grace owns it. */
export async function fillTeam({ url, owner_link }) {
  const owner = personAt(url)
  const ask = async (method, body) => {
    const { status, body: answer } = await owner.call(method, body)
    if (status !== 200) throw new Error(`${method}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  const me = await ask('AccountService/Accept', {
    secret: owner_link.split('#')[1],
    email: 'grace@example.com',
    password,
    teamName: 'Platform',
  })
  const { teamId } = me.teams[0]
  const admin = (method, body = {}) => ask(`AdminService/${method}`, { teamId, ...body })
  await uploadRoot(owner, teamId)
  const save = (draft, hook) =>
    admin('SaveHook', { hookId: hook?.id ?? '0', basedOn: hook?.current.version ?? '0', draft })
  const saved = []
  for (const draft of hooks) saved.push(await save(draft))
  await admin('SetHookActive', { hookId: saved[3].id, isActive: false })
  await admin('Publish', { note: 'The first six' })
  const machines = []
  for (const name of ['ada-thinkpad', 'linus-desk', 'ci-runner-4'])
    machines.push(await enrolMachine(url, await newCode(owner, teamId, { note: name }), name))
  const late = machines[2]
  await late.call('DeviceService/Heartbeat', { revision: '2', activeHooks: 3, clientVersion: '1.0.0' })
  await save({ ...hooks[1], timeout: 5 }, saved[1])
  await admin('Publish', { note: 'secrets.py has five seconds' })
  for (const machine of machines.slice(0, 2)) {
    await machine.call('DeviceService/Heartbeat', { revision: '3', activeHooks: 3, clientVersion: '1.0.0' })
    await report(machine, saved)
  }
  await reportAgents(machines)
  await enrolMachine(url, await newCode(owner, teamId, { note: 'margaret' }), 'margaret-mbp')
  const old = await enrolMachine(url, await newCode(owner, teamId, {}), 'old-laptop')
  await admin('RevokeDevice', { deviceId: old.id })
  const code = await newCode(owner, teamId, { note: 'new machines of the week', uses: 12, validHours: 168 })
  for (const [email, role] of [
    ['ada@example.com', 'author'],
    ['linus@example.com', 'viewer'],
  ]) {
    const { link } = await admin('InviteMember', { email, role })
    const invited = { secret: link.split('#')[1], email, password }
    await personAt(url).call('AccountService/Accept', invited)
  }
  await save(
    { ...hooks[0], scriptContent: guard.replace("*'push --force'*)", "*'push --force'* | *'push -f'*)"), timeout: 3 },
    saved[0],
  )
  await save({
    hookStep: 'beforeMCPExecution',
    scriptName: 'mcp-allowlist.mjs',
    scriptContent: "console.log('{}')\n",
    matcher: 'github|linear',
  })
  const ids = saved.map(({ id }) => Number(id))
  return { teamId, hooks: ids, pack: ids[4], settings: ids[5], device: machines[1].id, password, code, admin, machines }
}

/** Asks for a preview of a new rule. Five machines answer, so that the counts of the rule are shown. */
export async function previewRule({ url }, { admin, machines }) {
  const config = JSON.stringify({ rule: { when: { field: 'command', contains: 'curl' }, verdict: 'deny' } })
  const draft = { kind: 'rule', hookStep: 'beforeShellExecution', scriptName: 'no-curl', config }
  const { id } = await admin('SaveHook', { hookId: '0', basedOn: '0', draft })
  const { preview } = await admin('AskPreview')
  const { code } = await admin('CreateEnrollmentCode', { note: 'the lab', uses: 2 })
  for (const name of ['lab-1', 'lab-2']) machines.push(await enrolMachine(url, code, name))
  for (const [n, machine] of machines.entries()) {
    const [events, denies, asks, unjudged] = [610 + 130 * n, [12, 0, 3, 41, 7][n], 0, [0, 4, 0, 22, 1][n]].map(String)
    const hooks = [{ hookId: id, denies, asks, unjudged }]
    const counts = { events, denies, newDenies: denies, asks, unjudged, hooks }
    await machine.call('DeviceService/ReportPreview', { preview: preview.id, ...counts })
  }
}

/** Publishes the drafts to one canary machine, which reports with them. */
export async function rollOut({ admin, machines: [canary, ...others], hooks }) {
  await admin('SetCanary', { deviceId: canary.id, isCanary: true })
  await admin('Publish', { ring: 'canary', note: 'Force pushes with -f too' })
  const { candidate } = (await admin('GetRollout')).staged
  await canary.call('DeviceService/Heartbeat', { revision: candidate, candidate, activeHooks: 6 })
  const decisionsOf = (count, denied, from, more) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ sequence: `${from + n}`, at: new Date().toISOString(), event: 'beforeShellExecution', agent: 'claude-code' },
      ...{ verdict: n % denied === 0 ? 'deny' : 'allow', rule: 'reply', durationMs: 9, revision: candidate, ...more },
      runs: [
        {
          ...{ hookId: `${hooks[0]}`, source: 'team', fingerprint: 'ab', failure: '', durationMs: 9 },
          outcome: n % denied === 0 ? 'deny' : 'allow',
        },
      ],
    }))
  await canary.call('DeviceService/Report', { decisions: decisionsOf(64, 16, 1001, { candidate }) })
  await others[0].call('DeviceService/Heartbeat', { revision: candidate, activeHooks: 5 })
  await others[0].call('DeviceService/Report', { decisions: decisionsOf(96, 20, 1001, {}) })
}

/** Which agents the machines have: one machine is guarded, one has a gap, one failed its canary. */
async function reportAgents([ada, linus, runner]) {
  const at = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const asked = { lastEvent: 'beforeShellExecution', lastAskedAt: at(0.2), lastUsedAt: at(0.1) }
  const claude = { agent: 'claude', version: '2.1.325', connection: 'connected', ...asked }
  const send = (machine, agents, canary) =>
    machine.call('DeviceService/ReportCoverage', { at: at(0), agents, ...(canary === undefined ? {} : { canary }) })
  const gates = ['beforeShellExecution', 'beforeReadFile', 'beforeMCPExecution']
  await send(ada, [{ ...claude, proof: 'proved', provedAt: at(30) }], { at: at(5), state: 'proved', proved: gates })
  const codex = { agent: 'codex', version: '0.171.0', connection: 'not-connected', lastUsedAt: at(2) }
  // Codex asked there until its connection was removed, which is an alarm.
  await send(linus, [claude, { ...codex, connection: 'connected', lastEvent: 'stop', lastAskedAt: at(3) }])
  await send(linus, [claude, codex, { agent: 'cursor', connection: 'partly-connected' }])
  const failed = { at: at(1), state: 'failed', proved: gates.slice(0, 1), failed: gates.slice(1) }
  await send(runner, [{ agent: 'gemini', version: '0.61.0', connection: 'blocked' }], failed)
}

/** Reports a day of decisions, mostly allowed and more of them in the afternoon. It is the same in every run. */
async function report(machine, saved) {
  const decisions = []
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let n = 0; n < 480; n += 1) {
    const hour = 24 * random() ** 0.5
    const verdict = random() < 0.08 ? 'deny' : random() < 0.06 ? 'ask' : 'allow'
    const failure = random() < 0.03 ? 'timeout' : ''
    const hookId = String(saved[Math.floor(random() * 3)].id)
    const run = {
      hookId,
      source: 'team',
      fingerprint: 'ab',
      outcome: verdict,
      failure,
      durationMs: 8 + 60 * random() ** 3,
      rule: verdict === 'deny' ? ['shell-guard/force-push', 'secret-scan/private-key'][n % 2] : '',
    }
    decisions.push({
      sequence: String(n + 1),
      at: new Date(Date.now() - (24 - hour) * 3_500_000).toISOString(),
      event: n % 4 === 0 ? 'beforeReadFile' : 'beforeShellExecution',
      verdict,
      rule: 'reply',
      agent: n % 3 === 0 ? 'claude-code' : 'cursor',
      durationMs: run.durationMs,
      runs: [run],
    })
  }
  const { status, body } = await machine.call('DeviceService/Report', { decisions })
  if (status !== 200) throw new Error(JSON.stringify(body))
}
