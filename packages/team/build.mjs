// The dashboard's pages travel with the server.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const pages = join(import.meta.dirname, 'dist/web')
rmSync(pages, { recursive: true, force: true })
cpSync(join(import.meta.dirname, '../web/dist/team'), pages, { recursive: true })
