import type { Choice } from '../../ui/ports.ts'
import type { MenuNode } from './queries.ts'

const BUTTON = 2

/** Possible parents of a menu with full path names, top level first. */
export function parentChoices(tree: readonly MenuNode[], above = ''): Choice[] {
  const below = tree
    .filter(({ type }) => type !== BUTTON)
    .flatMap((node): Choice[] => {
      const label = `${above}${node.title ?? ''}`
      return [{ value: String(node.id), label }, ...parentChoices(node.children ?? [], `${label} / `)]
    })
  return above === '' ? [{ value: '0', label: '顶级' }, ...below] : below
}

/** Path of a menu below the root, by its id. */
function pathBelow(tree: readonly MenuNode[], id: string, above = ''): string | undefined {
  for (const node of tree) {
    const path = `${above}/${node.path ?? ''}`
    const found = String(node.id) === id ? path : pathBelow(node.children ?? [], id, path)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Address of a page with that path below a parent, where 0 is the root; undefined while the path is empty or the parent is
 * not known.
 */
export function addressOf(tree: readonly MenuNode[], parent: string, path: string): string | undefined {
  if (path === '') return undefined
  if (parent === '0' || parent === '') return `/${path}/index`
  const above = pathBelow(tree, parent)
  return above === undefined ? undefined : `${above}/${path}`
}
