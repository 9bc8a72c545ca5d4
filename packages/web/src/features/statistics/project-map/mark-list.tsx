import { quantity } from '@xinchu/validators'
import { useRef } from 'react'
import { figure } from '../../../lib/figures.ts'
import type { Palette } from '../palette.ts'
import { ProjectLink } from '../project-link.tsx'
import { LEVEL_UNITS, type MapLevel } from './levels.ts'
import { MarkShape } from './mark-shape.tsx'
import { useKindNames } from './mark-tip.tsx'
import { type Mark, scaleText } from './marks.ts'
import type { Sums } from './use-map-points.ts'

const SHAPE = 7

interface MarkListProps {
  marks: readonly Mark[]
  /** Of the projects in view; undefined until they are known. */
  sums: Sums | undefined
  /** Whether a part of the scope is in view, beyond which divisions reach. */
  isPart: boolean
  palette: Palette
  placeOf: (mark: Mark) => string
  /** Key of the mark whose facts are shown on the map. */
  shown: string | undefined
  onShow: (key: string | undefined) => void
  onPress: (mark: Mark) => void
  level: MapLevel
  /** Text where marks would be; undefined while they are loading. */
  empty: string | undefined
}

/** Lists the marks in view, with the same actions as the map. */
export function MarkList({
  marks,
  sums,
  isPart,
  palette,
  placeOf,
  shown,
  onShow,
  onPress,
  level,
  empty,
}: MarkListProps) {
  const head = useRef<HTMLHeadingElement>(null)
  const kindsOf = useKindNames()
  return (
    <section
      aria-label="当前视窗"
      className="card flex min-h-0 min-w-0 flex-col px-4 py-3 max-lg:max-h-[26rem] lg:absolute lg:inset-y-0 lg:right-0 lg:w-80"
    >
      <h2 ref={head} tabIndex={-1} className="mb-1 font-medium outline-none">
        当前视窗
        <span role="status" className="ml-2 font-normal text-ink-faint text-xs">
          {figure(marks.length)} {LEVEL_UNITS[level]}，{figure(sums?.count)} 个项目
          <span className="block">
            {quantity(sums?.power, 'MW')} MW / {quantity(sums?.energy, 'MWh')} MWh
          </span>
        </span>
      </h2>
      {isPart && level !== 'project' && marks.length > 0 && (
        <p className="mb-1 text-ink-faint text-xs">下列各地按其全部项目计</p>
      )}
      {marks.length === 0 && empty !== undefined && <p className="py-4 text-ink-soft text-s">{empty}</p>}
      <ul className="-mx-2 min-h-0 flex-1 overflow-y-auto">
        {marks.map((mark) => (
          <li
            key={mark.key}
            onPointerEnter={() => onShow(mark.key)}
            onPointerLeave={() => onShow(undefined)}
            onFocus={() => onShow(mark.key)}
            onBlur={() => onShow(undefined)}
            className={`relative flex items-center gap-2 border-line px-2 not-first:border-t py-1.5 text-s max-sm:min-h-11 [&_:is(a,button)]:after:absolute [&_:is(a,button)]:after:inset-0 ${mark.key === shown ? 'bg-hover' : ''}`}
          >
            <span className="grid w-6 shrink-0 place-items-center">
              <MarkShape
                state={mark.point.buildStatus}
                isCluster={mark.point.count !== undefined}
                radius={SHAPE}
                palette={palette}
              />
            </span>
            <span className="min-w-0 flex-1">
              {mark.point.count === undefined ? (
                <ProjectLink id={mark.point.id} name={mark.point.projectName ?? ''} />
              ) : (
                <button
                  type="button"
                  className="text-left text-brand-ink hover:underline"
                  onClick={() => {
                    // Zooming removes the row.
                    head.current?.focus()
                    onPress(mark)
                  }}
                >
                  {placeOf(mark)}
                </button>
              )}
              <span className="block text-ink-faint text-xs">
                {[scaleText(mark.point), kindsOf(mark.point)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
