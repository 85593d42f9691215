#!/usr/bin/env bun
// Shell subagents cost too much and wander off; explore is enough here.
type Start = { subagent_type: string; task: string };

const start: Start = await Bun.stdin.json();
const refuse = start.subagent_type === "shell";

console.log(
  JSON.stringify(
    refuse
      ? { permission: "deny", user_message: `No shell subagents in this project (asked for: ${start.task}).` }
      : { permission: "allow" },
  ),
);
