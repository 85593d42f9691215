import { block, event } from "./io";

const command = String(event.tool_input.command ?? "");
if (/\bdvc\s+(push|gc)\b/.test(command)) {
  block("dvc push and dvc gc change the shared store; ask a person to run them.");
}
