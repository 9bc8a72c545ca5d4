/** A network of unit costs. Nodes are numbered from 0; arcs keep the order in which they were added. */
export interface Network {
  /** Adds an arc and returns its number. The cost of a unit must not be negative. */
  addArc(from: number, to: number, capacity: number, cost: number): number
  /** Sends as much as possible from `source` to `sink` at the least cost. Equal inputs give equal flows. */
  send(source: number, sink: number): { amount: number; cost: number }
  /** Units that flow through an arc. */
  flowOf(arc: number): number
}

interface Arc {
  to: number
  /** Residual capacity. */
  left: number
  cost: number
}

/** A heap of nodes by distance, then by number, so that ties are always settled in the same way. */
function makeHeap() {
  const items: { distance: number; node: number }[] = []
  const isBefore = (a: number, b: number) => {
    const [left, right] = [items[a], items[b]]
    if (!left || !right) return left !== undefined
    return left.distance < right.distance || (left.distance === right.distance && left.node < right.node)
  }
  const swap = (a: number, b: number) => {
    const [left, right] = [items[a], items[b]]
    if (left && right) [items[a], items[b]] = [right, left]
  }
  return {
    push(distance: number, node: number) {
      let at = items.push({ distance, node }) - 1
      for (let up = (at - 1) >> 1; at > 0 && isBefore(at, up); up = (at - 1) >> 1) {
        swap(at, up)
        at = up
      }
    },
    pop() {
      swap(0, items.length - 1)
      const least = items.pop()
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const child = isBefore(right, left) ? right : left
        if (child >= items.length || !isBefore(child, at)) return least
        swap(child, at)
        at = child
      }
    },
  }
}

/** Arcs by number, of which an arc and its reverse are adjacent: 2n and 2n + 1; and by node the numbers that leave it. */
interface Graph {
  arcs: Arc[]
  leaving: readonly number[][]
  /** By node; keeps reduced costs at or above 0. */
  potential: number[]
}

/** The arc that reaches each node of the cheapest augmenting path. */
interface Way {
  reachedBy: ReadonlyMap<number, number>
  distance: number
}

/** Reduced distances from a node, as far as the sink, by Dijkstra. */
function distancesFrom({ arcs, leaving, potential }: Graph, source: number, sink: number) {
  const distances = new Array<number>(leaving.length).fill(Number.POSITIVE_INFINITY)
  const settled = new Array<boolean>(leaving.length).fill(false)
  const reachedBy = new Map<number, number>()
  const heap = makeHeap()
  distances[source] = 0
  heap.push(0, source)
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { node, distance } = next
    if (settled[node]) continue
    settled[node] = true
    if (node === sink) break
    for (const number of leaving[node] ?? []) {
      const arc = arcs[number]
      if (!arc || arc.left === 0 || settled[arc.to]) continue
      const reach = distance + arc.cost + (potential[node] ?? 0) - (potential[arc.to] ?? 0)
      if (reach >= (distances[arc.to] ?? 0)) continue
      distances[arc.to] = reach
      reachedBy.set(arc.to, number)
      heap.push(reach, arc.to)
    }
  }
  return { distances, reachedBy }
}

/** Finds the cheapest augmenting path, and moves the potentials. */
function cheapestWay(graph: Graph, source: number, sink: number): Way | undefined {
  const { potential } = graph
  const { distances, reachedBy } = distancesFrom(graph, source, sink)
  const far = distances[sink] ?? Number.POSITIVE_INFINITY
  if (!Number.isFinite(far)) return undefined
  // Nodes farther than the sink keep reduced costs at or above 0 when they move by the sink's distance.
  distances.forEach((distance, node) => {
    potential[node] = (potential[node] ?? 0) + Math.min(distance, far)
  })
  return { reachedBy, distance: (potential[sink] ?? 0) - (potential[source] ?? 0) }
}

/** Sends one unit along a path. */
function sendUnit({ arcs }: Graph, { reachedBy }: Way, source: number, sink: number): void {
  for (let node = sink; node !== source; ) {
    const number = reachedBy.get(node) ?? 0
    const [arc, reverse] = [arcs[number], arcs[number ^ 1]]
    if (!arc || !reverse) break
    arc.left -= 1
    reverse.left += 1
    node = reverse.to
  }
}

/**
 * Makes a network for a minimum-cost maximum flow by successive shortest paths (Dijkstra with potentials).
 * Costs are added up exactly as long as the total stays below 2^53.
 */
export function makeNetwork(nodeCount: number): Network {
  const graph: Graph = {
    arcs: [],
    leaving: Array.from({ length: nodeCount }, () => []),
    potential: new Array<number>(nodeCount).fill(0),
  }
  const { arcs, leaving } = graph
  const add = (to: number, left: number, cost: number) => arcs.push({ to, left, cost }) - 1
  return {
    addArc(from, to, capacity, cost) {
      const number = add(to, capacity, cost)
      leaving[from]?.push(number)
      leaving[to]?.push(add(from, 0, -cost))
      return number
    },
    send(source, sink) {
      const sent = { amount: 0, cost: 0 }
      for (let way = cheapestWay(graph, source, sink); way; way = cheapestWay(graph, source, sink)) {
        sendUnit(graph, way, source, sink)
        sent.amount += 1
        sent.cost += way.distance
      }
      return sent
    },
    flowOf: (arc) => arcs[arc + 1]?.left ?? 0,
  }
}
