const rules = [
  { id: 'hard-reset', when: /git\s+reset\s+--hard/, say: 'A hard reset throws work away; stash it.' },
  { id: 'clean', when: /git\s+clean\s+-\w*f/, say: 'git clean deletes untracked work.' },
]

export function judge(command) {
  const rule = rules.find((r) => r.when.test(command))
  if (!rule) return { permission: 'allow' }
  return { permission: 'ask', user_message: `${rule.id}: ${rule.say}`, agent_message: rule.say }
}
