import { createHash, timingSafeEqual } from 'node:crypto'
import { textOf } from '../values/differences.ts'

// Parts of the digest that must never change: receipts of earlier batches are checked against them.
const SHEET = 'xinchu-score-v1'
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** Length of the random number that is stored with a sheet. Without it a short score could be guessed from its digest. */
export const NONCE_BYTES = 16

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Digest of a submitted sheet. The order of its properties does not matter. */
export const leafOf = (sheet: Readonly<Record<string, unknown>>, nonce: Uint8Array): Buffer =>
  sha256(SHEET, textOf(sheet), nonce)

// Leaves and nodes are hashed with a different first byte, so that a node can never pass for a sheet.
const start = (leaf: Uint8Array) => sha256(LEAF, leaf)
const join = (left: Uint8Array, right: Uint8Array) => sha256(NODE, left, right)

/** Returns the next level of the tree. A node without a neighbour moves up unchanged. */
const levelAbove = (level: readonly Buffer[]): Buffer[] =>
  level.flatMap((node, at) => {
    if (at % 2 === 1) return []
    const neighbour = level[at + 1]
    return [neighbour ? join(node, neighbour) : node]
  })

function levelsOf(leaves: readonly Uint8Array[]): Buffer[][] {
  const levels = [leaves.map(start)]
  for (let top = levels[0] ?? []; top.length > 1; top = levels.at(-1) ?? []) levels.push(levelAbove(top))
  return levels
}

/**
 * Digest of all sheets of a batch and stage. It proves later that none was added, changed or removed.
 * @param leaves in a stated order, which must be the same when the seal is checked
 */
export const rootOf = (leaves: readonly Uint8Array[]): Buffer => levelsOf(leaves).at(-1)?.[0] ?? sha256(LEAF)

/** A step from a leaf to the root: the neighbour's digest and its side. */
export interface Step {
  side: 'left' | 'right'
  digest: Buffer
}

/** Returns the steps from one leaf to the root. With them its owner can verify that the sheet is included. */
export function pathOf(leaves: readonly Uint8Array[], index: number): Step[] {
  return levelsOf(leaves)
    .slice(0, -1)
    .flatMap((level, height) => {
      const at = index >> height
      const digest = level[at ^ 1]
      return digest ? [{ side: at % 2 === 1 ? ('left' as const) : ('right' as const), digest }] : []
    })
}

/** Whether a sheet's digest belongs to a root. */
export function isIn(root: Uint8Array, leaf: Uint8Array, path: readonly Step[]): boolean {
  const top = path.reduce(
    (node, { side, digest }) => (side === 'left' ? join(digest, node) : join(node, digest)),
    start(leaf),
  )
  return top.length === root.length && timingSafeEqual(top, root)
}
