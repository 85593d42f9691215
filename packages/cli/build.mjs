// Builds the bundle without the bundler's list of a hundred chunks, which would hide the output of `npm start`.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import config, { sdk } from './rolldown.config.mjs'

await build([config, sdk])

// The pages that `panel` serves travel with the command.
const pages = join(import.meta.dirname, 'dist/web')
rmSync(pages, { recursive: true, force: true })
cpSync(join(import.meta.dirname, '../web/dist/panel'), pages, { recursive: true })
