import { lazy, type ReactNode, Suspense } from 'react'
import { usePorts } from '../../../ui/ports.ts'
import { drawer } from './opened.ts'
import type { RowsDrawerProps } from './rows-drawer.tsx'

const RowsDrawer = lazy(async () => ({ default: (await import('./rows-drawer.tsx')).RowsDrawer }))

/** Opens the rows of a figure, by its name and its groups as `dimension:key`. */
export function useOpenRows() {
  const [search, change] = usePorts().useSearch()
  return (of: string, ...cells: readonly string[]) => {
    drawer.isStep = true
    change({ ...search, rows: [of, ...cells].join() })
  }
}

/** Opens the rows of a figure of the group with a name. */
export function useGroupRows(
  groups: readonly { label?: string; key?: string }[] | undefined,
  dimension: string,
  of: string,
) {
  const open = useOpenRows()
  return (name: string) => {
    const group = groups?.find(({ label }) => label === name)
    if (group) open(of, `${dimension}:${group.key ?? ''}`)
  }
}

interface FigureLinkProps {
  of: string
  cells?: readonly string[]
  children: ReactNode
}

/** A figure that leads to its rows. */
export function FigureLink({ of, cells = [], children }: FigureLinkProps) {
  const open = useOpenRows()
  return (
    <button type="button" title="查看组成" className="hover:underline" onClick={() => open(of, ...cells)}>
      {children}
    </button>
  )
}

/** Shows the rows of the figure that the address names. */
export function FigureRows(props: Omit<RowsDrawerProps, 'rows'>) {
  const rows = usePorts().useSearch()[0]['rows']
  return rows ? (
    <Suspense>
      <RowsDrawer {...props} rows={String(rows)} />
    </Suspense>
  ) : null
}
