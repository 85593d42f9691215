import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hooksFile, sandbox } from '../testing/cli.ts'

const scripts = {
  'good.sh': 'input=$(cat); case $input in *push*) exit 2;; esac',
  'prints.sh': 'echo starting >&2; cat > /dev/null',
  'ends.sh': 'exit 0',
  'writes.sh': 'echo started >> "$HOME/log"; cat > /dev/null',
  'sleeps.sh': 'sleep 3; exit 0',
  'reads-variable.sh': 'case "$command" in *push*) exit 2;; esac',
}
function workspace() {
  const scratch = sandbox()
  for (const [name, body] of Object.entries(scripts)) scratch.script(`.cursor/hooks/${name}`, body)
  const entries = Object.keys(scripts).map((name) => ({
    command: `.cursor/hooks/${name}`,
    matcher: 'git push',
    ...(name === 'good.sh' ? { warm: true } : {}),
  }))
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: entries }))
  return scratch
}

it('says which hooks of a trusted workspace can be parked, and why others cannot', () => {
  const scratch = workspace()
  scratch.hookline(['trust', 'add', '--yes'])
  const { stdout, code } = scratch.hookline(['check', '--probe', '--json'])
  const { probe } = JSON.parse(stdout) as { probe: { hooks: { label: string; parkable: boolean; reason?: string }[] } }
  expect(probe.hooks.map(({ label, parkable, reason = '' }) => [label.split('/').at(-1), parkable, reason])).toEqual([
    ['good.sh', true, ''],
    ['prints.sh', false, 'it printed something before it got its event'],
    ['ends.sh', false, 'it ended before it got its event'],
    ['writes.sh', false, 'it changed <home>/log before it got its event'],
    ['sleeps.sh', false, 'it did not read its event'],
    ['reads-variable.sh', false, 'reads-variable.sh reads the variable `command`, which a parked hook does not get'],
  ])
  expect(code).toBe(0)
  // The hooks ran in a copy with a home of its own.
  expect(existsSync(join(scratch.home, 'log'))).toBe(false)
})

it('reports it in words', () => {
  const scratch = sandbox()
  scratch.script('.cursor/hooks/good.sh', 'cat > /dev/null')
  const entry = { command: '.cursor/hooks/good.sh', warm: true }
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [entry] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const { stdout } = scratch.hookline(['check', '--probe'])
  expect(stdout).toContain('Tried 1 hook for parking, each in a scratch copy, network ')
  expect(stdout).toContain('  can be parked  beforeShellExecution  .cursor/hooks/good.sh  (warm)\n')
})

it('runs no hook of a workspace that is not trusted, and none without --probe', () => {
  const scratch = sandbox()
  const mark = join(scratch.directory, 'ran')
  scratch.script('.cursor/hooks/x.sh', `touch '${mark}'; cat > /dev/null`)
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: '.cursor/hooks/x.sh' }] }))
  const { stdout } = scratch.hookline(['check', '--probe', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ probe: { hooks: [{ parkable: null }] } })
  scratch.hookline(['trust', 'add', '--yes'])
  expect(scratch.hookline(['check', '--json']).stdout).not.toContain('probe')
  expect(existsSync(mark)).toBe(false)
})

it.each([
  [['check', '.cursor/hooks.json', '--probe'], '--probe needs a workspace'],
  [['check', '--probe', '--format', 'sarif'], '--probe and --format sarif exclude each other'],
])('%j is wrong usage', (args, message) => {
  const scratch = workspace()
  const { code, stderr } = scratch.hookline(args)
  expect(code).toBe(64)
  expect(stderr).toContain(message)
})

it('names the variables that a hook reads and would not get in a clean environment', () => {
  const scratch = sandbox()
  scratch.script('.hookline/hooks/x.sh', 'cat > /dev/null; curl -H "$NPM_TOKEN" "$MY_URL/$CURSOR_PROJECT_DIR/$HOME"')
  const entry = { command: '.hookline/hooks/x.sh', environment: 'clean', env: ['MY_*'] }
  scratch.write('.hookline/hookline.json', hooksFile({ beforeShellExecution: [entry] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const { probe } = JSON.parse(scratch.hookline(['check', '--probe', '--json']).stdout)
  expect(probe.hooks).toMatchObject([{ notInherited: ['NPM_TOKEN'] }])
  const { stdout } = scratch.hookline(['check', '--probe'])
  expect(stdout).toContain('  beforeShellExecution  .hookline/hooks/x.sh: NPM_TOKEN\n')
})
