// Bundles the server and the client: their thousand modules, each in a file of its own, take longer to find and read than to run.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const inDist = (path) => join(import.meta.dirname, 'dist', path)

/** They have a native part, or try to load one. */
const native = ['@node-rs/argon2', 'libsql', 'pg']
/** Loaded when a person signs in with a security key. */
const seldom = ['@simplewebauthn/server']

await build({
  input: { client: inDist('client/index.js'), server: inDist('server/index.js') },
  platform: 'node',
  external: [...native, ...seldom],
  // On a busy machine the bundler would report how long its plugins take, above the output of `npm start`.
  checks: { bundlerTimings: false },
  // jsonc-parser's "main" is UMD with run-time requires.
  resolve: { mainFields: ['module', 'main'] },
  output: {
    dir: inDist('bundle'),
    cleanDir: true,
    format: 'esm',
    // `scripts/pack/` would take an import in an example for one of the program.
    comments: { jsdoc: false },
    // As deep in the package as the files of core's `node/` are in theirs, which find files of other packages by relative paths.
    entryFileNames: '[name]/index.js',
    chunkFileNames: 'shared/[name]-[hash].js',
  },
})

// The dashboard's pages travel with the server.
const pages = inDist('web')
rmSync(pages, { recursive: true, force: true })
cpSync(join(import.meta.dirname, '../web/dist/team'), pages, { recursive: true })
