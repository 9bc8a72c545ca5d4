import type { ShownEntry, ShownPage, ShownPart } from '../shown.ts'

const follows = (one: ShownEntry, other: ShownEntry) => {
  const [a, b] = [one.host.current, other.host.current]
  return a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** Parts in the order of the page. */
export const partsOf = (page: ShownPage): readonly ShownPart[] =>
  [...page.values()].toSorted(follows).map(({ part }) => part)
