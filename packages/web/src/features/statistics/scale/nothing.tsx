import { KIND_FILTERS } from '@xinchu/validators'
import { Button } from '../../../ui/button.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { OUTSIDE, UNKNOWN } from '../area-words.ts'
import type { Area } from '../use-area.ts'

const FILTERS = ['quarter', 'year', ...KIND_FILTERS] as const

interface NothingProps {
  area: Area
  /** Says that a scope of the user's own has no projects. */
  empty?: string
}

/** In the place of all figures where the scope has none, is not the user's, or does not exist. */
export function Nothing({ area, empty = '该范围在此时期没有在运项目' }: NothingProps) {
  const [search, change] = usePorts().useSearch()
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  const clear = () => change({ ...search, ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) })
  return (
    <section className="card flex flex-wrap items-center gap-3 px-4 py-3">
      <p className="mr-auto text-ink-soft">{area.isUnknown ? UNKNOWN : area.isOutside ? OUTSIDE : empty}</p>
      {isFiltered && !area.isOutside && <Button onClick={clear}>清除筛选</Button>}
      {area.leave && <Button onClick={area.leave}>返回上级</Button>}
    </section>
  )
}
