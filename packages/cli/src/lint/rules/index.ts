/** Every rule, in the order in which findings at one place are shown. A rule is added here and in `protocol/problems.ts`. */
import type { Rule } from '../rule.ts'
import { agentLacksEvent } from './agent-lacks-event.ts'
import { agentLimit } from './agent-limit.ts'
import { alwaysAllows, answersInBackground } from './always-allows.ts'
import { catastrophicRegex } from './catastrophic-regex.ts'
import { commentsInJson } from './comments-in-json.ts'
import { containsOnText } from './contains-on-text.ts'
import { crlfScript } from './crlf-script.ts'
import { denyWithoutMessage } from './deny-without-message.ts'
import { entryShape } from './entry-shape.ts'
import { errorsSilenced } from './errors-silenced.ts'
import { exit3WithDeny } from './exit-3-with-deny.ts'
import { failClosedIgnored } from './fail-closed-ignored.ts'
import { firesTwice } from './fires-twice.ts'
import {
  jsonByPasting,
  lostAnswer,
  lostInSubshell,
  pastedInPowerShell,
  programOnStdin,
  stdinReadTwice,
  twoReplies,
} from './flaws.ts'
import { foreignEvent } from './foreign-event.ts'
import { foreignKey } from './foreign-key.ts'
import { foreignTool } from './foreign-tool.ts'
import { badMatcher, globMatcher } from './glob-matcher.ts'
import { hazards } from './hazards.ts'
import { hooklineOnlyKey } from './hookline-only-key.ts'
import { interpolation } from './interpolation.ts'
import { inventedElsewhere, inventedVariable, variableOfAgentInScript } from './invented-variable.ts'
import { invisibleInFile, invisibleInScript } from './invisible-character.ts'
import { jqUnchecked } from './jq-unchecked.ts'
import { longScript } from './long-script.ts'
import { agentMatcherNeverMatches, matcherNeverMatches } from './matcher-never-matches.ts'
import { missingInterpreter } from './missing-interpreter.ts'
import { missingScript, movedScript, writtenForFile } from './missing-script.ts'
import { missingTool } from './missing-tool.ts'
import { missingVersion } from './missing-version.ts'
import { nestedReply } from './nested-reply.ts'
import { neverTrue } from './never-true.ts'
import { noEndpoint } from './no-endpoint.ts'
import { endlessFollowUp, noLoopLimit } from './no-loop-limit.ts'
import { notExecutable } from './not-executable.ts'
import { oldCasing } from './old-casing.ts'
import { oldNode } from './old-node.ts'
import { personalPath, personalPathInScript } from './personal-path.ts'
import { quotedHeredoc } from './quoted-heredoc.ts'
import { quotedVariable } from './quoted-variable.ts'
import { relativePath } from './relative-path.ts'
import { exit1ToBlock, replyNotFlushed, replyToStderr, replyUnreadable, textBeforeReply } from './reply-form.ts'
import { promptIgnored, replyIgnored } from './reply-ignored.ts'
import { secretInFile } from './secret-in-file.ts'
import { secretInScript } from './secret-in-script.ts'
import { shellSyntax } from './shell-syntax.ts'
import { textMatcherGuard, wideMatcher } from './text-matcher-guard.ts'
import { timeoutUnit } from './timeout-unit.ts'
import { unixOnly } from './unix-only.ts'
import { unknownEvent } from './unknown-event.ts'
import { unknownInputField } from './unknown-input-field.ts'
import { unquotedDir } from './unquoted-dir.ts'
import { variableOfAgent } from './variable-of-agent.ts'
import { windowsOnly } from './windows-only.ts'
import { wrongDirectory } from './wrong-directory.ts'
import { wrongInterpreter } from './wrong-interpreter.ts'

export const rules: readonly Rule[] = [
  unknownEvent,
  foreignEvent,
  agentLacksEvent,
  entryShape,
  missingVersion,
  commentsInJson,
  secretInFile,
  invisibleInFile,
  timeoutUnit,
  foreignKey,
  hooklineOnlyKey,
  failClosedIgnored,
  agentLimit,
  noLoopLimit,
  endlessFollowUp,
  noEndpoint,
  foreignTool,
  badMatcher,
  globMatcher,
  matcherNeverMatches,
  agentMatcherNeverMatches,
  catastrophicRegex,
  textMatcherGuard,
  wideMatcher,
  wrongDirectory,
  writtenForFile,
  missingScript,
  movedScript,
  quotedVariable,
  notExecutable,
  missingInterpreter,
  personalPath,
  interpolation,
  errorsSilenced,
  relativePath,
  unquotedDir,
  variableOfAgent,
  unixOnly,
  windowsOnly,
  firesTwice,
  promptIgnored,
  shellSyntax,
  crlfScript,
  jsonByPasting,
  pastedInPowerShell,
  quotedHeredoc,
  missingTool,
  jqUnchecked,
  exit3WithDeny,
  oldCasing,
  replyIgnored,
  nestedReply,
  invisibleInScript,
  secretInScript,
  personalPathInScript,
  unknownInputField,
  inventedVariable,
  inventedElsewhere,
  variableOfAgentInScript,
  stdinReadTwice,
  programOnStdin,
  lostInSubshell,
  lostAnswer,
  longScript,
  replyUnreadable,
  replyToStderr,
  textBeforeReply,
  twoReplies,
  replyNotFlushed,
  exit1ToBlock,
  alwaysAllows,
  answersInBackground,
  denyWithoutMessage,
  neverTrue,
  containsOnText,
  wrongInterpreter,
  oldNode,
  ...hazards,
]
