import { context, event } from "./io";

const file = String(event.tool_input.file_path ?? "");
if (file.endsWith(".proto")) {
  context("A .proto file changed. Run `npm run gen` so that src/gen matches.");
}
