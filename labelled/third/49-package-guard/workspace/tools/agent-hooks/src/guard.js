import { readFileSync } from 'node:fs'
import { judge } from './rules.js'

const event = JSON.parse(readFileSync(0, 'utf8'))
console.error('[guard]', event.command)
console.log(JSON.stringify(judge(event.command)))
