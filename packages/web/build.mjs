// Builds the pages, each unless it is newer than all it is made of: the rest of the tree is built far more often.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = import.meta.dirname
const shared = ['src/kit', 'public', 'vite.config.ts', 'build.mjs', 'package.json', '../../package-lock.json']
const pages = {
  panel: ['src/panel', 'src/wire', 'panel.html'],
  team: ['src/team', 'src/wire', 'team.html', '../team/gen', '../core/dist/protocol'],
}

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Beside each file, where it gets smaller: a server on a network sends these as they are. The panel, on loopback, has its own way. */
function pack(directory) {
  for (const name of readdirSync(directory).filter((one) => /\.(js|css|svg)$/.test(one))) {
    const file = join(directory, name)
    const body = readFileSync(file)
    const packed = { br: brotliCompressSync(body), gz: gzipSync(body, { level: 9 }) }
    for (const [ending, bytes] of Object.entries(packed))
      if (bytes.length < body.length) writeFileSync(`${file}.${ending}`, bytes)
  }
}

for (const [name, sources] of Object.entries(pages)) {
  const made = join(here, `dist/${name}/${name}.html`)
  const isNew = (source) => newest(join(here, source)) < statSync(made).mtimeMs
  if (existsSync(made) && [...shared, ...sources].every(isNew)) continue
  // Vite says `production` only where the mode does: the pages never run React's development build.
  process.env.NODE_ENV = 'production'
  await build({ root: here, mode: name, logLevel: 'warn' })
  if (name === 'team') for (const below of ['', 'assets']) pack(join(here, 'dist/team', below))
}
