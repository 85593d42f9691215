import { expect, test } from 'vitest'
import * as agents from '../agents/index.ts'
import * as dialects from '../dialects/index.ts'
import * as core from '../index.ts'
import * as models from '../models/index.ts'
import * as node from '../node/index.ts'
import * as git from '../node/system/quiet-git.ts'
import * as files from '../node/system/regular-file.ts'
import * as protocol from '../protocol/index.ts'

// Public names, on purpose: adding one changes this list, and so shows up in review. Types are not seen here.
test('@hookline/core exports these values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'HooklineError',
    'assemble',
    'createEngine',
    'createMatchers',
    'createSlots',
    'editions',
    'errorCodes',
    'isEdition',
    'memorySessions',
    'memorySink',
    'newSession',
    'sourceNames',
  ])
})
test('@hookline/core/node exports these values', () => {
  expect(Object.keys(node).sort()).toEqual([
    'HooklineError',
    'agentFiles',
    'agentLimits',
    'agentShellVariable',
    'approvedRoots',
    'blocksWithout',
    'callKey',
    'callLevel',
    'callPaths',
    'callsHookline',
    'canBreakGlass',
    'canDisable',
    'checkCommand',
    'commandLine',
    'compose',
    'createApprovalStore',
    'createDisabledStore',
    'createHooks',
    'createHost',
    'createLostHooks',
    'createRemoteChild',
    'createRuleContext',
    'createSharedSpawn',
    'describeRead',
    'describeSuggestion',
    'documentSource',
    'editHooksFile',
    'fileSink',
    'findProtectedPaths',
    'findReadVariable',
    'findScripts',
    'fireHostEvent',
    'freePermit',
    'gateOf',
    'hasCleanVariable',
    'homeDirectory',
    'importReaderFor',
    'installHint',
    'isAsked',
    'isConnected',
    'killRemaining',
    'listStates',
    'logDirectory',
    'logSettings',
    'longestOverrideMs',
    'makeDirectory',
    'matches',
    'missingOf',
    'nearest',
    'neededEvents',
    'openLog',
    'openStore',
    'orElse',
    'orElseInBoth',
    'orElseInPowerShell',
    'ownCommands',
    'policyOf',
    'previewSpawn',
    'probeHook',
    'protectedNames',
    'purposes',
    'readClaude',
    'readCode',
    'readHooks',
    'readModelReply',
    'readStateScope',
    'readVariables',
    'readerFor',
    'readsTranscript',
    'redactSecrets',
    'rewritesOf',
    'runWithTimeLimit',
    'sandboxReport',
    'serveHooks',
    'sourceSetup',
    'standardSources',
    'startDetached',
    'stateVariable',
    'suggestEvent',
    'toLogRecord',
    'trustedText',
    'userSettingsFile',
    'verifyLog',
    'weakens',
    'whenStopped',
    'whyNoSandbox',
  ])
})
test('@hookline/core/protocol exports these values', () => {
  expect(Object.keys(protocol).sort()).toEqual([
    'claudeEvents',
    'claudeTools',
    'commonFields',
    'editsOfTool',
    'eventNames',
    'eventRows',
    'events',
    'genericEvents',
    'hooklineFileSchema',
    'hooksFileSchema',
    'inputSchema',
    'isEditTool',
    'isEntryKey',
    'isEventName',
    'isGuardedEvent',
    'isObject',
    'isTeamSetting',
    'mcpSplits',
    'noteCodes',
    'noteSentence',
    'permissionValues',
    'problemCodes',
    'reducedFields',
    'replyRows',
    'replySchema',
    'toJsonSchema',
  ])
})
test('@hookline/core/agents exports these values', () => {
  expect(Object.keys(agents).sort()).toEqual([
    'agentDirectories',
    'agentOfDialect',
    'agentOfSource',
    'agents',
    'answeredAgents',
    'directoryVariables',
    'findAgent',
    'isNameOf',
    'isProjectSource',
    'isSharedSource',
    'isUserSource',
    'levelOfSource',
    'matchesNames',
    'projectVariables',
    'readAgents',
    'sourceNames',
    'surfaces',
    'trustRank',
    'usualAgent',
    'usualDirectory',
    'usualFile',
    'whyUnknown',
  ])
})
test('@hookline/core/dialects exports these values', () => {
  expect(Object.keys(dialects).sort()).toEqual(['claude', 'cursor', 'dialects', 'hostNames', 'summary'])
})
test('@hookline/core/git exports these values', () => {
  expect(Object.keys(git).sort()).toEqual(['isInside', 'programDirectories', 'runGit'])
})
test('@hookline/core/files exports these values', () => {
  expect(Object.keys(files).sort()).toEqual([
    'DEFAULT_MAX_BYTES',
    'openRegular',
    'openToAppend',
    'readRegular',
    'readRegularText',
    'replaceFile',
  ])
})
test('@hookline/core/models exports these values', () => {
  expect(Object.keys(models).sort()).toEqual(['builtIn', 'costOf', 'findEndpoint', 'modelSettings', 'noModelSettings'])
})
