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
