interface ToolCall {
  tool_name: string;
  tool_input: { command?: string };
}

const call = (await Bun.stdin.json()) as ToolCall;
const command = call.tool_input.command ?? "";

const wipesWorld = /\b(redis-cli\s+flushall|dropdb|rm\s+-rf\s+worlds)\b/i.test(command);

process.stdout.write(
  JSON.stringify(
    wipesWorld
      ? {
          permission: "deny",
          user_message: "That would delete world data.",
          agent_message: "World data is never deleted by the agent. Use `bun run seed` on a scratch database.",
        }
      : { permission: "allow" },
  ),
);
