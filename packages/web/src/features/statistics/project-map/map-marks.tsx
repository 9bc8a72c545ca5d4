import { quantity } from '@xinchu/validators'
import { type KeyboardEvent, useRef } from 'react'
import { figure } from '../../../lib/figures.ts'
import { clusterLabel } from '../options/project-marks.ts'
import type { Palette } from '../palette.ts'
import { FONT, LINE } from './division-marks.ts'
import { MarkShape } from './mark-shape.tsx'
import { type Mark, nameOf, nextMark } from './marks.ts'
import type { Size } from './view.ts'

/** Smallest side of what can be pressed in px. */
const TARGET = 24

interface MapMarksProps {
  label: string
  marks: readonly Mark[]
  size: Size
  palette: Palette
  /** Key of the mark whose facts are shown. */
  shown: string | undefined
  onShow: (key: string | undefined) => void
  onPress: (mark: Mark) => void
  /** Keys of the map that are not about a mark. */
  onKey: (event: KeyboardEvent) => void
}

/** Font sizes of a cluster's text in px, the preferred one first. */
const FONTS = [11, 10] as const

/** Project count and power of a cluster. A power that does not fit in the circle is only for screen readers. */
function ClusterText({ mark, palette }: { mark: Mark; palette: Palette }) {
  const { point, radius } = mark
  const { position, fontSize, formatter } = clusterLabel(mark, FONTS)
  const isInside = position === 'inside'
  return (
    <span
      className={`pointer-events-none absolute whitespace-nowrap ${isInside ? 'inset-0 grid place-content-center text-center' : '-translate-y-1/2 top-1/2'}`}
      style={{
        fontSize,
        lineHeight: `${fontSize + 2}px`,
        left: isInside ? undefined : `calc(50% + ${radius + 2}px)`,
        color: palette.ink,
        textShadow: `0 0 2px ${palette.surface}, 0 0 2px ${palette.surface}, 0 0 3px ${palette.surface}`,
      }}
    >
      <b className="font-semibold">{figure(point.count)}</b>
      <span className="sr-only"> 个项目，</span>
      <span className={formatter.includes('\n') ? undefined : 'sr-only'}>
        {quantity(point.ratedPower, 'MW')}
      </span>
      <span className="sr-only"> MW / {quantity(point.ratedEnergy, 'MWh')} MWh</span>
    </span>
  )
}

/** Name, projects and power of a division. A power without room is only for screen readers. */
function DivisionText({ mark, palette }: { mark: Mark; palette: Palette }) {
  const { ratedPower, ratedEnergy, count } = mark.point
  const halo = `0 0 2px ${palette.surface}, 0 0 2px ${palette.surface}, 0 0 3px ${palette.surface}`
  return (
    <span
      className="pointer-events-none absolute inset-0 grid place-content-center whitespace-nowrap text-center"
      style={{ fontSize: FONT, lineHeight: `${LINE}px`, color: palette.ink, textShadow: halo }}
    >
      <b className="font-semibold">{mark.name}</b>
      <span>
        <span className="sr-only">，</span>
        {figure(count)}
        <span className="sr-only"> 个项目，</span>
      </span>
      <span className={mark.isRoomy ? undefined : 'sr-only'}>
        {quantity(ratedPower, 'MW')}
        <span className="sr-only"> MW / {quantity(ratedEnergy, 'MWh')} MWh</span>
      </span>
    </span>
  )
}

/** Text of a mark of several projects. */
function MarkText({ mark, palette }: { mark: Mark; palette: Palette }) {
  if (mark.point.count === undefined) return null
  if (mark.name === undefined) return <ClusterText mark={mark} palette={palette} />
  return <DivisionText mark={mark} palette={palette} />
}

/** Marks on the map. Together they are one tab stop; arrows lead to the next one in their direction. */
export function MapMarks({ label, marks, size, palette, shown, onShow, onPress, onKey }: MapMarksProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const current = marks.find(({ key }) => key === shown) ?? marks[0]
  const press = (event: KeyboardEvent) => {
    const isOnMark = event.target instanceof Element && event.target !== group.current
    const from = isOnMark && current ? current : { x: size.width / 2, y: size.height / 2 }
    const next = nextMark(marks, from, event.key)
    if (!next) {
      onKey(event)
      return
    }
    event.preventDefault()
    group.current?.querySelector<HTMLElement>(`[data-mark="${next.key}"]`)?.focus()
  }
  return (
    <fieldset
      ref={group}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={press}
      className="pointer-events-none absolute inset-0 outline-none"
    >
      {marks.map((mark) => {
        const { key, x, y, radius, point } = mark
        const side = Math.max(TARGET, 2 * radius)
        return (
          <button
            key={key}
            type="button"
            data-mark={key}
            data-print="text"
            // A cluster is named by its text.
            aria-label={
              point.count === undefined ? [mark.letter, nameOf(point)].filter(Boolean).join(' ') : undefined
            }
            tabIndex={mark === current ? 0 : -1}
            onFocus={() => onShow(key)}
            onBlur={() => onShow(undefined)}
            onPointerEnter={() => onShow(key)}
            onPointerLeave={() => onShow(undefined)}
            onClick={() => {
              // Zooming removes the mark, so the focus moves to the map.
              if (point.count !== undefined) group.current?.focus()
              onPress(mark)
            }}
            className={`pointer-events-auto absolute rounded-full p-0 focus-visible:outline-2 focus-visible:outline-ink ${key === shown ? 'z-10 outline-2 outline-ink' : ''}`}
            style={{ left: x - side / 2, top: y - side / 2, width: side, height: side }}
          >
            <MarkShape
              state={point.buildStatus}
              isCluster={point.count !== undefined}
              radius={radius}
              palette={palette}
              className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 left-1/2"
            />
            <MarkText mark={mark} palette={palette} />
            {mark.letter && (
              <b
                aria-hidden="true"
                className="pointer-events-none absolute inset-0 grid place-content-center font-semibold text-[11px]"
                style={{ color: palette.surface }}
              >
                {mark.letter}
              </b>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
