// A workspace with a home directory of its own, and the command that a scratch copy has built.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function makeWorkspace(copy) {
  const base = mkdtempSync(join(copy.base, 'workspace-'))
  const [root, home] = [join(base, 'project'), join(base, 'home')]
  for (const directory of [root, home]) mkdirSync(directory)
  const env = {
    // Nothing else is inherited: variables of an agent's shell would forbid commands that change hooks.
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    NO_COLOR: '1',
  }
  const program = join(copy.directory, 'packages/cli/bin/hookline.mjs')
  return {
    root,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    },
    hookline(args, input = '', more = {}) {
      const words = typeof args === 'string' ? args.split(' ') : args
      // The name under which a person has installed the command: hints show what was typed.
      const options = { cwd: root, env: { ...env, ...more }, input, encoding: 'utf8', argv0: 'hookline' }
      return spawnSync(process.execPath, [program, ...words], options)
    },
  }
}
