// Takes the pictures of docs/images: runs the built command in scratch workspaces. `npm run pictures`.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { terminalSvg } from './terminal-svg.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'packages/cli/bin')
const scratch = mkdtempSync(join(tmpdir(), 'hookline-pictures-'))
const links = join(scratch, 'bin')
mkdirSync(links)
writeFileSync(join(links, 'hookline'), `#!/bin/sh\nexec '${process.execPath}' '${join(bin, 'hookline.mjs')}' "$@"\n`, {
  mode: 0o755,
})

/** Runs several commands, and shows each after a prompt with the output of both streams. */
function picture(name, title, files, commands) {
  const directory = join(scratch, name)
  const work = join(directory, 'shop')
  mkdirSync(join(directory, 'home'), { recursive: true })
  mkdirSync(work)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text)
    if (/\.sh$/.test(path)) chmodSync(join(work, path), 0o755)
  }
  const env = {
    PATH: `${links}:${process.env.PATH}`,
    HOME: join(directory, 'home'),
    FORCE_COLOR: '1',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const shown = commands.map((command) => {
    const quiet = command.startsWith('@')
    const { stdout, status } = spawnSync('/bin/sh', ['-c', `${quiet ? command.slice(1) : command} 2>&1`], {
      cwd: work,
      env,
      encoding: 'utf8',
    })
    // The pictures may show findings (exit 1), but not wrong usage or errors.
    if (status !== 0 && status !== 1) throw new Error(`${command} exited with ${status}:\n${stdout}`)
    // The diff of a new file is as long as the file, so show only one of its lines.
    const short = stdout.replace(
      /--- \/dev\/null[^\n]*\n[^\n]*b\/((?:~\/)?(?:\.cursor|\.claude))(\/[\w.]+)[\s\S]*?\n(?=\n)/g,
      '\u001b[22m  … the diff of $1$2 …\n',
    )
    return quiet ? '' : `\u001b[32m$\u001b[39m ${command}\n${short}`
  })
  const text = shown
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(work, '~/shop')
  writeFileSync(join(root, 'docs/images', `${name}.svg`), terminalSvg(text, title))
  console.log(`docs/images/${name}.svg`)
}

const guard = `#!/bin/sh
input=$(cat)
case $command in
  *'git push'*) echo '{"permission":"deny","agent_message":"Open a pull request instead."}' ;;
  *) echo '{"permission":"allow"}' ;;
esac
`
const hooks = (entries) => `${JSON.stringify({ version: 1, hooks: entries }, null, 2)}\n`

picture(
  'init',
  'hookline init',
  {
    'package.json': '{ "devDependencies": { "typescript": "5", "vitest": "3" }, "scripts": { "test": "vitest" } }\n',
    'pnpm-lock.yaml': '',
    '.cursor/.keep': '',
    'CLAUDE.md': '',
  },
  ['hookline init --yes'],
)
picture(
  'check',
  'hookline check',
  {
    '.cursor/hooks.json': `{
  "version": 1,
  "hooks": {
    "userPromptSubmit": [{ "command": ".cursor/hooks/audit.sh" }],
    "afterFileEdit": [{ "command": "./hooks/audit.sh", "timeout": 60000 }]
  }
}
`,
    '.cursor/hooks/audit.sh': '#!/bin/sh\ncat > /dev/null\n',
  },
  ['hookline check'],
)
picture(
  'test',
  'hookline test',
  {
    '.cursor/hooks.json': hooks({ beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] }),
    '.cursor/hooks/guard.sh': guard,
    '.cursor/hooks/guard.hooktest.yaml': `hook: ./guard.sh
event: beforeShellExecution
cases:
  - name: git push origin main
    input: { command: git push origin main }
    want: { verdict: deny }
  - name: git status
    input: { command: git status }
    want: { verdict: allow }
  - name: git -C . push
    input: { command: git -C . push }
    want: { verdict: deny }
`,
  },
  ['@hookline trust add --yes', 'hookline test'],
)
picture(
  'explain',
  'hookline explain',
  {
    '.cursor/hooks.json': hooks({
      beforeShellExecution: [
        { command: '.cursor/hooks/guard.sh' },
        { command: '.cursor/hooks/net.sh', matcher: 'curl|wget' },
      ],
    }),
    '.cursor/hooks/guard.sh': guard,
    '.cursor/hooks/net.sh': guard,
  },
  ['@hookline trust add --yes', 'hookline explain "git push origin main"'],
)
picture(
  'trigger',
  'hookline trigger',
  {
    '.cursor/hooks.json': hooks({ beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] }),
    '.cursor/hooks/guard.sh': guard,
  },
  ['@hookline trust add --yes', "hookline trigger beforeShellExecution --command 'git push origin main'"],
)
picture(
  'agent',
  'hookline agent',
  {
    '.cursor/hooks.json': hooks({ beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] }),
    '.cursor/hooks/guard.sh': guard,
    'notes.txt': 'TODO: price list\n',
    'publish.yaml': `turns:
  - thinking: First the notes, then the push.
    text: I tidy the notes and push.
    tools:
      - { name: Read, input: { path: notes.txt } }
      - { name: Write, input: { path: notes.txt, edits: [{ old_string: TODO, new_string: DONE }] } }
      - { name: Shell, input: { command: git push origin main } }
    usage: { input_tokens: 1100, output_tokens: 96 }
  - text: "The notes are tidy. I did not push: a pull request is wanted here."
    usage: { input_tokens: 1230, output_tokens: 26 }
`,
  },
  [
    '@hookline trust add --yes',
    'hookline agent "tidy up and publish" --print --model scripted:publish.yaml',
    'hookline log',
  ],
)
rmSync(scratch, { recursive: true, force: true })
