import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, readBundle, startSignedTeam, startTeam } from '../../testing/index.ts'

const rule = (name: string, contains: string) => ({
  ...{ kind: 'rule', scriptName: name, hookStep: 'beforeShellExecution' },
  config: JSON.stringify({ rule: { when: { field: 'command', contains }, verdict: 'deny' } }),
})
const script = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: '#!/bin/sh\necho "{}"\n' }
const pack = { kind: 'pack', scriptName: 'shell-guard', hookStep: '', config: '{}' }

eachStore('impact previews', (bench) => {
  const team = async () => {
    const started = await startSignedTeam(bench)
    const { owner, teamId, url, admin } = started
    const code = await newCode(owner, teamId, { uses: 5 })
    const [one, two] = [await enrolMachine(url, code, 'one'), await enrolMachine(url, code, 'two')]
    await admin('SaveHook', { draft: rule('stable', 'force') })
    await admin('Publish')
    const bundle = () => readBundle(one)
    return { ...started, one, two, bundle }
  }
  /** Hook 1 is published; 2 is a new rule, 3 a new pack and 4 a script. */
  const asking = async () => {
    const all = await team()
    await all.admin('SaveHook', { draft: rule('no curl', 'curl') })
    await all.admin('SaveHook', { draft: pack })
    await all.admin('SaveHook', { draft: script })
    const { preview } = await all.admin('AskPreview')
    return { ...all, preview }
  }
  const counts = (preview: string, more: object = {}) => ({
    ...{ preview, events: '10', denies: '4', newDenies: '3', asks: '1', unjudged: '2' },
    hooks: [{ hookId: '2', denies: '4', unjudged: '2' }],
    ...more,
  })

  test('signs only packs and rules, beside the hooks as they are', async () => {
    const { bundle, preview } = await asking()
    expect(preview).toMatchObject({ id: '3', days: 7, state: 'asking', leftOut: 1, devices: 2 })
    const signed = await bundle()
    expect(signed.hooks).toMatchObject([{ script_name: 'stable' }])
    expect(signed.preview).toMatchObject({
      ...{
        id: 3,
        days: 7,
        hooks: [
          { id: 2, kind: 'rule' },
          { id: 3, kind: 'pack', script_name: 'shell-guard' },
        ],
      },
    })
    expect(signed.preview.hooks).toHaveLength(2)
  })

  test('adds up the counts of all machines, each once', async () => {
    const { admin, one, two, preview } = await asking()
    const send = async (machine: typeof one, more: object = {}) =>
      (await machine.call('DeviceService/ReportPreview', counts(preview.id, more))).body
    expect(await send(one)).toEqual({ stored: true })
    // The same, or another answer of a machine, replaces its first.
    expect(await send(one)).toEqual({ stored: true })
    expect(
      await send(two, { denies: '0', newDenies: '0', isPartial: true, hooks: [{ hookId: '3', asks: '1' }] }),
    ).toEqual({
      stored: true,
    })
    const found = (await admin('GetPreview')).preview
    expect(found).toMatchObject({ reported: 2, deniedOn: 1, partial: 1, leastMachines: 5 })
    expect(found.counts).toEqual({ events: '20', denies: '4', newDenies: '3', asks: '2', unjudged: '4' })
  })

  test('shows the counts of a hook from five machines on, and only their steps', async () => {
    const { admin, one, two, url, owner, teamId, preview } = await asking()
    const code = await newCode(owner, teamId, { uses: 5 })
    const machines = [one, two]
    for (const name of ['three', 'four', 'five']) machines.push(await enrolMachine(url, code, name))
    const hooks = [
      { hookId: '2', denies: '42', unjudged: '9' },
      { hookId: '3', asks: '1' },
    ]
    const hidden = [
      { hookId: '2', name: 'no curl' },
      { hookId: '3', name: 'shell-guard' },
    ]
    const many = counts(preview.id, { events: '90', denies: '42', hooks })
    for (const [at, machine] of machines.entries()) {
      expect((await machine.call('DeviceService/ReportPreview', many)).body).toEqual({ stored: true })
      const found = (await admin('GetPreview')).preview
      expect(found.counts.denies).toBe(String(42 * (at + 1)))
      expect(found.hooks).toEqual(at < 4 ? hidden : [{ ...hidden[0], denies: '50' }, hidden[1]])
    }
  })

  test('refuses hostile counts, and keeps nothing of them', async () => {
    const { admin, one, preview } = await asking()
    const hostile: readonly object[] = [
      { events: '20001' },
      { events: '-1' },
      { denies: '11' },
      { denies: '4', asks: '4', unjudged: '4' },
      { newDenies: '5' },
      { events: '9223372036854775807' },
      { hooks: [{ hookId: '2', denies: '11' }] },
      { hooks: [{ hookId: '2', denies: '-1' }] },
      { hooks: [{ hookId: '1' }] },
      { hooks: [{ hookId: '99' }] },
      { hooks: [{ hookId: '2' }, { hookId: '2' }] },
      { hooks: Array.from({ length: 2000 }, (_, at) => ({ hookId: `${at}` })) },
    ]
    for (const more of hostile) {
      const { status } = await one.call('DeviceService/ReportPreview', counts(preview.id, more))
      expect([more, status]).toEqual([more, 400])
    }
    expect((await admin('GetPreview')).preview.reported).toBeUndefined()
  })

  test('a machine reports for itself only, and another team sees nothing', async () => {
    const { one, two, admin, url, teamId, server, preview } = await asking()
    const other = await startTeam(bench)
    const machinesOf = async () => {
      const rows = await server.context.store.inTeam(teamId, (q) =>
        q.selectFrom('preview_reports').select('device_id').execute(),
      )
      return rows.map(({ device_id }) => device_id)
    }
    // There is no field for another machine. A field that is not known is ignored, and the counts are those of the sender.
    const forOther = await one.call('DeviceService/ReportPreview', counts(preview.id, { deviceId: two.id }))
    expect([forOther.status, forOther.body]).toEqual([200, { stored: true }])
    expect(await machinesOf()).toEqual([one.id])
    const stolen = await fetch(`${url}/hookline.team.v1.DeviceService/ReportPreview`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(counts(preview.id)) },
    })
    expect(stolen.status).toBe(401)
    expect(await machinesOf()).toEqual([one.id])
    expect((await admin('GetPreview')).preview.reported).toBe(1)
    const theirs = await other.owner.call('AdminService/GetPreview', { teamId: other.teamId })
    expect(theirs.body).toEqual({})
  })

  test('ends with the publication, on demand, and with the next one; late answers are not stored', async () => {
    const { admin, one, bundle, preview } = await asking()
    await one.call('DeviceService/ReportPreview', counts(preview.id))
    expect((await admin('EndPreview')).preview).toMatchObject({ state: 'ended', reported: 1 })
    expect((await bundle()).preview).toBeUndefined()
    expect((await one.call('DeviceService/ReportPreview', counts(preview.id))).body).toEqual({})
    const again = (await admin('AskPreview', { days: 30 })).preview
    expect(again).toMatchObject({ days: 30, state: 'asking' })
    expect(again.reported).toBeUndefined()
    expect((await one.call('DeviceService/ReportPreview', counts(preview.id))).body).toEqual({})
    // A pause signs the list again, and machines are still asked the same.
    await admin('PauseHooks', { hookId: '0', minutes: 5, reason: 'noise' })
    expect((await bundle()).preview.id).toBe(Number(again.id))
    await admin('Publish')
    expect((await bundle()).preview).toBeUndefined()
    expect((await admin('GetPreview')).preview.state).toBe('ended')
    const { entries } = await admin('ListJournal')
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['preview.asked', 'preview.ended']))
  })

  test('refuses what cannot be previewed', async () => {
    const { admin } = await team()
    expect(await admin('AskPreview')).toMatchObject({ refused: 'failed_precondition', message: /nothing to preview/ })
    await admin('SaveHook', { draft: script })
    expect(await admin('AskPreview')).toMatchObject({ message: /Hooks that run programs can only be observed/ })
    await admin('SaveHook', { draft: rule('no curl', 'curl') })
    expect(await admin('AskPreview', { days: 31 })).toMatchObject({ refused: 'invalid_argument' })
    expect(await admin('AskPreview', { state: 'other' })).toMatchObject({ refused: 'aborted' })
    for (let at = 0; at < 100; at += 1) await admin('SaveHook', { draft: rule(`rule ${at}`, `${at}`) })
    expect(await admin('AskPreview')).toMatchObject({ message: /has 101 hooks, and at most 100 can be previewed/ })
  })
})
