import { readFileSync } from "node:fs";

type Reply = { permission: "allow" | "deny" | "ask"; user_message?: string; agent_message?: string };

const { command } = JSON.parse(readFileSync(0, "utf8")) as { command: string };

function judge(cmd: string): Reply {
  if (/\s-y\b/.test(cmd) && cmd.includes("masters/")) {
    return {
      permission: "deny",
      user_message: "ffmpeg -y would overwrite a master.",
      agent_message: "Write to renders/ and never pass -y for files in masters/.",
    };
  }
  return { permission: "allow" };
}

console.error(JSON.stringify(judge(command)));
