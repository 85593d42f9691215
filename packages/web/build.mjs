// Builds the pages, unless they are newer than all they are made of: the rest of the tree is built far more often.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname
const made = join(here, 'dist/app/panel.html')
const sources = ['src', 'public', 'panel.html', 'vite.config.ts', 'package.json', '../../package-lock.json']

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const upToDate = existsSync(made) && sources.every((source) => newest(join(here, source)) < statSync(made).mtimeMs)
if (!upToDate) await build({ root: here, logLevel: 'warn' })
