// Finds the groups of a directed graph whose members can all reach each other.

/** `steps` are pairs `[from, to]`. Groups have two or more members, in order of their names. */
export function groupsInCycles(steps) {
  const next = new Map()
  for (const [from, to] of steps) {
    if (from === to) continue
    if (!next.has(from)) next.set(from, new Set())
    next.get(from).add(to)
  }
  return connectedGroups(next).filter((group) => group.length > 1)
}

/** Tarjan's algorithm, with a list of its own instead of recursion: chains of imports are long. */
function connectedGroups(next) {
  const order = new Map()
  const lowest = new Map()
  const open = []
  const isOpen = new Set()
  const groups = []
  const enter = (node) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node))
    open.push(node)
    isOpen.add(node)
    return { node, rest: [...(next.get(node) ?? [])] }
  }
  const leave = (node) => {
    if (lowest.get(node) !== order.get(node)) return
    const group = open.splice(open.indexOf(node))
    for (const member of group) isOpen.delete(member)
    groups.push(group.sort())
  }
  for (const start of next.keys()) {
    if (order.has(start)) continue
    const path = [enter(start)]
    while (path.length > 0) {
      const { node, rest } = path.at(-1)
      const following = rest.pop()
      if (following === undefined) {
        path.pop()
        leave(node)
        const parent = path.at(-1)?.node
        if (parent !== undefined) lowest.set(parent, Math.min(lowest.get(parent), lowest.get(node)))
      } else if (!order.has(following)) path.push(enter(following))
      else if (isOpen.has(following)) lowest.set(node, Math.min(lowest.get(node), order.get(following)))
    }
  }
  return groups
}
