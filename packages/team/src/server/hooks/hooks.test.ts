import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../testing/index.ts'

const script = '#!/bin/sh\necho "{}"\n'
const draft = (more: object = {}) => ({
  hookStep: 'beforeShellExecution',
  scriptName: 'guard.sh',
  scriptContent: script,
  ...more,
})

eachStore('hooks', (bench) => {
  const team = async () => {
    const started = await startTeam(bench)
    const { owner, teamId } = started
    await uploadRoot(owner, teamId)
    const admin = async (method: string, body: object = {}) => {
      const answer = await owner.call(`AdminService/${method}`, { teamId, ...body })
      return answer.status === 200 ? answer.body : { refused: answer.body.code, message: answer.body.message }
    }
    return { ...started, admin }
  }

  test('each save creates a version, an edit of an old version is a conflict, and restoring creates a new draft', async () => {
    const { admin } = await team()
    const created = await admin('SaveHook', {
      draft: draft({ matcher: 'curl', failClosed: true, loopLimit: 3, approvals: true }),
    })
    expect(created).toMatchObject({
      id: '1',
      isActive: true,
      hasChanges: true,
      current: {
        version: '1',
        matcher: 'curl',
        failClosed: true,
        loopLimit: 3,
        approvals: true,
        author: 'owner@example.com',
      },
    })
    const edit = (basedOn: string, scriptContent: string) =>
      admin('SaveHook', { hookId: '1', basedOn, draft: draft({ scriptContent }) })
    const both = await Promise.all([edit('1', `${script}# a`), edit('1', `${script}# b`)])
    expect(both.map(({ refused }) => refused).sort()).toEqual(['aborted', undefined])
    expect(await edit('1', script)).toMatchObject({ refused: 'aborted', message: expect.stringMatching(/version 2/) })
    expect(await edit('2', `${script}# c`)).toMatchObject({ current: { version: '3' } })
    expect(await admin('RestoreVersion', { hookId: '1', version: '1' })).toMatchObject({
      current: { version: '4', matcher: 'curl', scriptContent: script },
    })
    const { versions } = await admin('ListVersions', { hookId: '1' })
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['4', '3', '2', '1'])
    expect(JSON.stringify(versions)).not.toContain('#!/bin/sh')
    const page = await admin('ListVersions', { hookId: '1', limit: 2 })
    expect([page.versions.length, page.next]).toEqual([2, '3'])
    const rest = await admin('ListVersions', { hookId: '1', limit: 2, before: page.next })
    expect([rest.versions.map(({ version }: { version: string }) => version), rest.next]).toEqual([
      ['2', '1'],
      undefined,
    ])
    expect(await admin('GetVersion', { hookId: '1', version: '1' })).toMatchObject({
      version: '1',
      matcher: 'curl',
      scriptContent: script,
    })
    expect(await admin('GetVersion', { hookId: '1', version: '99' })).toMatchObject({ refused: 'not_found' })
    for (const hookId of ['9', '-1', '9223372036854775807'])
      for (const method of ['GetHook', 'ListVersions', 'DeleteHook', 'SetHookActive'])
        expect(await admin(method, { hookId })).toMatchObject({ refused: 'not_found' })
    expect(await admin('RestoreVersion', { hookId: '1', version: '99' })).toMatchObject({ refused: 'not_found' })
  })

  test('publishing skips inactive drafts with errors, and removes deleted hooks from machines', async () => {
    const { admin, url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const onMachines = async () => {
      const { hooks = [] } = (await machine.call('TeamHooksService/GetTeamHooks')).body
      return hooks.map(({ scriptName, isActive = false }: { scriptName: string; isActive: boolean }) => [
        scriptName,
        isActive,
      ])
    }
    await admin('SaveHook', { draft: draft({ scriptName: 'a.sh' }) })
    await admin('SaveHook', { draft: draft({ scriptName: '../b.sh' }) })
    expect(await admin('Publish')).toMatchObject({
      refused: 'failed_precondition',
      message: expect.stringMatching(/hook 2/),
    })
    expect(await onMachines()).toEqual([])
    await admin('SetHookActive', { hookId: '2', isActive: false })
    expect(await admin('Publish', { note: 'n' })).toEqual({ revision: '2', hooks: 1 })
    expect(await onMachines()).toEqual([['a.sh', true]])
    // Only administrators can see a draft.
    await admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ scriptName: 'a2.sh' }) })
    expect(await onMachines()).toEqual([['a.sh', true]])
    await admin('SetHookActive', { hookId: '1', isActive: false })
    await admin('Publish')
    expect(await onMachines()).toEqual([['a2.sh', false]])
    const active = await machine.call('TeamHooksService/GetTeamHooks', { activeOnly: true })
    expect(active.body).toEqual({})
    await admin('DeleteHook', { hookId: '1' })
    expect((await admin('ListHooks')).hooks).toMatchObject([{ isDeleted: true, hasChanges: true }, {}])
    await admin('Publish')
    expect(await onMachines()).toEqual([])
    expect((await admin('ListHooks')).hooks).toHaveLength(1)
    const { revisions } = await admin('ListRevisions', { limit: 2 })
    expect(revisions.map(({ revision }: { revision: string }) => revision)).toEqual(['4', '3'])
    const { entries } = await admin('ListJournal')
    expect(entries.filter(({ action }: { action: string }) => action === 'published')).toHaveLength(3)
  })

  test('publishing fails if the hooks changed since they were loaded', async () => {
    const { admin } = await team()
    await admin('SaveHook', { draft: draft() })
    const { state } = await admin('ListHooks')
    await admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft({ scriptContent: `${script}# evil` }) })
    expect(await admin('Publish', { state })).toMatchObject({
      refused: 'aborted',
      message: expect.stringContaining('have changed since you loaded them'),
    })
    await admin('SetHookActive', { hookId: '1', isActive: false })
    const seen = (await admin('ListHooks')).state
    expect(await admin('Publish', { state: seen })).toMatchObject({ revision: '2' })
    await admin('DeleteHook', { hookId: '1' })
    expect(await admin('Publish', { state: seen })).toMatchObject({ refused: 'aborted' })
  })

  test.each([
    ['too many of them', 1001, '', 'at most 1000 hooks'],
    ['a hooks.json that no engine reads', 300, 'x'.repeat(3900), 'machines with Linux cannot use these hooks'],
  ])('the server does not sign hooks that machines would refuse: %s', async (_, count, matcher, message) => {
    const { admin, server, teamId } = await team()
    await admin('SaveHook', { draft: draft({ matcher }) })
    await server.context.store.inTeam(teamId, async (q) => {
      const hook = await q.selectFrom('hooks').selectAll().executeTakeFirstOrThrow()
      const version = await q.selectFrom('hook_versions').selectAll().executeTakeFirstOrThrow()
      for (let id = 2; id <= count; id += 1) {
        await q
          .insertInto('hooks')
          .values({ ...hook, id })
          .execute()
        await q
          .insertInto('hook_versions')
          .values({ ...version, hook_id: id })
          .execute()
      }
    })
    expect(await admin('Publish')).toMatchObject({
      refused: 'failed_precondition',
      message: expect.stringContaining(message),
    })
  })

  test('nothing can be published before the team has a root', async () => {
    const { owner, teamId } = await startTeam(bench)
    await owner.call('AdminService/SaveHook', { teamId, draft: draft() })
    expect((await owner.call('AdminService/Publish', { teamId })).body.message).toMatch(/keygen/)
  })

  test('a viewer cannot change anything, and an author can write and publish', async () => {
    const { teamId, join } = await team()
    const [viewer, author] = [await join('v@example.com', 'viewer'), await join('a@example.com', 'author')]
    expect((await viewer.call('AdminService/SaveHook', { teamId, draft: draft() })).status).toBe(403)
    expect((await author.call('AdminService/SaveHook', { teamId, draft: draft() })).status).toBe(200)
    for (const method of ['Publish', 'TryHook'])
      expect((await viewer.call(`AdminService/${method}`, { teamId, draft: draft() })).status).toBe(403)
    expect((await author.call('AdminService/Publish', { teamId })).status).toBe(200)
  })

  test('packs, rules, prompts, modules and settings are saved, checked, published and signed', async () => {
    const { admin, url, owner, teamId } = await team()
    const rule = { rule: { when: { field: 'command', contains: 'x' }, verdict: 'deny' } }
    const drafts = [
      { kind: 'pack', scriptName: 'shell-guard', config: '{"mode":"monitor"}', operatingSystems: ['Linux'] },
      { kind: 'settings', scriptName: 'settings', config: '{"managedOnly":true}' },
      { kind: 'rule', scriptName: 'no x', hookStep: 'beforeShellExecution', config: JSON.stringify(rule) },
      { kind: 'module', scriptName: 'm.mjs', hookStep: 'stop', scriptContent: 'export default {}' },
      draft({ config: '{"environment":"inherit"}' }),
    ]
    for (const one of drafts) {
      expect(await admin('CheckHook', { draft: one })).toEqual({})
      await admin('SaveHook', { draft: one })
    }
    expect((await admin('GetHook', { hookId: '1' })).current).toMatchObject(drafts[0] ?? {})
    expect((await admin('ListVersions', { hookId: '3' })).versions).toMatchObject([{ kind: 'rule' }])
    expect(await admin('Publish')).toMatchObject({ hooks: 5 })
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const { revision } = await admin('ListHooks')
    const read = async (path: string) => JSON.parse(await (await machine.get(`/repo/${teamId}/${path}`)).text())
    const targets = await read(`metadata/${revision}.targets.json`)
    const hash = targets.signed.targets['bundle.json'].hashes.sha256
    const bundle = await read(`targets/${hash}.bundle.json`)
    expect(bundle).toMatchObject({
      schema: 2,
      hooks: [
        { kind: 'pack', script_name: 'shell-guard', config: { mode: 'monitor' }, operating_systems: ['Linux'] },
        { kind: 'settings', config: { managedOnly: true } },
        { kind: 'rule', script_name: 'no x', config: rule },
        { kind: 'module', target: expect.stringMatching(/^scripts\//) },
        { script_name: 'guard.sh', config: { environment: 'inherit' } },
      ],
    })
    expect(bundle.hooks[0].target).toBeUndefined()
    const { body } = await machine.call('TeamHooksService/GetTeamHooks', {})
    expect(body.hooks).toMatchObject([{ scriptName: 'guard.sh', config: '{"environment":"inherit"}' }])
  })

  test('what a machine could not load is not signed: a pack twice, or an unknown parameter', async () => {
    const { admin } = await team()
    const pack = (config: string) => admin('SaveHook', { draft: { kind: 'pack', scriptName: 'shell-guard', config } })
    await pack('')
    await pack('{}')
    expect(await admin('Publish')).toMatchObject({
      refused: 'failed_precondition',
      message: expect.stringMatching(/twice/),
    })
    await admin('SaveHook', {
      hookId: '2',
      basedOn: '1',
      draft: { kind: 'pack', scriptName: 'shell-guard', config: '{"x":1}' },
    })
    expect(await admin('Publish')).toMatchObject({ message: expect.stringMatching(/no parameter `x`/) })
    await admin('SetHookActive', { hookId: '2', isActive: false })
    expect(await admin('Publish')).toMatchObject({ hooks: 1 })
    expect(await admin('SaveHook', { draft: draft({ kind: 'wizard' }) })).toMatchObject({ refused: 'invalid_argument' })
  })

  test('editors get the schemas of packs, and of the file without what a team cannot set', async () => {
    const { admin } = await team()
    const { packs, fileSchema } = await admin('ListPacks')
    const guard = packs.find(({ name }: { name: string }) => name === 'shell-guard')
    expect(JSON.parse(guard.schema)).toMatchObject({ type: 'object', properties: { rules: { type: 'object' } } })
    expect(Object.keys(JSON.parse(fileSchema).properties)).toEqual(
      expect.arrayContaining(['hooks', 'packs', 'managedOnly']),
    )
    expect(JSON.parse(fileSchema).properties.models).toBeUndefined()
  })
})
