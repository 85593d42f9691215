import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { describe, expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const repository = resolve(import.meta.dirname, '../../../..')

const rulebook = (version: number, name: string, rules: readonly object[]) => ({
  rulebook_version: version,
  name,
  version: '1.0.0',
  allowed_commands: ['git', 'npm', 'docker', 'terraform', 'aws'],
  rules,
})
const reason = 'Not here.'
const first = rulebook(1, 'house', [
  { name: 'no-add-all', command: 'git', subcommand: 'add', block_args: ['-A', '--all', '.'], reason },
  { name: 'no-global', command: 'npm', subcommand: 'install', block_args: ['-g', '--global'], reason },
  { name: 'no-prune', command: 'docker', block_args: ['prune'], reason },
  { name: 'off-here', command: 'git', subcommand: 'tag', block_args: ['-d'], reason },
])
const second = rulebook(2, 'cloud', [
  {
    name: 'no-destroy',
    command: 'terraform',
    match: { command_path: ['apply'], any_args: ['-destroy', '--destroy'] },
    reason,
  },
  {
    name: 'no-rm',
    command: 'aws',
    match: { command_path: ['s3', 'rm'], exclude_args: ['--dryrun'] },
    reason,
  },
])

/** Every way to write these calls, with something before and after them. */
function generateCommands(): readonly string[] {
  const around = [
    (one: string) => one,
    (one: string) => `cd x && ${one}`,
    (one: string) => `${one} | cat`,
    (one: string) => `sudo ${one}`,
    (one: string) => `env A=1 ${one}`,
    (one: string) => `rtk ${one}`,
    (one: string) => `xargs ${one}`,
    (one: string) => `find . -exec ${one} \\;`,
    (one: string) => `$(${one})`,
    (one: string) => `bash -c '${one}'`,
    (one: string) => `echo '${one}'`,
    (one: string) => `ls; ${one} && ls`,
  ]
  const calls: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
    [
      ['git', '/usr/bin/git', 'GIT', 'git.exe', 'git -C x', 'git -c a=b', 'git --git-dir=x', 'git --foo', 'hub'],
      ['add', 'log', 'tag'],
      ['-A', '-pA', '-Ap', '--all', '.', '-- .', '-p', '--all=x', '-A=1', 'x -A', '"-A"', '-d v1', '--dry-run -A'],
    ],
    [
      ['npm', 'npm --prefix x', 'NPM', '/opt/bin/npm', 'pnpm'],
      ['install', 'i', 'run'],
      ['-g x', 'x -g', '-gD x', '--global x', '--global=true', 'x', '-D x'],
    ],
    [
      ['docker', 'docker --context a', 'Docker'],
      ['system', 'volume', 'ps'],
      ['prune', 'prune -f', '-a', 'ls'],
    ],
    [
      ['terraform', 'terraform -chdir=x', 'TERRAFORM'],
      ['apply', 'plan'],
      ['-destroy', '--destroy', '-auto-approve', '-auto-approve -destroy', ''],
    ],
    [
      ['aws', 'aws --profile p', 'aws --region r'],
      ['s3 rm', 's3 ls', 's3api rm'],
      ['s3://b', 's3://b --dryrun', ''],
    ],
  ]
  return calls.flatMap(([programs, verbs, ends]) =>
    programs.flatMap((program) =>
      verbs.flatMap((verb) => ends.flatMap((end) => around.map((wrap) => wrap([program, verb, end].join(' ').trim())))),
    ),
  )
}

