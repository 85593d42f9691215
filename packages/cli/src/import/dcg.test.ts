import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packs } from '@hookline/packs'
import { describe, expect, it } from 'vitest'
import { packSetup } from '../edit/own-target.ts'
import type { Io } from '../io.ts'
import { withPack } from '../packs/prove.ts'
import { bin, type Sandbox, sandbox } from '../testing/cli.ts'

interface NoteData {
  readonly kind: string
  readonly file: string
  readonly line: number
  readonly message: string
}

/** `XDG_CONFIG_HOME` of a sandbox is `config` in its home. */
function withFiles(files: Readonly<Record<string, string>>): Sandbox {
  const scratch = sandbox()
  for (const [path, text] of Object.entries(files)) {
    const file = path.startsWith('~/') ? join(scratch.home, 'config', path.slice(2)) : join(scratch.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return scratch
}
function importHere(scratch: Sandbox, env: Readonly<Record<string, string>> = {}) {
  const { stdout, code } = scratch.hookline(['import', 'dcg', '--json'], { env })
  return { code, ...JSON.parse(stdout) }
}
const ofKind = (notes: readonly NoteData[], kind: string) =>
  notes.filter((note) => note.kind === kind).map(({ line, message }) => `${line} ${message}`)

describe('the settings of dcg', () => {
  it('become rules and parameters, and every setting that cannot be converted is listed with its line', () => {
    const scratch = withFiles({
      '~/dcg/config.toml': `[general]
color = "never"
unverified_decision = "deny"

[packs]
enabled = ["database.postgresql", "strict_git", "acme.custom"]
disabled = ["database.redis"]
custom_paths = ["~/.config/dcg/packs/*.yaml"]

[policy]
default_mode = "ask"
[policy.packs]
"core.filesystem" = "deny"
[policy.rules]
"core.git:push-force-long" = "warn"

[overrides]
allow = ["npm run .*"]
[[overrides.block]]
pattern = '(?i)\\bdeploy\\b.*\\bprod'
reason = "Use the pipeline."
[[overrides.block]]
pattern = "a++"
reason = "x"

[git_awareness]
enabled = true
protected_branches = ["main", "release/*"]

[agents.claude-code]
trust_level = "high"
disabled_packs = ["core.git"]

[rules."core.filesystem:rm-rf-general"]
exempt_target_globs = ["/srv/**"]

[confidence]
enabled = true
`,
    })
    const { code, rules, packs, notes, result } = importHere(scratch)
    expect([code, result]).toEqual([1, 'written'])
    expect(rules).toMatchObject([
      { name: 'dcg-block', when: { field: 'command', regex: '\\bdeploy\\b[^\\n]*\\bprod', ignore_case: true } },
    ])
    expect(packs.user).toMatchObject({
      'shell-guard': {
        unknownParse: 'deny',
        level: 'strict',
        protectedBranches: ['main', 'master', 'release/*'],
        rules: expect.objectContaining({ 'delete-recursively': 'deny' }),
      },
      'git-policy': {},
    })
    expect(ofKind(notes, 'left-out')).toEqual([
      '6 the pack acme.custom has no counterpart',
      '7 the pack database.redis is off, and the packs here judge its commands all the same',
      '8 the rules in ~/.config/dcg/packs/*.yaml are not converted',
      '11 policy.default_mode has no counterpart for all rules at once',
      '15 core.git:push-force-long is set to "warn", and no rule here covers exactly the same',
      '22 the expression has possessive repetitions, which has no equivalent',
      '18 commands that match "npm run .*"',
      '26 how strict dcg is depends on the branch; here only the protected branches are kept',
      '32 settings for one agent (claude-code.disabled_packs) have no counterpart',
      '34 core.filesystem:rm-rf-general has paths that it leaves out, and no rule here covers exactly the same',
      '37 `confidence` has no counterpart',
    ])
    expect(importHere(scratch)).toMatchObject({ code: 1, result: 'nothing to do' })
    // What no longer is in the file goes away again; parameters stay, because the person may have set them since.
    writeFileSync(join(scratch.home, 'config/dcg/config.toml'), '[packs]\nenabled = []\n')
    expect(importHere(scratch)).toMatchObject({ code: 0, removed: [expect.stringContaining('dcg-block')] })
  })

  it("of a workspace can only restrict, as dcg's own reading of them", () => {
    const scratch = withFiles({
      '.dcg.toml':
        '[packs]\nenabled = ["kubernetes"]\n[overrides]\nallow = ["^rm -rf /$"]\nblock = [{ pattern = "^x", reason = "r" }]\n',
      '.dcg/allowlist.toml': '[[allow]]\nexact_command = "rm -rf /"\nreason = "x"\n',
    })
    const { rules, packs, exceptions, notes } = importHere(scratch)
    expect([rules.length, Object.keys(packs.project), exceptions]).toEqual([1, ['shell-guard'], []])
    expect(ofKind(notes, 'left-out')).toEqual([
      '4 dcg ignores this in the file of a workspace, and Hookline ignores it too',
      expect.stringContaining('1 dcg ignores the allowlist of a workspace'),
    ])
    expect(existsSync(join(scratch.home, 'config/hookline/hookline.json'))).toBe(false)
  })

  it('for a project are converted in that project, and the environment counts', () => {
    const scratch = withFiles({})
    const config = `[projects."${scratch.root}".overrides]\nblock = [{ pattern = "one", reason = "r" }]\n[projects."/elsewhere".overrides]\nblock = [{ pattern = "two", reason = "r" }]\n`
    mkdirSync(join(scratch.home, 'config/dcg'), { recursive: true })
    writeFileSync(join(scratch.home, 'config/dcg/config.toml'), config)
    const env = { DCG_PACKS: 'cloud.aws, nowhere', DCG_DISABLE: 'core.git', DCG_FAIL_CLOSED: '1' }
    const { rules, packs, notes } = importHere(scratch, env)
    expect(rules.map(({ when }: { readonly when: object }) => when)).toEqual([{ field: 'command', regex: 'one' }])
    expect(packs.user['shell-guard']).toEqual({ unknownParse: 'deny' })
    expect(ofKind(notes, 'left-out')).toEqual([
      '1 the pack nowhere has no counterpart',
      '1 DCG_DISABLE turns the pack core.git off',
    ])
    expect(ofKind(notes, 'differs')).toContain('3 settings for another directory')
  })

  it.each([
    ['[packs]\nenabled = [1]\n', 'packs.enabled is not a list of texts'],
    ['[packs\n', 'the file is not TOML: a header without an end'],
    ['[overrides]\nblock = [{ reason = "x" }]\n', 'a block without a pattern'],
  ])('that cannot be read are listed: %j', (text, message) => {
    const { code, notes } = importHere(withFiles({ '~/dcg/config.toml': text }))
    expect(notes).toContainEqual(expect.objectContaining({ kind: 'broken', message }))
    expect(code).toBe(1)
  })
})

describe('an allowlist', () => {
  const allowlist = `[[allow]]
exact_command = "git push --force origin topic"
reason = "my own branch"
[[allow]]
exact_command = "ls -l"
reason = "harmless"
[[allow]]
rule = "core.git:reset-hard"
reason = "x"
[[allow]]
command_prefix = "git clean"
reason = "x"
[[allow]]
pattern = "git .*"
risk_acknowledged = true
reason = "x"
[[allow]]
exact_command = "git reset --hard"
expires_at = "2020-01-01"
reason = "x"
[[allow]]
exact_command = "git clean -fd"
ttl = "4h"
reason = "x"
[[allow]]
exact_command = "git stash clear"
paths = ["/elsewhere/**"]
reason = "x"
`

  it('is not converted without a terminal, and every entry is listed', () => {
    const scratch = withFiles({ '~/dcg/allowlist.toml': allowlist, '~/dcg/config.toml': '' })
    const { exceptions, notes } = importHere(scratch)
    expect(exceptions).toEqual([])
    expect(notes.map(({ kind, line }: NoteData) => [kind, line])).toEqual([
      ['left-out', 7],
      ['left-out', 10],
      ['left-out', 13],
      ['disabled', 17],
      ['left-out', 21],
      ['differs', 25],
      ['left-out', 1],
      ['differs', 4],
    ])
  })

  const hasTerminals = process.platform === 'linux' && spawnSync('sh', ['-c', 'which script setsid']).status === 0
  it.runIf(hasTerminals)('lets exactly the whole command pass, and nothing beside it', async () => {
    const scratch = withFiles({ '~/dcg/allowlist.toml': allowlist, '~/dcg/config.toml': '' })
    mkdirSync(join(scratch.home, '.claude'), { recursive: true })
    scratch.write('.cursor/rules/x.mdc', 'x')
    const log = join(scratch.directory, 'terminal')
    const command = `${process.execPath} ${bin} import dcg --yes`
    spawnSync('setsid', ['-f', 'sh', '-c', `script -qec "$0" ${log} < /dev/null; touch ${log}.done`, command], {
      cwd: scratch.root,
      env: { ...scratch.env },
    })
    for (let waited = 0; waited < 600 && !existsSync(`${log}.done`); waited++) await sleep(50)
    expect(readFileSync(log, 'utf8')).toContain('"exceptions"')
    const decide = (host: 'cursor' | 'claude', shell: string, cwd = scratch.root) => {
      const input =
        host === 'cursor'
          ? { hook_event_name: 'beforeShellExecution', command: shell, cwd, workspace_roots: [scratch.root] }
          : { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: shell }, cwd }
      const { stdout } = scratch.hookline(['run', '--host', host], { stdin: JSON.stringify(input) })
      const reply = JSON.parse(stdout || '{}')
      return reply.permission ?? reply.hookSpecificOutput?.permissionDecision ?? 'allow'
    }
    for (const host of ['cursor', 'claude'] as const) {
      expect([host, decide(host, 'git push --force origin topic')]).toEqual([host, 'allow'])
      expect(decide(host, 'git push --force origin main')).toBe('deny')
      expect(decide(host, 'git push --force origin topic && rm -rf ~')).toBe('deny')
      expect(decide(host, 'git push --force  origin topic')).toBe('deny')
    }
  })
})

/** Commands of each category that a person would expect to be stopped. */
const examples: Readonly<Record<string, string>> = {
  apigateway: 'aws apigateway delete-rest-api --rest-api-id x',
  backup: 'restic forget --prune --keep-last 1',
  cdn: 'aws cloudfront delete-distribution --id X --if-match Y',
  cicd: 'gh secret delete TOKEN',
  cloud: 'aws ec2 terminate-instances --instance-ids i-1',
  containers: 'docker system prune -a --volumes',
  core: 'git reset --hard',
  database: 'psql -c "DROP TABLE users"',
  dns: 'aws route53 delete-hosted-zone --id Z1',
  email: 'aws ses delete-identity --identity x',
  heredoc: "bash <<'E'\nrm -rf ~\nE",
  infrastructure: 'terraform destroy -auto-approve',
  kubernetes: 'kubectl delete namespace prod',
  loadbalancer: 'aws elbv2 delete-load-balancer --load-balancer-arn x',
  messaging: 'kafka-topics.sh --bootstrap-server b:9092 --delete --topic t',
  monitoring: 'curl -X DELETE https://api.datadoghq.com/api/v1/monitor/1',
  package_managers: 'npm publish',
  payment: 'stripe products delete prod_1',
  platform: 'gh repo delete acme/app --yes',
  remote: 'rsync -a --delete ./ host:/srv/',
  search: 'curl -X DELETE http://localhost:9200/products',
  secrets: 'vault secrets disable kv/',
  storage: 'aws s3 rb s3://bucket --force',
  strict_git: 'git push --force-with-lease origin main',
  system: 'mkfs.ext4 /dev/sda1',
  windows: 'Remove-Item -Recurse -Force C:\\Users',
}

it('every category with such an example counts as covered', () => {
  const enabled = JSON.stringify(Object.keys(examples).map((category) => `${category}.x`))
  const { notes } = importHere(withFiles({ '~/dcg/config.toml': `[packs]\nenabled = ${enabled}\n` }))
  expect(ofKind(notes, 'left-out')).toEqual([])
})

it('shell-guard stops each of these examples', async () => {
  const scratch = sandbox()
  scratch.write('.hookline/hookline.json', { version: 1, packs: { 'shell-guard': {} } })
  const pack = packs.find(({ name }) => name === 'shell-guard')
  if (pack === undefined) throw new Error('no shell-guard')
  const target = { level: 'project', own: true, file: join(scratch.root, '.hookline/hookline.json') } as const
  const location = { ...target, base: scratch.root, root: scratch.root }
  // Only the environment and the directory are used here.
  const io = { env: {}, cwd: scratch.root } as Io
  const passed = await withPack(location, pack, await packSetup(), io, async (hooks) => {
    const found: string[] = []
    for (const [category, command] of Object.entries(examples)) {
      const { verdict } = await hooks.fire('beforeShellExecution', { command, cwd: scratch.root, sandbox: false })
      if (verdict === 'allow') found.push(category)
    }
    return found
  })
  expect(passed).toEqual([])
})
