# Tell a fresh session what happened on this branch.
cat >/dev/null

branch=$(git branch --show-current 2>/dev/null || echo detached)
recent=$(git log -5 --format='%h %s' 2>/dev/null)

cat <<JSON
{
  "additional_context": "Branch $branch. Last commits: $recent"
}
JSON
