import { describe, expect, it } from 'vitest'
import { lastPart, parent, resolve } from '../config/paths.ts'
import type { Platform } from '../ports.ts'
import {
  agentSourceFiles,
  cacheDirectory,
  configDirectory,
  copiesDirectory,
  enterpriseDirectories,
  projectFile,
  projectOwnFile,
  stateDirectory,
  teamsDirectory,
  trustFile,
  userDirectory,
} from './locations.ts'

const linux: Platform = { system: 'linux', home: '/home/a', env: {} }
const mac: Platform = { system: 'darwin', home: '/Users/a', env: {} }
const windows: Platform = { system: 'win32', home: 'C:\\Users\\a', env: {} }

describe('the locations of files', () => {
  it('enterprise', () => {
    expect([linux, mac, windows].map(enterpriseDirectories)).toEqual([
      { usual: '/etc/cursor', own: '/etc/hookline' },
      { usual: '/Library/Application Support/Cursor', own: '/Library/Application Support/Hookline' },
      { usual: 'C:\\ProgramData\\Cursor', own: 'C:\\ProgramData\\Hookline' },
    ])
  })

  it('team, user and Claude Code', () => {
    expect([linux, windows].map(teamsDirectory)).toEqual(['/home/a/.cursor/managed', 'C:\\Users\\a\\.cursor\\managed'])
    expect([linux, windows].map(userDirectory)).toEqual(['/home/a/.cursor', 'C:\\Users\\a\\.cursor'])
    expect(agentSourceFiles(windows, windows.home, 'user')).toEqual(['C:\\Users\\a\\.claude\\settings.json'])
  })

  it('project', () => {
    expect(projectFile(linux, '/w/')).toBe('/w/.cursor/hooks.json')
    expect(projectOwnFile(windows, 'D:\\w')).toBe('D:\\w\\.hookline\\hookline.json')
    expect(agentSourceFiles(linux, '/w', 'local')).toEqual(['/w/.claude/settings.local.json'])
  })

  it("Hookline's own settings", () => {
    expect([linux, mac, windows].map(configDirectory)).toEqual([
      '/home/a/.config/hookline',
      '/Users/a/.config/hookline',
      'C:\\Users\\a\\AppData\\Roaming\\hookline',
    ])
    expect(configDirectory({ ...linux, env: { XDG_CONFIG_HOME: '/x' } })).toBe('/x/hookline')
    expect(configDirectory({ ...linux, env: { XDG_CONFIG_HOME: 'relative' } })).toBe('/home/a/.config/hookline')
    expect(configDirectory({ ...windows, env: { APPDATA: 'E:\\Roaming' } })).toBe('E:\\Roaming\\hookline')
  })

  it("Hookline's own state and cache", () => {
    expect([linux, mac, windows].map(stateDirectory)).toEqual([
      '/home/a/.local/state/hookline',
      '/Users/a/Library/Application Support/hookline',
      'C:\\Users\\a\\AppData\\Local\\hookline\\state',
    ])
    expect(trustFile({ ...linux, env: { XDG_STATE_HOME: '/s' } })).toBe('/s/hookline/trust.json')
    expect([linux, mac, windows].map(copiesDirectory)).toEqual([
      '/home/a/.local/state/hookline-checked',
      '/Users/a/Library/Application Support/hookline-checked',
      'C:\\Users\\a\\AppData\\Local\\hookline\\checked',
    ])
    expect([linux, mac].map(cacheDirectory)).toEqual(['/home/a/.cache/hookline', '/Users/a/Library/Caches/hookline'])
  })
})

describe('paths of other systems', () => {
  it('follow the rules of that system', () => {
    expect(resolve('linux', '/a/b', '../c/./d')).toBe('/a/c/d')
    expect(resolve('linux', '/a', '/b')).toBe('/b')
    expect(resolve('win32', 'C:\\a', '..\\b/c')).toBe('C:\\b\\c')
    expect(resolve('win32', 'C:\\a', 'D:\\x')).toBe('D:\\x')
    expect(resolve('win32', '\\\\server\\share', 'x')).toBe('\\\\server\\share\\x')
    expect(parent('linux', '/')).toBe('/')
    expect(lastPart('win32', 'a\\b/c.ps1')).toBe('c.ps1')
  })
})
