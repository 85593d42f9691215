import json
import subprocess
import sys

json.load(sys.stdin)
staged = subprocess.run(
    ["git", "diff", "--cached", "--name-only", "-z"], capture_output=True, text=True, check=True
).stdout.split("\0")
big = [p for p in staged if p.endswith((".bam", ".fastq.gz"))]
if big:
    print("Sequencing data must not be committed: " + ", ".join(big), file=sys.stderr)
    sys.exit(2)
