/** The three files of Claude Code. Those of a project are trusted or not as its own hooks are. */
import { join } from '../config/paths.ts'
import { readClaude } from '../config/read-claude.ts'
import type { Source } from '../ports.ts'
import { documentSource, type Read, type SourceSetup } from './document.ts'
import { claudeWords } from './may-hear.ts'
import { claudeFile, claudeUserDirectory } from './places.ts'

const asClaude: Read = (text, place, reading) => readClaude(text, place, reading)

export const claudeLocal = (root: string, setup: SourceSetup): Source =>
  ofProject('claude-local', 'settings.local.json', root, setup)
export const claudeProject = (root: string, setup: SourceSetup): Source =>
  ofProject('claude-project', 'settings.json', root, setup)

function ofProject(
  source: 'claude-local' | 'claude-project',
  name: 'settings.json' | 'settings.local.json',
  root: string,
  setup: SourceSetup,
): Source {
  const file = claudeFile(setup.platform, root, name)
  return documentSource({ source, own: false, trust: 'untrusted', root, cwd: root, file }, setup, asClaude, claudeWords)
}

export function claudeUser(setup: SourceSetup): Source {
  const cwd = claudeUserDirectory(setup.platform)
  const file = join(setup.platform.system, cwd, 'settings.json')
  return documentSource({ source: 'claude-user', own: false, trust: 'own', cwd, file }, setup, asClaude, claudeWords)
}
