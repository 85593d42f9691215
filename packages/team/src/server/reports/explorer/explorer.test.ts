import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, type TestMachine, uploadRoot } from '../../../testing/index.ts'

interface Listed {
  readonly sequence: string
  readonly deviceName: string
}

eachStore('the list of decisions', (bench) => {
  const minute = 60_000

  async function team(name = 'laptop') {
    const started = await startTeam(bench)
    const { url, owner, teamId } = started
    await uploadRoot(owner, teamId)
    await owner.call('AdminService/SaveHook', {
      teamId,
      draft: { hookStep: 'stop', scriptName: 'guard.sh', scriptContent: '#!/bin/sh\n' },
    })
    const machine = await enrolMachine(url, await newCode(owner, teamId), name)
    const list = async (filter: object = {}, more: object = {}) =>
      (await owner.call('AdminService/ListDecisions', { teamId, filter, ...more })).body
    const numbers = async (filter: object = {}) =>
      ((await list(filter)).decisions ?? []).map(({ sequence }: Listed) => Number(sequence))
    return { ...started, machine, list, numbers }
  }

  const run = (fields: object = {}) => ({ hookId: '1', source: 'team', outcome: 'allow', durationMs: 2, ...fields })
  // One time for all, so that their order does not depend on how long a test takes.
  const startedAt = Date.now()
  const decision = (sequence: number, fields: object = {}) => ({
    sequence: String(sequence),
    at: new Date(startedAt - sequence * minute).toISOString(),
    event: 'beforeShellExecution',
    verdict: 'allow',
    rule: 'reply',
    agent: 'claude-code',
    durationMs: 3,
    runs: [],
    ...fields,
  })
  const send = async (machine: TestMachine, decisions: readonly object[]) => {
    for (let from = 0; from < decisions.length; from += 500) {
      const { status, body } = await machine.call('DeviceService/Report', {
        decisions: decisions.slice(from, from + 500),
      })
      expect([status, body.message]).toEqual([200, undefined])
    }
  }
  const mixed = [
    decision(1, { runs: [run({ rule: 'shell-guard/rm-root', outcome: 'deny' })], verdict: 'deny' }),
    decision(2, { event: 'stop', agent: 'cursor', verdict: 'ask' }),
    decision(3, { runs: [run({ failure: 'timeout', outcome: 'failed' })] }),
    decision(4, {
      runs: [run({ hookId: '0', source: 'user', rule: 'secret-scan/key', outcome: 'deny' })],
      verdict: 'deny',
    }),
    decision(5, { runs: [run()] }),
  ]

  test('a record has the device, the hooks and the rules, the newest first', async () => {
    const { machine, list } = await team()
    await send(machine, mixed)
    const { decisions, next } = await list()
    expect(next).toBeUndefined()
    expect(decisions.map(({ sequence }: Listed) => Number(sequence))).toEqual([1, 2, 3, 4, 5])
    expect(decisions[0]).toEqual({
      deviceId: machine.id,
      deviceName: 'laptop',
      sequence: '1',
      at: mixed[0]?.at,
      event: 'beforeShellExecution',
      agent: 'claude-code',
      decision: 'deny',
      reason: 'reply',
      durationMs: 3,
      runs: [
        {
          hookId: '1',
          hookName: 'guard.sh',
          source: 'team',
          rule: 'shell-guard/rm-root',
          outcome: 'deny',
          durationMs: 2,
        },
      ],
    })
  })

  test('each filter limits the list, and filters combine', async () => {
    const { machine, numbers, url, owner, teamId } = await team()
    const other = await enrolMachine(url, await newCode(owner, teamId), 'desk')
    await send(machine, mixed)
    await send(other, [decision(6, { event: 'stop' })])
    const filters: [object, number[]][] = [
      [{ deviceId: other.id }, [6]],
      [{ deviceId: machine.id, event: 'stop' }, [2]],
      [{ event: 'stop' }, [2, 6]],
      [{ agent: 'cursor' }, [2]],
      [{ hookId: '1' }, [1, 3, 5]],
      [{ hookId: '1', result: 'denied' }, [1]],
      [{ hookId: '1', result: 'failed' }, [3]],
      [{ result: 'denied' }, [1, 4]],
      [{ rule: 'secret-scan/key' }, [4]],
      [{ rule: 'secret-scan/key', hookId: '1' }, []],
      [{ decision: 'allow' }, [5, 6]],
      [{ decision: 'ask' }, [2]],
      [{ decision: 'deny' }, [1, 4]],
      [{ decision: 'failed' }, [3]],
      [{ decision: 'deny', hookId: '1', deviceId: machine.id }, [1]],
      [{ from: mixed[2]?.at }, [1, 2, 3]],
      [{ from: mixed[3]?.at, to: mixed[1]?.at }, [3, 4]],
      [{ event: 'nothing' }, []],
    ]
    for (const [filter, expected] of filters) expect([filter, await numbers(filter)]).toEqual([filter, expected])
  })

  test('pages list every decision once, also those of the same millisecond', async () => {
    const { machine, list } = await team()
    const at = new Date(Date.now() - minute).toISOString()
    await send(
      machine,
      Array.from({ length: 230 }, (_, n) => decision(n + 1, n % 3 === 0 ? {} : { at })),
    )
    for (const filter of [{}, { deviceId: machine.id }, { event: 'beforeShellExecution' }]) {
      const seen: number[] = []
      let before = ''
      do {
        const page = await list(filter, { before, limit: 40 })
        expect(page.decisions.length).toBeLessThanOrEqual(40)
        seen.push(...page.decisions.map(({ sequence }: Listed) => Number(sequence)))
        before = page.next ?? ''
      } while (before !== '')
      expect(seen.length).toBe(230)
      expect(new Set(seen).size).toBe(230)
    }
  })

  test('values that cannot match are refused with what they may be', async () => {
    const { owner, teamId } = await team()
    const wrong: [object, RegExp][] = [
      [{ decision: 'maybe' }, /decision must be one of allow, ask, deny, would-deny, would-ask, failed, got "maybe"/],
      [{ decision: 'constructor' }, /must be one of/],
      [{ result: 'x' }, /result must be one of denied, failed/],
      [{ hookId: '-1' }, /hook_id must be a non-negative integer/],
      [{ from: 'yesterday' }, /from must be a time such as/],
      [{ to: '2026-13-45T99:00:00Z' }, /to must be a time such as/],
    ]
    for (const [filter, message] of wrong) {
      const { status, body } = await owner.call('AdminService/ListDecisions', { teamId, filter })
      expect([filter, status, body.message]).toEqual([filter, 400, expect.stringMatching(message)])
    }
    for (const [method, before] of [
      ['ListDecisions', 'x'],
      ['ListDecisions', '1.9.3'],
      ['ListJournal', '-1'],
      ['ListRevisions', 'x'],
      ['ListAlarms', '1e9'],
      ['ListDevices', 'x'],
      ['ListDevices', Buffer.from('["a","b"]').toString('base64url')],
    ]) {
      const { status, body } = await owner.call(`AdminService/${method}`, { teamId, before })
      expect([method, before, status, body.message]).toEqual([
        method,
        before,
        400,
        expect.stringMatching(/^before must be/),
      ])
    }
  })

  test('an export with a filter that would not limit it is refused', async () => {
    const { owner, url, teamId } = await team()
    const wrong: [string, RegExp][] = [
      ['evnet=stop', /no filter "evnet"\. Use device, agent/],
      ['since=7d', /no filter "since"/],
      ['__proto__=x', /no filter "__proto__"/],
      ['event=stop&event=x', /event occurs twice/],
      ['event=%00', /no NUL character/],
      [`event=${'x'.repeat(501)}`, /at most 500 characters/],
      ['hook=0x1', /hook_id must be/],
    ]
    for (const [query, message] of wrong) {
      const response = await fetch(`${url}/export/${teamId}/decisions.csv?${query}`, {
        headers: { cookie: owner.cookie() },
      })
      expect([query, response.status, ((await response.json()) as { message: string }).message]).toEqual([
        query,
        400,
        expect.stringMatching(message),
      ])
    }
  })

  test('the values of a period are listed for the filters', async () => {
    const { machine, owner, teamId } = await team()
    await send(machine, mixed)
    const { body } = await owner.call('AdminService/ListDecisionValues', { teamId })
    expect(body).toEqual({
      events: ['beforeShellExecution', 'stop'],
      agents: ['claude-code', 'cursor'],
      rules: expect.arrayContaining(['shell-guard/rm-root', 'secret-scan/key']),
      hooks: [{ hookId: '1', name: 'guard.sh' }],
    })
    const none = await owner.call('AdminService/ListDecisionValues', { teamId, to: '2020-01-01T00:00:00Z' })
    expect(none.body).toEqual({})
  })

  test('an export has every decision, and no cell that a spreadsheet calculates', async () => {
    const { machine, owner, url, teamId } = await team("=cmd|'/c calc'!A1")
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      ' =1',
      '"quoted", and, commas',
      "'=1",
      'a;=1+1;b',
      'a; @SUM(A1)',
      'a;"=1+1;b',
    ]
    await send(machine, [
      ...hostile.map((event, n) => decision(n + 1, { event })),
      ...Array.from({ length: 1200 }, (_, n) => decision(n + hostile.length + 1)),
    ])
    const get = (path: string, headers: Record<string, string> = { cookie: owner.cookie() }) =>
      fetch(`${url}/export/${teamId}/${path}`, { headers })
    const csv = await get('decisions.csv')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="decisions-[\d-]+\.csv"$/)
    const lines = (await csv.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 1200 + hostile.length)
    expect(lines[0]).toBe(
      'at,device_id,device,number,agent,event,decision,failed,reason,duration_ms,hooks,rules,outcomes,failures',
    )
    for (const line of lines.slice(1)) {
      const cells = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      )
      expect(cells).toHaveLength(14)
      expect(cells.filter((cell) => /^\s*[=+\-@|%]/.test(cell))).toEqual([])
      // A spreadsheet of a language with a decimal comma ends cells at semicolons, reads no quotation mark within one, and drops those at its start.
      expect(line.split(';').filter((cell) => /^[\s"]*[=+\-@|%]/.test(cell))).toEqual([])
    }
    const jsonl = (await (await get('decisions.jsonl?event=%3D1%2B1')).text()).trimEnd().split('\n')
    expect(jsonl.map((line) => JSON.parse(line))).toMatchObject([
      { event: '=1+1', sequence: 1, deviceId: machine.id, runs: [] },
    ])
    expect((await get('decisions.csv?decision=maybe')).status).toBe(400)
    expect((await get('decisions.xlsx')).status).toBe(404)
    expect((await get('decisions.csv', {})).status).toBe(401)
  })

  test('an export needs the same rights as the list', async () => {
    const { owner, url, teamId, join } = await team()
    const stranger = await join('viewer@example.com', 'viewer')
    const path = `${url}/export/${teamId}/decisions.csv`
    expect((await fetch(path, { headers: { cookie: stranger.cookie() } })).status).toBe(200)
    const elsewhere = `${url}/export/hl_aaaaaaaaaaaaaaaa/decisions.csv`
    expect((await fetch(elsewhere, { headers: { cookie: owner.cookie() } })).status).toBe(404)
    for (const [scopes, status] of [
      [['activity:read'], 200],
      [['hooks:read'], 403],
    ] as const) {
      const { token } = (await owner.call('AdminService/CreateServiceToken', { teamId, name: `t${status}`, scopes }))
        .body
      expect([scopes, (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status]).toEqual([
        scopes,
        status,
      ])
    }
  })
})
