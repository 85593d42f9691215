"""Empty the outputs of notebooks the agent touched."""
import json
import sys
from pathlib import Path


def strip(path: Path) -> None:
    book = json.loads(path.read_text(encoding="utf-8"))
    for cell in book.get("cells", []):
        if cell.get("cell_type") == "code":
            cell["outputs"] = []
            cell["execution_count"] = None
    path.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    event = json.load(sys.stdin)
    edited = Path(event.get("path", ""))
    if edited.suffix == ".ipynb" and edited.is_file():
        strip(edited)


main()
