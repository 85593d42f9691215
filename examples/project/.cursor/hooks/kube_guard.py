#!/usr/bin/env python3
"""beforeShellExecution: reads the manifests of a `kubectl apply` before they reach a cluster.

It needs PyYAML (`pip install pyyaml`), because manifests contain several documents, anchors and lists, which patterns cannot parse.
It denies a manifest with a finding, and asks about one that it cannot read (a URL, stdin, a variable, no PyYAML).
"""

import glob
import json
import os
import shlex
import sys

ENDS = {";", "&", "&&", "|", "||", "(", ")", "\n"}


def reply(permission, user="", agent=""):
    answer = {"permission": permission}
    if user:
        answer.update(user_message=user, agent_message=agent or user)
    print(json.dumps(answer))
    sys.exit(0)


def commands(text):
    """Splits a command line into simple commands, each a list of words. Quotes are respected, operators end a command."""
    lexer = shlex.shlex(text.replace("\\\n", " "), posix=True, punctuation_chars=";&|()\n")
    lexer.whitespace = " \t\r"
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = []
    for word in lexer:
        if word in ENDS or set(word) <= set(";&|()\n"):
            yield words
            words = []
        else:
            words.append(word)
    yield words


def sources(words):
    """The values of -f, --filename, -k and --kustomize in `kubectl … apply`, or None if it is not an apply."""
    names = [os.path.basename(word) for word in words]
    if "kubectl" not in names or "apply" not in words[names.index("kubectl") :]:
        return None
    found, rest = [], iter(words)
    for word in rest:
        if word in ("-f", "--filename", "-k", "--kustomize"):
            found.append((word[:3] == "-k" or word == "--kustomize", next(rest, "")))
        elif word.startswith(("--filename=", "--kustomize=")):
            found.append((word.startswith("--k"), word.split("=", 1)[1]))
        elif word.startswith("-f") and len(word) > 2:
            found.append((False, word[2:].lstrip("=")))
    return [(kustomize, part) for kustomize, name in found for part in name.split(",")]


def files(name, cwd):
    path = os.path.join(cwd, os.path.expanduser(name))
    if os.path.isdir(path):
        return sorted(
            file for end in ("yaml", "yml", "json") for file in glob.glob(os.path.join(glob.escape(path), "**", "*." + end), recursive=True)
        )
    return [path] if os.path.isfile(path) else []


def objects(document):
    if isinstance(document, dict) and isinstance(document.get("items"), list):
        for item in document["items"]:
            yield from objects(item)
    elif isinstance(document, dict):
        yield document


def pods(value):
    """Finds every pod specification, whatever the kind of the object."""
    if isinstance(value, dict):
        if isinstance(value.get("containers"), list):
            yield value
        for inner in value.values():
            yield from pods(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from pods(inner)


def complaints(thing):
    metadata = thing.get("metadata") or {}
    name = f"{thing.get('kind', '?')}/{metadata.get('name', '?')}"
    if metadata.get("namespace") in ("kube-system", "kube-public"):
        yield f"{name} goes into {metadata['namespace']}"
    if thing.get("kind") == "ClusterRoleBinding" and (thing.get("roleRef") or {}).get("name") == "cluster-admin":
        yield f"{name} makes somebody cluster-admin"
    for pod in pods(thing):
        for setting in ("hostNetwork", "hostPID", "hostIPC"):
            if pod.get(setting) is True:
                yield f"{name} sets {setting}"
        for volume in pod.get("volumes") or []:
            if isinstance(volume, dict) and "hostPath" in volume:
                yield f"{name} mounts a path of the node"
        for container in [*pod["containers"], *(pod.get("initContainers") or [])]:
            if not isinstance(container, dict):
                continue
            if (container.get("securityContext") or {}).get("privileged") is True:
                yield f"{name} runs privileged"
            image = str(container.get("image", ""))
            if "@" not in image and image.rpartition("/")[2].partition(":")[2] in ("", "latest"):
                yield f"{name} runs an image without a fixed version ({image or 'none'})"


def main():
    event = json.load(sys.stdin)
    command, cwd = event.get("command", ""), event.get("cwd") or os.getcwd()
    if "kubectl" not in command:
        reply("allow")
    try:
        named = [source for words in commands(command) for source in sources(words) or []]
        applies = any(sources(words) is not None for words in commands(command))
    except ValueError:
        reply("ask", "A kubectl command could not be read.", "Write the kubectl command plainly, without unfinished quotes.")
    if not applies:
        reply("allow")
    try:
        import yaml
    except ImportError:
        reply("ask", "kube_guard.py could not look at the manifests: PyYAML is missing (pip install pyyaml).")

    unseen, found = [] if named else ["what it applies"], []
    for kustomize, name in named:
        paths = [] if kustomize or name == "-" or "$" in name or "://" in name else files(name, cwd)
        if not paths:
            unseen.append("stdin" if name == "-" else name)
        for path in paths:
            try:
                with open(path, encoding="utf-8") as manifest:
                    for document in yaml.safe_load_all(manifest):
                        for thing in objects(document):
                            found.extend(complaints(thing))
            except (OSError, UnicodeError, RecursionError, AttributeError, TypeError, yaml.YAMLError):
                unseen.append(os.path.relpath(path, cwd))
    if found:
        reply("deny", "The manifests were refused: " + "; ".join(dict.fromkeys(found)) + ".")
    if unseen:
        reply("ask", "These manifests could not be read beforehand: " + ", ".join(unseen) + ".")
    reply("allow")


main()
