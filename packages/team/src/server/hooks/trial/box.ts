/**
 * A box for scripts of authors: namespaces of its own (user, mounts, processes, network), a root made of memory with the
 * system's programs read-only, and no privileges. What the server keeps is not there. Whether a system can do this is tried,
 * not guessed.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Box {
  /** A shell line that runs the script in the box; stdin, stdout and stderr are the caller's. */
  readonly command: string
  remove(): void
}

/** Runs as root of its own user namespace: $1 is an empty directory, $2 the script. */
const enter = `set -eu
PATH=$PATH:/usr/sbin:/sbin
root=$1
mount -t tmpfs -o size=64m,mode=755,nosuid,nodev none "$root"
for name in bin sbin lib lib32 lib64 libx32 usr; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"
  elif [ -d "/$name" ]; then
    mkdir "$root/$name"
    mount --bind "/$name" "$root/$name"
    mount -o remount,bind,ro,nosuid "$root/$name"
  fi
done
mkdir "$root/proc" "$root/dev" "$root/etc" "$root/old"
mkdir -m 1777 "$root/tmp" "$root/work"
for name in null zero urandom; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
cp "$2" "$root/work/script"
chmod 755 "$root/work/script"
cd "$root"
pivot_root . old
umount -l old
rmdir old
cd /work
ulimit -c 0
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all ./script
`

const flags = ['--user', '--map-root-user', '--net', '--pid', '--fork', '--mount', '--ipc', '--uts', '--kill-child']
/** All that a script inherits. */
export const bareEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/work', LANG: 'C.UTF-8', TMPDIR: '/tmp' } as const

export function makeBox(script: string): Box {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  mkdirSync(join(dir, 'root'))
  writeFileSync(join(dir, 'enter'), enter)
  writeFileSync(join(dir, 'script'), script)
  const quoted = ['unshare', ...flags, 'sh', join(dir, 'enter'), join(dir, 'root'), join(dir, 'script')].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  )
  return { command: quoted.join(' '), remove: () => rmSync(dir, { recursive: true, force: true }) }
}

let known: Promise<string | undefined> | undefined

/** Why this system cannot contain a script; undefined: it can. Found out once, by doing it. */
export const whyNotContained = (dataDir: string): Promise<string | undefined> => {
  known ??= probe(dataDir)
  return known
}

async function probe(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'only Linux can'
  if (!existsSync(dataDir)) return 'the data directory is gone'
  const seen = `'${dataDir.replaceAll("'", `'\\''`)}'`
  const box = makeBox(
    `#!/bin/sh\n[ ! -e ${seen} ] && [ "$(grep -c : /proc/net/dev)" = 1 ] && ! touch /usr/x 2>/dev/null && ! mount -t tmpfs none /tmp 2>/dev/null && echo contained\n`,
  )
  try {
    const { stdout, stderr } = await run(box.command)
    if (stdout.trim() === 'contained') return undefined
    return `namespaces do not work here (${stderr.trim().split('\n').at(-1) || 'the test script was not contained'})`
  } finally {
    box.remove()
  }
}

const run = (command: string): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { env: bareEnv, stdio: ['ignore', 'pipe', 'pipe'], timeout: 5000 })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      said.stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said.stderr += chunk.toString()
    })
    child.once('error', (error) => resolve({ stdout: '', stderr: error.message }))
    child.once('close', () => resolve(said))
  })
