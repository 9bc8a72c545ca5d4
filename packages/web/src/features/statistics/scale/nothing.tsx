import { KIND_FILTERS } from '@xinchu/validators'
import { Button } from '../../../ui/button.tsx'
import { usePorts } from '../../../ui/ports.ts'
import type { Area } from '../use-area.ts'

const FILTERS = ['quarter', 'year', ...KIND_FILTERS] as const

/** In the place of all figures where the scope has none, or is not the user's. */
export function Nothing({ area, text }: { area: Area; text: string }) {
  const [search, change] = usePorts().useSearch()
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  const clear = () => change({ ...search, ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) })
  return (
    <section className="card flex flex-wrap items-center gap-3 px-4 py-3">
      <p className="mr-auto text-ink-soft">{text}</p>
      {isFiltered && !area.isOutside && <Button onClick={clear}>清除筛选</Button>}
      {area.leave && <Button onClick={area.leave}>返回上级</Button>}
    </section>
  )
}
