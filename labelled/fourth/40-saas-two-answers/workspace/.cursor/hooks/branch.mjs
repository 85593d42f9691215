import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

const { command } = JSON.parse(readFileSync(0, 'utf8'))
const branch = execFileSync('git', ['branch', '--show-current'], { encoding: 'utf8' }).trim()

function answer(reply) {
  process.stdout.write(JSON.stringify(reply) + '\n')
}

if (branch === 'main' && /\bgit\s+commit\b/.test(command)) {
  answer({
    permission: 'deny',
    user_message: 'No commits on main.',
    agent_message: 'Make a branch first: git switch -c <name>.',
  })
}

answer({ permission: 'allow' })
