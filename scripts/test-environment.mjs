// What the processes of the tests inherit. Tests start thousands of them, so what one start costs decides how long the suite takes.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

// Node reads these certificates whenever it starts, for longer than it takes to start. No test asks a server that needs them.
delete process.env.NODE_EXTRA_CA_CERTS

/** A version manager's `python3` is a script that looks for the real one, and takes six times as long to start. */
function preferRealPython() {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  const folders = (process.env.PATH ?? '').split(delimiter)
  const real = dirname(stdout?.trim() ?? '')
  // Where it is on the path already, moving it to the front would also change which other programs are found.
  if (real !== '.' && !folders.includes(real)) process.env.PATH = [real, ...folders].join(delimiter)
}

preferRealPython()
