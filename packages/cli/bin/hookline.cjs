#!/usr/bin/env node
// Committed, so that npm links the command before the first build. CommonJS: an ES module starts 6 ms later.
//
// Loads the chunks of the bundle, with a cache of the code that V8 made of them: without it, a start takes half as long again.
// The first start on a machine writes the cache, after its answer, into the user's cache directory.
//
// V8 runs cached code without looking at it, and a damaged one crashes the process. So a cache file is used only if it is a
// regular file of this user that no other user can write to, was made from this very chunk, and holds the same code twice:
// comparing two copies costs less than any checksum. This does not stop a program that runs as the same user and may write
// to the cache directory: it can make this command do anything, as it can by changing ~/.profile or the PATH. A sandbox
// around an agent must therefore not let it write to Hookline's cache directory.
//
// This file has no syntax that is newer than ES2019, so that a Node which is too old can still say so.
'use strict'
refuseOldNode()
const fs = require('node:fs')
const { dirname, isAbsolute, join } = require('node:path')
const { Script, constants } = require('node:vm')

const { env, execArgv, platform, versions } = process
const bundle = join(__dirname, '../dist/bundle')
const cache = cacheDirectory()
/** V8 rejects code that it made with other flags, so that each set of flags has its own. */
const flags = [...execArgv, env.NODE_OPTIONS || ''].join(' ').trim()
const made = [versions.node, versions.v8, platform, process.arch, ...(flags === '' ? [] : [shortHash(flags)])].join('-')

const DAY_MS = 24 * 3600 * 1000
const MOST_DAYS = 30
const MOST_BYTES = 64 * 1024 * 1024

/** What was compiled: the name of the file, its text, its script, the chunks of it that ran, which of them were cached, and when. */
const scripts = []
const files = new Map()
const loaded = new Map()

/** Runs a chunk once. A location is the name of its file, and its name in the file: `core-<hash>.cjs#agents`. */
function load(location) {
  const known = loaded.get(location)
  if (known !== undefined) return known.exports
  const [name, part = 'main'] = location.split('#')
  const { chunks, ran, filename } = files.get(name) || compile(name)
  const module = { exports: createExports() }
  // Before it runs, because chunks may need each other.
  loaded.set(location, module)
  try {
    chunks[part](module.exports, requires, module, filename, bundle)
  } catch (error) {
    // A guard that is loaded in part would let things pass: the next event loads it again, or fails too.
    loaded.delete(location)
    throw error
  }
  ran.add(part)
  return module.exports
}

/** For one event: hundreds of names are added to such an object in an eighth of the time. What runs longer reads it more slowly. */
const createExports = process.argv[2] === 'run' ? () => Object.create(null) : () => ({})

const requires = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id))
// Packages of their own are ES modules: an `import` in here is a plain one, in a script of ours it is experimental.
requires.import = (id) => import(id)

/** The chunks of a file, as functions, the names of those that ran, and its path. */
function compile(name) {
  const filename = join(bundle, name)
  const text = readChunk(filename)
  const kept = readCode(name, text)
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(text, {
    filename,
    cachedData: kept === undefined ? undefined : kept.code,
    importModuleDynamically,
  })
  const isKept = script.cachedDataRejected === false
  const ran = new Set()
  scripts.push({ name, text, script, ran, cached: isKept ? kept.chunks : [], cachedAt: isKept ? kept.cachedAt : 0 })
  const file = { chunks: script.runInThisContext(), ran, filename }
  files.set(name, file)
  return file
}

/** In ASCII alone, as the build writes it: this encoding is the fastest to read. */
function readChunk(filename) {
  try {
    return readText(filename)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    const root = dirname(__dirname)
    const message = fs.existsSync(join(root, 'src'))
      ? `this checkout is not built, so no hook can run. In ${dirname(dirname(root))}, run: npm ci && npm run build`
      : `files of this installation are missing in ${root}, so no hook can run. Install it again: see docs/install.md of Hookline`
    throw Object.assign(new Error(message), { name: 'MissingFiles', exitCode: cannotRunCode() })
  }
}

