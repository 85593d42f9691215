import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../testing/index.ts'

const token = 'a-token-of-the-operator'
const headers = { authorization: `Bearer ${token}` }

eachStore('metrics', (bench) => {
  test('are there only with the token of the operator', async () => {
    const without = await startTeam(bench)
    expect((await fetch(`${without.url}/metrics`, { headers })).status).toBe(404)
    const { url, owner } = await startTeam(bench, { metricsToken: token })
    const statusWith = async (given: Record<string, string>) =>
      (await fetch(`${url}/metrics`, { headers: given })).status
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: 'Bearer another' })).toBe(401)
    expect(await statusWith({ cookie: owner.cookie() })).toBe(401)
    expect(await statusWith(headers)).toBe(200)
  })

  test('count requests and machines, in the format of Prometheus, without names of teams', async () => {
    const { url, owner, teamId } = await startTeam(bench, { metricsToken: token })
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    await machine.call('DeviceService/Sync', { revision: '1' })
    await fetch(`${url}/<script>/x"y`)
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    const lines = text.trimEnd().split('\n')
    for (const line of lines)
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) hookline_\w+ .+|hookline_\w+(?:\{\w+="[\w-]+"(?:,\w+="[\w-]+")*\})? [\d.e+-]+)$/,
      )
    expect(lines).toContain('hookline_database_up 1')
    expect(lines).toContain('hookline_devices{coverage="unknown"} 1')
    expect(lines).toContain('hookline_open_alarms 0')
    expect(text).toMatch(/hookline_requests_total\{route="rpc",status="200"\} \d+/)
    expect(text).not.toContain(teamId)
    expect(text).not.toContain('script')
  })
})