function asTheyDecide(scratch: Sandbox, commands: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = `
    import { checkCommand } from 'cc-safety-net/api'
    import { readFileSync } from 'node:fs'
    const commands = JSON.parse(readFileSync(0, 'utf8'))
    console.log(JSON.stringify(commands.map((command) => checkCommand({ command, cwd: ${JSON.stringify(scratch.root)} }))))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: repository,
    input: JSON.stringify(commands),
    env: { PATH: process.env.PATH ?? '', HOME: scratch.home, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return JSON.parse(ran.stdout) as readonly { readonly kind: string; readonly ruleId?: string }[]
}

/** What the rules of a hookline.json decide alone. */
async function asOursDecide(file: string, root: string, commands: readonly string[]): Promise<readonly string[]> {
  const { hooks: entries } = JSON.parse(readFileSync(file, 'utf8'))
  const hooks = await createHooks({ workspaceRoots: [root], hooks: entries, sources: { only: [] }, log: false })
  const verdicts: string[] = []
  for (const command of commands)
    verdicts.push((await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })).verdict)
  await hooks.close()
  return verdicts
}

function withRulebooks(): Sandbox {
  const scratch = sandbox()
  scratch.write('.cc-safety-net/rules/rule.json', {
    version: 1,
    rules: ['house', 'acme/rules#main/cloud', 'acme/rules#main/gone'],
    overrides: { 'house/off-here': 'off', 'house/no-prune': { reason: 'Clean up one by one.' } },
    transparent_wrappers: ['rtk'],
  })
  scratch.write('.cc-safety-net/rules/house/rulebook.json', first)
  scratch.write('.cc-safety-net/rules/cloud/rulebook.json', second)
  return scratch
}

it('converted rules deny everything that the real program denies by them', async () => {
  const scratch = withRulebooks()
  expect(scratch.hookline(['import', 'cc-safety-net'])).toMatchObject({ code: 1 })
  // The real program needs about 7 ms for each; a step that is prime meets every part.
  const commands = generateCommands().filter((_, at) => at % 7 === 0)
  const theirs = asTheyDecide(scratch, commands)
  const ours = await asOursDecide(join(scratch.root, '.hookline/hookline.json'), scratch.root, commands)
  const denied = commands.filter((_, at) => theirs[at]?.ruleId?.startsWith('custom.'))
  const missed = commands.filter((_, at) => theirs[at]?.ruleId?.startsWith('custom.') && ours[at] !== 'deny')
  expect(denied.length).toBeGreaterThan(150)
  // The only difference: where an unknown option may take the subcommand away, cc-safety-net expects it from xargs.
  expect(missed.filter((one) => !one.startsWith('xargs git --foo'))).toEqual([])
  // What is refused here only: inside a script, and a subcommand that is not the first word.
  const more = commands.filter((_, at) => theirs[at]?.ruleId?.startsWith('custom.') !== true && ours[at] === 'deny')
  expect(more.filter((one) => !/^bash -c|^rtk |^find |^xargs |--foo/.test(one))).toEqual([])
})

it('a file of version 1 becomes the same rules as what the real program migrates it to', async () => {
  const scratch = sandbox()
  const inline = { version: 1, rules: first.rules.slice(0, 3) }
  scratch.write('.safety-net.json', inline)
  const bin = join(repository, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
  spawnSync(process.execPath, [bin, 'rule', 'migrate'], { cwd: scratch.root, env: { ...scratch.env } })
  const { code, stdout } = scratch.hookline(['import', 'cc-safety-net', '--json', '--dry-run'])
  const { rules, notes } = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(rules.map(({ name }: { readonly name: string }) => name)).toEqual([
    'cc-safety-net-project-rules-no-add-all',
    'cc-safety-net-project-rules-no-global',
    'cc-safety-net-project-rules-no-prune',
  ])
  expect(notes.map(({ message }: { readonly message: string }) => message)).toContainEqual(
    expect.stringContaining('no longer reads this file'),
  )
})

describe('settings', () => {
  const importHere = (scratch: Sandbox, env: Readonly<Record<string, string>> = {}) => {
    const { stdout, code } = scratch.hookline(['import', 'cc-safety-net', '--json'], { env })
    return { code, ...JSON.parse(stdout) }
  }

  it('of a policy become parameters, and what would loosen something is listed', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.cc-safety-net'), { recursive: true })
    const policy = {
      version: 1,
      safety: { level: 'strict', overrides: { paranoid_rm: true } },
      destructive_command_protection: { overrides: { 'git.reset-hard': 'off' }, allow_paths: ['/srv/cache/'] },
      secret_protection: { deny_paths: ['~/private'], allow_paths: ['/srv/.env'] },
      workflow: {},
    }
    writeFileSync(join(scratch.home, '.cc-safety-net/policy.json'), JSON.stringify(policy, null, 2))
    const { code, packs, notes } = importHere(scratch)
    expect(packs.user['shell-guard']).toEqual({
      unknownParse: 'deny',
      level: 'strict',
      allowPaths: ['/srv/cache'],
      rules: { 'delete-recursively': 'deny' },
    })
    const { deny, allow } = packs.user['protect-files']
    expect(deny).toEqual(expect.arrayContaining(['.env', `${scratch.home}/private`, `${scratch.home}/private/**`]))
    expect(allow).toEqual(expect.arrayContaining(['.env.example', '/srv/.env']))
    const lost = notes.filter(({ kind }: { readonly kind: string }) => kind === 'left-out')
    expect(lost).toMatchObject([
      { line: 11, message: expect.stringContaining('git.reset-hard') },
      { line: 25, message: '`workflow` has no counterpart' },
    ])
    expect(code).toBe(1)
    expect(importHere(scratch).result).toBe('nothing to do')
  })

  it('in the environment count, also where an agent sets them', async () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.claude'), { recursive: true })
    writeFileSync(join(scratch.home, '.claude/settings.json'), '{ "env": { "CC_SAFETY_NET_STRICT": "1" } }')
    expect(importHere(scratch).packs.user['shell-guard']).toEqual({ unknownParse: 'deny' })
    const env = { SAFETY_NET_PARANOID_INTERPRETERS: '1' }
    const { rules, removed } = importHere(scratch, env)
    expect([rules.length, removed]).toEqual([1, []])
    const commands = [
      ['python', '-c "print(1)"'],
      ['python3', '-c 1'],
      ['node', '-e 1'],
      ['node', '-p 1'],
      ['node', '--eval 1'],
      ['ruby', '-e 1'],
      ['perl', '-ne 1'],
      ['perl', "-i -pe 's/a/b/' x"],
      ['python', 'script.py'],
      ['node', 'script.js'],
    ].map((words) => words.join(' '))
    const theirs = asTheyDecide(scratch, commands, { CC_SAFETY_NET_PARANOID_INTERPRETERS: '1' })
    const file = join(scratch.home, 'config/hookline/hookline.json')
    expect(await asOursDecide(file, scratch.root, commands)).toEqual(theirs.map(({ kind }) => kind))
    expect(importHere(scratch).removed).toHaveLength(1)
  })

  it.each([
    ['.safety-net.json', '{ "rules": [ { "name": "x" } ] }', 'the rule x is not complete'],
    ['.safety-net.json', '{ "rules": 1 }', '`rules` is not a list'],
    ['.safety-net.json', '[]', 'the file is not an object'],
    ['.safety-net.json', 'rules', 'the file is not JSON'],
    ['.cc-safety-net/policy.json', '{ "safety": { "level": "wild" } }', 'safety.level has an unknown value'],
    ['.cc-safety-net/rules/rule.json', '{ "rules": ["../../x"] }', 'the rulebook ../../x is not on this machine'],
  ])('that cannot be read are listed: %s %s', (file, text, message) => {
    const scratch = sandbox()
    mkdirSync(join(scratch.root, file, '..'), { recursive: true })
    writeFileSync(join(scratch.root, file), text)
    const { code, notes } = importHere(scratch)
    expect(notes).toContainEqual(expect.objectContaining({ message }))
    expect(code).toBe(1)
  })

  it('that are not there are reported as missing', () => {
    const { code, stderr } = sandbox().hookline(['import', 'cc-safety-net'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('No settings of cc-safety-net found')])
  })
})
