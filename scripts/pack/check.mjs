// Checks packages as their users meet them: no file of the build machine, correct manifests and types, and exports that load.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { repository } from './stage.mjs'

/** Returns the problems. */
export async function checkPackages(packed, scratch) {
  const problems = packed.flatMap((one) => [...checkFiles(one, scratch), ...checkTypes(one)])
  for (const one of packed) problems.push(...(await checkManifest(one)))
  return [...problems, ...checkImports(packed, scratch)]
}

const required = ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']
const unwanted = /\.map$|\.tsbuildinfo$|\.test\.|(^|\/)(src|code|node_modules)\//

function checkFiles({ name, files, directory }, scratch) {
  const missing = required.filter((path) => !files.includes(path)).map((path) => `${name} lacks ${path}`)
  const extra = files.filter((path) => unwanted.test(path)).map((path) => `${name} contains ${path}`)
  // Rules name /root, which is the home directory in many containers.
  const own = [repository, scratch, homedir()].filter((path) => path.split('/').length > 2).map((path) => `${path}/`)
  const named = files.filter((path) => {
    const bytes = readFileSync(join(directory, path))
    return own.some((one) => bytes.includes(one))
  })
  return [...missing, ...extra, ...named.map((path) => `${name}: ${path} names a directory of this machine`)]
}

async function checkManifest({ name, file, directory }) {
  const bytes = readFileSync(file)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  const { messages } = await publint({ pack: { tarball }, strict: true })
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return messages.map((message) => `${name}: publint: ${formatMessage(message, manifest, { color: false })}`)
}

/** For packages with an API. They are ES modules alone, which `import` and `require` of Node 20.19 load. */
function checkTypes({ name, file, directory }) {
  if (JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).exports === undefined) return []
  const program = join(repository, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const args = [program, file, '--profile', 'esm-only', '--no-emoji', '--no-color', '--format', 'ascii']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return status === 0 ? [] : [`${name}: attw: ${stdout}${stderr}`]
}

/** Imports every export, in a project that has these packages and what they depend on. */
function checkImports(packed, scratch) {
  const modules = join(scratch, 'project/node_modules')
  const manifests = packed.map(({ directory }) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
  for (const [at, { name }] of manifests.entries())
    cpSync(packed[at].directory, join(modules, name), { recursive: true })
  const needed = new Set(manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)))
  for (const name of needed) {
    const to = join(modules, name)
    mkdirSync(dirname(to), { recursive: true })
    if (!existsSync(to)) symlinkSync(join(repository, 'node_modules', name), to)
  }
  const exported = manifests.flatMap(({ name, exports = {} }) => Object.keys(exports).map((path) => join(name, path)))
  return exported.flatMap((specifier) => {
    const args = ['--input-type=module', '-e', `await import(${JSON.stringify(specifier)})`]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: dirname(modules), encoding: 'utf8' })
    return status === 0 ? [] : [`${specifier} cannot be imported: ${stderr}`]
  })
}
