/** Every rule, in the order in which findings at the same position are shown. Add a rule here and its code in `protocol/problem-levels.ts`. */
import type { Rule } from '../rule.ts'
import { copyDiffers, copyIgnored } from './commands/checked-copy.ts'
import { errorsSilenced } from './commands/errors-silenced.ts'
import { interpolation } from './commands/interpolation.ts'
import { jqUnchecked } from './commands/jq-unchecked.ts'
import { missingInterpreter } from './commands/missing-interpreter.ts'
import { missingScript, movedScript, writtenForFile } from './commands/missing-script.ts'
import { missingTool } from './commands/missing-tool.ts'
import { notExecutable } from './commands/not-executable.ts'
import { oldNode } from './commands/old-node.ts'
import { personalPath, personalPathInScript } from './commands/personal-path.ts'
import { quotedVariable } from './commands/quoted-variable.ts'
import { relativePath } from './commands/relative-path.ts'
import { sandboxNetwork, sandboxUnavailable, sandboxWrite } from './commands/sandbox.ts'
import { unixOnly } from './commands/unix-only.ts'
import { unquotedDir } from './commands/unquoted-dir.ts'
import { variableOfAgent } from './commands/variable-of-agent.ts'
import { warmIgnored } from './commands/warm-ignored.ts'
import { warmVariable } from './commands/warm-variable.ts'
import { windowsOnly } from './commands/windows-only.ts'
import { wrongDirectory } from './commands/wrong-directory.ts'
import { wrongInterpreter } from './commands/wrong-interpreter.ts'
import { agentLacksEvent } from './events/agent-lacks-event.ts'
import { agentLimit } from './events/agent-limit.ts'
import { eventsOutside, groupInHooksFile, notAList, notAnEntry } from './events/entry-form.ts'
import { entryShape } from './events/entry-shape.ts'
import { failClosedIgnored } from './events/fail-closed-ignored.ts'
import { firesTwice } from './events/fires-twice.ts'
import { foreignEvent } from './events/foreign-event.ts'
import { noEndpoint } from './events/no-endpoint.ts'
import { endlessFollowUp, noLoopLimit } from './events/no-loop-limit.ts'
import { unknownEvent } from './events/unknown-event.ts'
import { commentsInJson } from './files/comments-in-json.ts'
import { foreignKey } from './files/foreign-key.ts'
import { hooklineOnlyKey } from './files/hookline-only-key.ts'
import { missingVersion } from './files/missing-version.ts'
import { obviousValues } from './files/obvious-value.ts'
import { secretInFile } from './files/secret-in-file.ts'
import { timeoutUnit } from './files/timeout-unit.ts'
import { catastrophicRegex } from './matchers/catastrophic-regex.ts'
import { foreignTool } from './matchers/foreign-tool.ts'
import { badMatcher, globMatcher } from './matchers/glob-matcher.ts'
import { agentMatcherNeverMatches, matcherNeverMatches } from './matchers/matcher-never-matches.ts'
import { neverTrue } from './matchers/never-true.ts'
import { textMatcherGuard, wideMatcher } from './matchers/text-matcher-guard.ts'
import { denyWithoutMessage } from './replies/deny-without-message.ts'
import { exit3WithDeny } from './replies/exit-3-with-deny.ts'
import { nestedReply } from './replies/nested-reply.ts'
import { oldCasing } from './replies/old-casing.ts'
import { exit1ToBlock, replyNotFlushed, replyToStderr, replyUnreadable, textBeforeReply } from './replies/reply-form.ts'
import { promptIgnored, replyIgnored } from './replies/reply-ignored.ts'
import { alwaysAllows, answersInBackground } from './scripts/always-allows.ts'
import { containsOnText } from './scripts/contains-on-text.ts'
import { crlfScript } from './scripts/crlf-script.ts'
import {
  jsonByPasting,
  lostAnswer,
  lostInSubshell,
  pastedInPowerShell,
  programOnStdin,
  stdinReadTwice,
  twoReplies,
} from './scripts/flaws.ts'
import { hazards } from './scripts/hazards.ts'
import { inventedElsewhere, inventedVariable, variableOfAgentInScript } from './scripts/invented-variable.ts'
import { invisibleInFile, invisibleInScript } from './scripts/invisible-character.ts'
import { longScript } from './scripts/long-script.ts'
import { quotedHeredoc } from './scripts/quoted-heredoc.ts'
import { scriptSyntax } from './scripts/script-syntax.ts'
import { secretInScript } from './scripts/secret-in-script.ts'
import { shellSyntax } from './scripts/shell-syntax.ts'
import { unknownInputField } from './scripts/unknown-input-field.ts'

export const rules: readonly Rule[] = [
  unknownEvent,
  foreignEvent,
  agentLacksEvent,
  entryShape,
  notAList,
  notAnEntry,
  groupInHooksFile,
  eventsOutside,
  missingVersion,
  ...obviousValues,
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
  sandboxUnavailable,
  sandboxWrite,
  sandboxNetwork,
  warmIgnored,
  warmVariable,
  copyIgnored,
  copyDiffers,
  unixOnly,
  windowsOnly,
  firesTwice,
  promptIgnored,
  shellSyntax,
  scriptSyntax,
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
