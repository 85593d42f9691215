/** Commands that do not end by themselves: watchers, servers, and those that follow a file. */

const follows =
  /^(?:tail\s.*-\w*[fF]\b|tail\s.*--follow|sleep\s+(?:infinity|inf\b|\d{6,})|journalctl\s.*-\w*f\b|(?:docker|kubectl)\s.*logs\s.*-\w*f\b|docker[ -]compose\s+up(?!.*\s-\w*d)|watch\s|inotifywait\s.*-\w*m|fswatch\s(?!.*-1)|nodemon\b|watchexec\s|nc\s.*-\w*l|python[\d.]*\s+-m\s+http\.server|flask\s+run|uvicorn\s|gunicorn\s|rails\s+s|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:dev|start|serve|watch)\b|vite\s*$|next\s+dev|tsc\s.*(?:-w\b|--watch)|(?:jest|vitest)\s.*--watch(?![\w=-])|(?:webpack|rollup|esbuild|sass|tailwindcss|babel|mocha|ava|swc|tsup|postcss|node|deno|bun)\s(?:.*\s)?(?:-w|--watch)(?![\w=-])|cargo\s+watch|ptw\b|mkfifo)/

/** Programs that start another program, with their own options. */
const runners =
  /^(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)\s+(?:exec|dlx|x)|(?:pnpm|yarn)(?=\s+(?:tsc|jest|vitest|vite|next|nodemon|webpack|rollup|esbuild)\b)|(?:uv|poetry|pipenv|pdm|hatch)\s+run|bundle\s+exec)(?:\s+-\S+)*\s+/

/** If the command does not end by itself, returns it without the program that starts it. */
export function endlessCommand(command: string): string | undefined {
  const words = command.trim().replace(runners, '')
  return follows.test(words) ? words : undefined
}