function readText(filename) {
  const fd = fs.openSync(filename, 'r')
  try {
    const { size } = fs.fstatSync(fd)
    const bytes = borrowMemory(size)
    // The system may give a part of a file.
    let length = 0
    for (let count = 1; count > 0 && length < size; length += count)
      count = fs.readSync(fd, bytes, length, size - length)
    return bytes.toString('latin1', 0, length)
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * The same memory for every file: the system takes longer to hand out fresh memory than to read a file into it. V8 keeps
 * neither the bytes of a text nor those of the code.
 */
let memory
function borrowMemory(length) {
  if (memory === undefined || memory.length < length) memory = Buffer.allocUnsafeSlow(Math.max(length, USUAL_BYTES))
  return memory.subarray(0, length)
}
const USUAL_BYTES = 512 * 1024

/** The entry has the same name in every build, and a few bytes. The names of all other chunks contain a hash of their text. */
const isCached = (name) => cache !== undefined && name !== 'hookline.cjs'
const codeFile = (name) => join(cache, `${name}.${made}`)
/** The end of a cache file, after both copies of the code: what it was made from, and which chunks of it have code. */
const endOf = (name, text, chunks) => Buffer.from(`${headOf(name, text)}${chunks.join(' ')}`.padEnd(END_BYTES))
const headOf = (name, text) => `\n${name} ${text.length} ${made}\n`
const END_BYTES = 2048

/** Follows no link, and does not wait for the writer of a FIFO. */
const CAREFULLY = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0) | (fs.constants.O_NONBLOCK || 0)

/** The code of a file, which chunks it is of, and when it was cached; undefined if there is none that can be used. */
function readCode(name, text) {
  if (!isCached(name)) return undefined
  let fd
  try {
    fd = fs.openSync(codeFile(name), CAREFULLY)
    const stat = fs.fstatSync(fd)
    const length = (stat.size - END_BYTES) / 2
    if (!isOurs(stat) || !Number.isInteger(length) || length <= 0 || stat.size > MOST_BYTES) return undefined
    const code = borrowMemory(length)
    if (fs.readSync(fd, code, 0, length, 0) !== length || !holds(fd, length, code)) return undefined
    // After the comparison, the memory of it is free.
    if (fs.readSync(fd, compared, 0, END_BYTES, 2 * length) !== END_BYTES) return undefined
    const end = compared.latin1Slice(0, END_BYTES)
    const head = headOf(name, text)
    if (!end.startsWith(head)) return undefined
    return { code, chunks: end.slice(head.length).trim().split(' '), cachedAt: stat.mtimeMs }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}

let compared

/** Whether the file has these bytes at this place. */
function holds(fd, place, bytes) {
  if (compared === undefined) compared = Buffer.allocUnsafeSlow(64 * 1024)
  for (let at = 0; at < bytes.length; at += compared.length) {
    const length = Math.min(compared.length, bytes.length - at)
    if (fs.readSync(fd, compared, 0, length, place + at) !== length) return false
    if (compared.compare(bytes, at, at + length, 0, length) !== 0) return false
  }
  return true
}

/** Windows has neither owners nor modes here; there the directory belongs to the user alone. */
const isOurs = (stat) =>
  stat.isFile() && (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0))

/**
 * Caches the code of all files that this start loaded if a chunk that ran has none, or a file's is a day old: that adds the
 * functions that were compiled since. Runs when the answer is printed. Ignores every error: a start does not need the cache.
 */
function writeCode() {
  // It has just removed the cache directory.
  if (process.argv[2] === 'uninstall') return
  const files = scripts.filter(({ name }) => isCached(name))
  const isOld = ({ cachedAt }) => Date.now() - cachedAt > DAY_MS
  const lacksChunk = ({ ran, cached }) => [...ran].some((chunk) => !cached.includes(chunk))
  if (!files.some((file) => isOld(file) || lacksChunk(file))) return
  // A limit on the size of files: the answer is printed, and its exit code must stay.
  if (platform !== 'win32') process.on('SIGXFSZ', () => {})
  try {
    makeDirectory(cache)
    for (const { name, text, script, ran, cached } of files) {
      const code = script.createCachedData()
      const file = codeFile(name)
      const temporary = `${file}.${process.pid}.new`
      try {
        fs.writeFileSync(temporary, Buffer.concat([code, code, endOf(name, text, [...new Set([...cached, ...ran])])]), {
          mode: 0o600,
          flag: 'wx',
        })
        fs.renameSync(temporary, file)
      } catch (error) {
        fs.rmSync(temporary, { force: true })
        throw error
      }
    }
    sweep()
  } catch {
    // Read-only, full, or not ours.
  }
}

/** Not with `recursive`: Node 20 then tries forever where nothing can be created, as in /proc. */
function makeDirectory(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  // With `sudo`, the home directory may be another user's, who could not change what root writes there.
  if (stat !== undefined && process.getuid && process.getuid() === 0 && stat.uid !== 0)
    throw new Error(`${path} is not root's`)
  if (stat !== undefined) return
  makeDirectory(dirname(path))
  fs.mkdirSync(path, { mode: 0o700 })
}

/** Removes what has not been used for a month, and the oldest files beyond the limit. */
function sweep() {
  const files = fs.readdirSync(cache).flatMap((name) => {
    const path = join(cache, name)
    const stat = fs.lstatSync(path, { throwIfNoEntry: false })
    return stat === undefined || !stat.isFile() ? [] : [{ path, size: stat.size, mtimeMs: stat.mtimeMs }]
  })
  let total = 0
  for (const { path, size, mtimeMs } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    total += size
    if (total > MOST_BYTES || Date.now() - mtimeMs > MOST_DAYS * DAY_MS) fs.rmSync(path, { force: true })
  }
}

/** As core's `sources/locations.ts` names it; undefined without a home directory. */
function cacheDirectory() {
  const home = cacheHome()
  if (home === undefined) return undefined
  return platform === 'win32' ? join(home, 'hookline', 'cache', 'code') : join(home, 'hookline', 'code')
}

function cacheHome() {
  const absolute = (path) => (path !== undefined && isAbsolute(path) ? path : undefined)
  if (platform === 'win32') return absolute(env.LOCALAPPDATA)
  const home = absolute(env.HOME)
  const usual = home === undefined ? undefined : join(home, platform === 'darwin' ? 'Library/Caches' : '.cache')
  return absolute(env.XDG_CACHE_HOME) || usual
}

/** Tells sets of flags apart. */
function shortHash(text) {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}

/** Starts the command. */
function start() {
  try {
    load('hookline.cjs')
  } catch (error) {
    if (error.name !== 'MissingFiles') throw error
    process.stderr.write(`hookline: ${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

/**
 * The exit code of a command that cannot run. Agents read 2 as a refusal. An entry that `connect` wrote (`--from`) says in its own
 * shell text what happens without Hookline: at a gate it refuses, at the end of a turn 2 would make the agent go on without end.
 * On Windows not every entry has such a text.
 */
function cannotRunCode() {
  const [, , command, ...args] = process.argv
  if (command !== 'run') return 64
  return args.includes('--from') && process.platform !== 'win32' ? 3 : 2
}

/** Ends the process where Node is older than `engines` in package.json says, or has no loader for the modules of a bundle. */
function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  // biome-ignore lint/style/useNodejsImportProtocol: an old Node does not know the prefix.
  const [{ writeSync }, vm] = [require('fs'), require('vm')]
  if (vm.constants !== undefined && (major > 20 || (major === 20 && minor >= 19))) return
  const found = `Node ${process.versions.node} (${process.execPath}) is too old, so no hook can run`
  writeSync(2, `hookline: ${found}. Hookline needs Node 20.19 or later: https://nodejs.org\n`)
  process.exit(cannotRunCode())
}

/** Code that only loads this file must not become the command: its arguments would be those of another program. */
function isProgram() {
  if (require.main === module) return true
  try {
    return require.main === undefined && fs.realpathSync(process.argv[1]) === join(__dirname, 'hookline.mjs')
  } catch {
    return false
  }
}

module.exports = { load, scripts }
if (isProgram()) start()
// After the listeners of the command, which print the answer of a process that ends before it could.
process.on('exit', writeCode)
