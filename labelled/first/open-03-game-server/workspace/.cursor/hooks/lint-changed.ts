import { $ } from "bun";

const { file_path } = (await Bun.stdin.json()) as { file_path: string };
if (/\.tsx?$/.test(file_path)) {
  await $`bunx eslint --fix ${file_path}`.quiet().nothrow();
}
