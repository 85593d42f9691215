import type { Tool } from './tool.ts'

const down = 'take down infrastructure'
const unseen = 'change infrastructure without a look'
const untracked = 'lose track of infrastructure'

const terraform: Tool = {
  rows: [
    [/^(run-all |run --all )?destroy\b|^apply\b.*-destroy/, down],
    [/^(run-all |run --all )?apply\b.*-auto-approve|^run-all apply\b/, unseen],
    [/^(state (rm|push|mv)|force-unlock|workspace delete|taint|import)\b/, untracked],
  ],
}
const deploy = /^deploy\b/

export const infrastructureTools: Readonly<Record<string, Tool>> = {
  terraform,
  tofu: terraform,
  terragrunt: terraform,
  pulumi: {
    takes: '-C --cwd -s --stack',
    rows: [
      [/^destroy\b|^stack rm\b/, down],
      [/^up\b.*(-\w*y\b|--yes|-f\b|--skip-preview)/, unseen],
      [/^state (delete|unprotect)\b|^cancel\b/, untracked],
    ],
  },
  cdk: {
    rows: [
      [/^destroy\b/, down],
      [deploy, 'deploy'],
    ],
  },
  cdktf: {
    rows: [
      [/^destroy\b/, down],
      [deploy, 'deploy'],
    ],
  },
  serverless: {
    rows: [
      [/^remove\b/, down],
      [deploy, 'deploy'],
    ],
  },
  sls: {
    rows: [
      [/^remove\b/, down],
      [deploy, 'deploy'],
    ],
  },
  sam: {
    rows: [
      [/^delete\b/, down],
      [deploy, 'deploy'],
    ],
  },
  ansible: {
    takes: '*',
    rows: [
      [
        /^(?!.*(^| )(-m|--module-name)\b).*(^| )(-a|--args)\b|-m[= ]?(shell|command|raw|file|service|systemd|user|apt|yum|copy)\b/,
        'change other machines',
      ],
    ],
  },
  'ansible-playbook': {
    takes: '*',
    rows: [[/^(?!.*(--check\b|-C\b|--syntax-check|--list-(hosts|tasks|tags)))/, 'change other machines']],
  },
  salt: { takes: '*', rows: [[/\b(cmd\.run|state\.(apply|highstate)|service\.|pkg\.)/, 'change other machines']] },
  pssh: { takes: '*', rows: [[/./, 'change other machines']] },
  'parallel-ssh': { takes: '*', rows: [[/./, 'change other machines']] },
  knife: { rows: [[/^ssh\b|\bdelete\b/, 'change other machines']] },
  'chef-client': { takes: '*', rows: [[/^(?!.*(--why-run|-W\b))/, 'change machines']] },
  puppet: { rows: [[/^(apply|agent)\b(?!.*--noop)/, 'change machines']] },
  hardhat: { takes: '*', rows: [[/--network[= ]\S*(mainnet|prod)/, 'change a public chain, for ever']] },
  truffle: { takes: '*', rows: [[/--network[= ]\S*(mainnet|prod|live)/, 'change a public chain, for ever']] },
  forge: { takes: '*', rows: [[/--broadcast\b/, 'change a public chain, for ever']] },
  cast: { rows: [[/^send\b/, 'change a public chain, for ever']] },
  solana: { rows: [[/^(transfer|program (deploy|close)|airdrop .*mainnet)\b/, 'change a public chain, for ever']] },
  packer: { rows: [[/^build\b.*-force\b/, 'overwrite an image']] },
  vault: {
    rows: [
      [
        /^(kv )?(delete|destroy|metadata delete)\b|^secrets disable\b|^(auth|audit) disable\b|^operator seal\b/,
        'delete secrets',
      ],
    ],
  },
  kamal: { rows: [[/^(deploy|remove|redeploy|rollback|app (stop|remove))\b/, 'deploy']] },
  cap: { rows: [[/^production\b.*\bdeploy/, 'deploy']] },
  eb: { rows: [[/^(deploy|terminate)\b/, 'deploy or take down an application']] },
}
