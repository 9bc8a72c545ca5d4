import { usePorts } from '../../../ui/ports.ts'

/** Takes conditions out of the address. */
export function useClear(): (names: readonly string[]) => void {
  const [search, change] = usePorts().useSearch()
  return (names) => change({ ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) })
}
