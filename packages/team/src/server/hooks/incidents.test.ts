import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, readBundle, startSignedTeam } from '../../testing/index.ts'

const script = '#!/bin/sh\necho "{}"\n'
const draft = (scriptName: string, more: object = {}) => ({
  ...{ hookStep: 'beforeShellExecution', scriptName, scriptContent: script },
  ...more,
})

eachStore('incidents', (bench) => {
  const team = async () => {
    const started = await startSignedTeam(bench)
    const { owner, teamId, url } = started
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const bundle = () => readBundle(machine)
    return { ...started, machine, bundle }
  }
  /** Revision 1 is the empty list of the first root, and 2 has two hooks. */
  const published = async () => {
    const all = await team()
    await all.admin('SaveHook', { draft: draft('guard.sh') })
    await all.admin('SaveHook', { draft: draft('other.sh') })
    await all.admin('Publish')
    return all
  }

  test('a pause is a new signed revision, and so is its end', async () => {
    const { admin, bundle, machine } = await published()
    expect((await bundle()).pauses).toBeUndefined()
    const paused = await admin('PauseHooks', { minutes: 30, reason: ' it denies everything ' })
    expect(paused).toMatchObject({
      revision: '3',
      pause: { id: '1', reason: 'it denies everything', author: 'owner@example.com', isActive: true },
    })
    const { pauses, hooks, revision } = await bundle()
    expect([revision, hooks.length]).toEqual([3, 2])
    expect(pauses).toMatchObject([{ hook_id: 0, by: 'owner@example.com', reason: 'it denies everything' }])
    expect(Date.parse(pauses[0].until) - Date.parse(pauses[0].from)).toBe(30 * 60_000)
    expect((await machine.call('DeviceService/Sync', { revision: 2 })).body).toMatchObject({ changed: true })
    expect(await admin('ResumeHooks')).toMatchObject({ ended: 1, revision: '4' })
    expect((await bundle()).pauses).toBeUndefined()
    expect(await admin('ResumeHooks')).toEqual({ revision: '4' })
    const { pauses: listed } = await admin('ListPauses')
    expect(listed).toMatchObject([{ id: '1', endedBy: 'owner@example.com' }])
    const { entries } = await admin('ListJournal')
    const actions = entries.map(({ action, target }: { action: string; target: string }) => `${action} ${target}`)
    expect(actions).toEqual(expect.arrayContaining(['paused all hooks', 'resumed all hooks']))
  })

  test('publishing and signing again keep a pause; a second pause of the same hook replaces the first', async () => {
    const { admin, bundle } = await published()
    await admin('PauseHooks', { hookId: '1', minutes: 30, reason: 'first' })
    await admin('SaveHook', { hookId: '2', basedOn: '1', draft: draft('other.sh', { matcher: 'curl' }) })
    await admin('Publish')
    expect((await bundle()).pauses).toMatchObject([{ hook_id: 1, reason: 'first' }])
    await admin('PauseHooks', { hookId: '1', minutes: 60, reason: 'second' })
    await admin('PauseHooks', { minutes: 60, reason: 'all' })
    const both = await bundle()
    expect(both.pauses.map(({ reason }: { reason: string }) => reason)).toEqual(['second', 'all'])
    expect(await admin('ResumeHooks', { pauseId: '1' })).toMatchObject({ refused: 'not_found' })
    await admin('ResumeHooks', { pauseId: '3' })
    expect((await bundle()).pauses).toMatchObject([{ reason: 'second' }])
    await admin('DeleteHook', { hookId: '1' })
    await admin('Publish')
    expect((await bundle()).pauses).toBeUndefined()
  })

  test('an expired pause is not signed again', async () => {
    const { admin, bundle, advanceClock } = await published()
    await admin('PauseHooks', { minutes: 10, reason: 'short' })
    advanceClock(11 * 60_000)
    expect((await admin('ListPauses')).pauses).toMatchObject([{ reason: 'short' }])
    expect((await admin('ListPauses')).pauses[0].isActive).toBeUndefined()
    await admin('SaveHook', { draft: draft('third.sh') })
    await admin('Publish')
    advanceClock(-11 * 60_000)
    expect((await bundle()).pauses).toBeUndefined()
  })

  test.each([
    ['without a reason', { minutes: 5, reason: '  ' }, 'invalid_argument'],
    ['with a reason of several lines', { minutes: 5, reason: 'a\nb' }, 'invalid_argument'],
    ['with invisible characters', { minutes: 5, reason: 'a\u202eb' }, 'invalid_argument'],
    ['with a reason that is too long', { minutes: 5, reason: 'x'.repeat(501) }, 'invalid_argument'],
    ['of no time', { minutes: 0, reason: 'x' }, 'invalid_argument'],
    ['of a negative time', { minutes: -5, reason: 'x' }, 'invalid_argument'],
    ['of more than a week', { minutes: 10_081, reason: 'x' }, 'invalid_argument'],
    ['of a hook that does not exist', { minutes: 5, reason: 'x', hookId: '9' }, 'not_found'],
    ['of a hook with a negative id', { minutes: 5, reason: 'x', hookId: '-1' }, 'not_found'],
  ])('a pause %s is refused', async (_, body, code) => {
    const { admin, bundle } = await published()
    expect(await admin('PauseHooks', body)).toMatchObject({ refused: code })
    expect((await bundle()).revision).toBe(2)
  })

  test('viewers cannot pause, resume or roll back; authors can', async () => {
    const { join, teamId } = await published()
    const [viewer, author] = [await join('v@example.com', 'viewer'), await join('a@example.com', 'author')]
    const body = { teamId, minutes: 5, reason: 'x', preview: true }
    for (const method of ['PauseHooks', 'ResumeHooks', 'Rollback'])
      expect((await viewer.call(`AdminService/${method}`, body)).body.code).toBe('permission_denied')
    expect((await author.call('AdminService/PauseHooks', body)).status).toBe(200)
    expect((await viewer.call('AdminService/ListPauses', { teamId })).body.pauses).toHaveLength(1)
  })

  test('a flood of pauses is stopped by a rate limit', async () => {
    const { admin, bundle } = await published()
    const answers = []
    for (let n = 0; n < 65; n += 1) answers.push((await admin('PauseHooks', { minutes: 5, reason: `${n}` })).refused)
    expect(answers.filter((code) => code === 'resource_exhausted').length).toBe(5)
    expect((await bundle()).pauses).toHaveLength(1)
  })

  test('rolling back signs the hooks of an older revision, and the drafts follow', async () => {
    const { admin, bundle } = await published()
    const before = await bundle()
    await admin('SaveHook', {
      hookId: '1',
      basedOn: '1',
      draft: draft('guard.sh', { scriptContent: `${script}# bad` }),
    })
    await admin('SetHookActive', { hookId: '2', isActive: false })
    await admin('SaveHook', { draft: draft('third.sh') })
    await admin('Publish', { note: 'bad' })
    const preview = await admin('Rollback', { preview: true })
    expect(preview).toMatchObject({
      to: '2',
      changes: [
        { hookId: '1', kind: 'changed', scriptName: 'guard.sh', isActive: true },
        { hookId: '2', kind: 'switched', isActive: true },
        { hookId: '3', kind: 'removed', scriptName: 'third.sh' },
      ],
    })
    expect((await bundle()).revision).toBe(3)
    expect(await admin('Rollback', { current: '2' })).toMatchObject({ refused: 'aborted' })
    expect(await admin('Rollback', { current: '3', note: 'bad hook' })).toMatchObject({ to: '2', revision: '4' })
    const content = ({ hooks }: { hooks: readonly { version: number }[] }) =>
      hooks.map(({ version: _, ...hook }) => hook)
    expect(content(await bundle())).toEqual(content(before))
    // The next revision has nothing to bring back.
    const { hooks } = await admin('ListHooks')
    const states = hooks.map((hook: { id: string; hasChanges?: boolean; isActive?: boolean }) => [
      ...[hook.id, hook.hasChanges ?? false, hook.isActive ?? false],
    ])
    expect(states).toEqual([
      ['1', false, true],
      ['2', false, true],
      ['3', true, false],
    ])
    await admin('Publish')
    expect((await bundle()).hooks.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([
      true,
      true,
      false,
    ])
    const { entries } = await admin('ListJournal')
    expect(entries.map(({ action }: { action: string }) => action)).toContain('rolled-back')
  })

  test('rolling back brings a deleted hook back, keeps unpublished drafts of others, and keeps pauses', async () => {
    const { admin, bundle } = await published()
    await admin('DeleteHook', { hookId: '1' })
    await admin('Publish')
    await admin('SaveHook', { hookId: '2', basedOn: '1', draft: draft('other.sh', { matcher: 'draft' }) })
    await admin('PauseHooks', { minutes: 5, reason: 'meanwhile' })
    expect(await admin('Rollback')).toMatchObject({ to: '2', revision: '5', changes: [{ hookId: '1', kind: 'added' }] })
    const { hooks, pauses } = await bundle()
    expect(
      hooks.map(({ script_name, matcher }: { script_name: string; matcher?: string }) => [script_name, matcher]),
    ).toEqual([
      ['guard.sh', undefined],
      ['other.sh', undefined],
    ])
    expect(pauses).toHaveLength(1)
    const other = await admin('GetHook', { hookId: '2' })
    expect(other).toMatchObject({ hasChanges: true, current: { matcher: 'draft' } })
  })

  test.each([
    ['to a revision that does not exist', { revision: '-4' }, 'not_found'],
    ['to a later revision', { revision: '7' }, 'invalid_argument'],
    ['where no revision has other hooks', {}, 'failed_precondition'],
  ])('rolling back %s is refused', async (_, body, code) => {
    const { admin } = await published()
    expect(await admin('Rollback', body)).toMatchObject({ refused: code })
  })

  test('the rollout counts machines by their revision', async () => {
    const { admin, machine, url, owner, teamId, server } = await published()
    const beat = (one: typeof machine, revision: number, refused = '') =>
      one.call('DeviceService/Heartbeat', { revision, clientVersion: '1', refused, activeHooks: 2 })
    const [second, third] = [
      await enrolMachine(url, await newCode(owner, teamId)),
      await enrolMachine(url, await newCode(owner, teamId)),
    ]
    await admin('PauseHooks', { minutes: 5, reason: 'x' })
    await beat(machine, 3)
    await beat(second, 2, 'cannot read it')
    expect(await admin('GetRollout')).toEqual({
      revision: '3',
      revisions: [{ revision: '3', devices: 1 }, { revision: '2', devices: 1 }, { devices: 1 }],
      devices: 3,
      refused: 1,
    })
    // A machine that never synced is inactive a day after its enrolment, not before.
    const enrolled_at = Date.now() - 25 * 3_600_000
    await server.context.store.inTeam(teamId, (q) =>
      q.updateTable('devices').set({ enrolled_at }).where('id', '=', third.id).execute(),
    )
    expect(await admin('GetRollout')).toMatchObject({ devices: 3, inactive: 1 })
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: third.id })
    expect(await admin('GetRollout')).toMatchObject({ devices: 2 })
  })
})
