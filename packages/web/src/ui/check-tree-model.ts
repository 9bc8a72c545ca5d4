/** A node of a tree of checkboxes. Only leaves are chosen; a branch is as its leaves are. */
export interface CheckNode {
  id: string
  title: string
  /** Words after the title. */
  note?: string
  /** A leaf that cannot be changed, with the reason. */
  locked?: string
  children?: readonly CheckNode[]
}

export type CheckState = 'true' | 'false' | 'mixed'

/** A visible row of the tree. */
export interface CheckRow {
  node: CheckNode
  level: number
  /** Number among its siblings, from 1, and how many they are. */
  at: number
  among: number
  /** Id of the row above it in the tree. */
  parent: string | undefined
  isBranch: boolean
  isOpen: boolean
}

export const leavesOf = (node: CheckNode): readonly CheckNode[] =>
  node.children ? node.children.flatMap(leavesOf) : [node]

/** State of a node: all, none or some of its leaves are chosen. */
export function stateOf(node: CheckNode, chosen: ReadonlySet<string>): CheckState {
  const leaves = leavesOf(node)
  const count = leaves.filter(({ id }) => chosen.has(id)).length
  if (count === 0) return 'false'
  return count === leaves.length ? 'true' : 'mixed'
}

/** The choice after a node is pressed: all its leaves, or none if all were chosen. Locked leaves stay. */
export function toggled(node: CheckNode, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const free = leavesOf(node).filter(({ locked }) => locked === undefined)
  const isAll = free.every(({ id }) => chosen.has(id))
  const next = new Set(chosen)
  for (const { id } of free) {
    if (isAll) next.delete(id)
    else next.add(id)
  }
  return next
}

/** The part of a tree whose titles contain the words; a branch whose own title does is there as a whole. */
export function foundIn(nodes: readonly CheckNode[], words: string): readonly CheckNode[] {
  const needle = words.trim().toLowerCase()
  if (needle === '') return nodes
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(needle)) return [node]
    const children = foundIn(node.children ?? [], words)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Ids of all branches. */
export const branchesOf = (nodes: readonly CheckNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children ? [id, ...branchesOf(children)] : []))

/** The visible rows, in order. */
export function rowsOf(
  nodes: readonly CheckNode[],
  open: ReadonlySet<string>,
  level = 1,
  parent?: string,
): CheckRow[] {
  return nodes.flatMap((node, index) => {
    const isBranch = node.children !== undefined
    const isOpen = isBranch && open.has(node.id)
    const row = { node, level, at: index + 1, among: nodes.length, parent, isBranch, isOpen }
    return [row, ...(isOpen ? rowsOf(node.children ?? [], open, level + 1, node.id) : [])]
  })
}
