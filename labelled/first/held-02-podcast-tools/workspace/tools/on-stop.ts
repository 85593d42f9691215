const { status, loop_count } = await Bun.stdin.json();
if (status === "completed" && loop_count === 0) {
  const todo = await Bun.file("TODO.md").text().catch(() => "");
  if (todo.includes("- [ ]")) {
    console.log(JSON.stringify({ followup_message: "TODO.md still has open items. Do them or say why not." }));
  }
}
