import { readFileSync } from "node:fs";

export interface Event {
  hook_event_name: string;
  tool_name: string;
  tool_input: Record<string, unknown>;
}

export const event: Event = JSON.parse(readFileSync(0, "utf8"));

export function block(reason: string): never {
  process.stderr.write(reason + "\n");
  process.exit(2);
}

export function context(text: string): void {
  const hookSpecificOutput = { hookEventName: "PostToolUse", additionalContext: text };
  process.stdout.write(JSON.stringify({ hookSpecificOutput }));
}
