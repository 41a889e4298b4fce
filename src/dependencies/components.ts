/**
 * The strongly connected components of a graph, each after those that it leads to (Tarjan 1972). `next[i]` are the nodes that node `i` leads
 * to. Without recursion, so that a long chain of claims cannot end the program.
 */
export function componentsOf(next: readonly (readonly number[])[]): number[][] {
  const order = next.map(() => -1)
  const low = next.map(() => 0)
  const onStack = next.map(() => false)
  const stack: number[] = []
  const components: number[][] = []
  let count = 0

  const open = (node: number) => {
    order[node] = low[node] = count++
    stack.push(node)
    onStack[node] = true
    return { node, at: 0 }
  }
  for (let root = 0; root < next.length; root++) {
    if (order[root] !== -1) continue
    const path = [open(root)]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node } = top
      const to = next[node]?.[top.at++]
      if (to === undefined) {
        path.pop()
        const parent = path.at(-1)?.node
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0)
        if (low[node] === order[node]) components.push(takeComponent(node))
      } else if (order[to] === -1) path.push(open(to))
      else if (onStack[to]) low[node] = Math.min(low[node] ?? 0, order[to] ?? 0)
    }
  }
  return components

  function takeComponent(root: number): number[] {
    const members = stack.splice(stack.lastIndexOf(root))
    for (const member of members) onStack[member] = false
    return members.sort((a, b) => a - b)
  }
}
