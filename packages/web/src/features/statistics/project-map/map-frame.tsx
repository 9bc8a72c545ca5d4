import { type KeyboardEvent, useMemo, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import type { Palette } from '../palette.ts'
import { MapGround } from './map-ground.tsx'
import { MapMarks } from './map-marks.tsx'
import { MarkTip } from './mark-tip.tsx'
import { isInside, type Mark } from './marks.ts'
import { useGestures } from './use-gestures.ts'
import type { MapView } from './use-map-view.ts'
import { boxOf, panned, type Size, zoomed } from './view.ts'

export const HEIGHT = 560
const STEP = 1
const PAN = 80

interface MapFrameProps {
  code: string
  name: string
  map: MapView
  size: Size | undefined
  hold: (host: HTMLDivElement | null) => void
  marks: readonly Mark[]
  details: string
  palette: Palette
  shown: string | undefined
  onShow: (key: string | undefined) => void
  onPress: (mark: Mark) => void
  onArea: (name: string) => void
  placeOf: (mark: Mark) => string
  canOpen: (mark: Mark) => boolean
  /** Text over an empty map. */
  empty: string | undefined
  isStale: boolean
}

/** Keys of the map besides the arrows. */
function keyed(key: string, map: MapView, size: Size): (() => void) | undefined {
  const pan = (right: number, down: number) => () => map.settle(panned(map.view, right, down))
  const actions: Readonly<Record<string, () => void>> = {
    '+': () => map.settle(zoomed(map.view, size, STEP)),
    '=': () => map.settle(zoomed(map.view, size, STEP)),
    '-': () => map.settle(zoomed(map.view, size, -STEP)),
    '0': () => map.settle(undefined),
    ArrowLeft: pan(PAN, 0),
    ArrowRight: pan(-PAN, 0),
    ArrowUp: pan(0, PAN),
    ArrowDown: pan(0, -PAN),
  }
  return actions[key]
}

function Buttons({ map, size }: { map: MapView; size: Size }) {
  const look = 'border border-line bg-surface shadow-float'
  return (
    <div data-print="none" className="absolute top-0 left-0 z-10 grid gap-1">
      <IconButton
        icon="plus"
        label="放大"
        className={look}
        onClick={() => map.settle(zoomed(map.view, size, STEP))}
      />
      <IconButton
        icon="minus"
        label="缩小"
        className={look}
        onClick={() => map.settle(zoomed(map.view, size, -STEP))}
      />
      <IconButton
        icon="refresh"
        label="复位"
        className={look}
        disabled={map.isWhole}
        onClick={() => map.settle(undefined)}
      />
    </div>
  )
}

/** The map with its marks, buttons and gestures. */
export function MapFrame({ code, name, map, size, hold, marks, ...props }: MapFrameProps) {
  const { palette, shown, onShow, onPress, onArea, details } = props
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const room = size ?? { width: 1, height: 1 }
  const { isHinted, handlers } = useGestures(host, map, room)
  const { lng, lat, zoom } = map.view
  const { width, height } = room
  const box = useMemo(() => boxOf({ lng, lat, zoom }, { width, height }), [lng, lat, zoom, width, height])
  const visible = marks.filter((mark) => isInside(mark, room))
  const tip = visible.find(({ key }) => key === shown)
  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyed(event.key, map, room)
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={(element) => {
        hold(element)
        setHost(element)
      }}
      data-map="projects"
      style={{ height: `min(${HEIGHT}px, 92vw)`, touchAction: 'pan-y' }}
      className={`relative cursor-grab select-none max-sm:-mx-3 overflow-hidden active:cursor-grabbing ${props.isStale ? 'opacity-60' : ''}`}
      {...handlers}
    >
      {size && (
        <>
          <MapGround key={code} code={code} box={box} height={HEIGHT} details={details} onArea={onArea} />
          <MapMarks
            label={`${name}项目分布图，方向键在标记间移动，加减号缩放，0复位`}
            marks={visible}
            size={size}
            palette={palette}
            shown={shown}
            onShow={onShow}
            onPress={onPress}
            onKey={press}
          />
          {tip && (
            <MarkTip
              mark={tip}
              size={size}
              place={props.placeOf(tip)}
              isOpening={props.canOpen(tip)}
              onShow={onShow}
            />
          )}
          <Buttons map={map} size={size} />
        </>
      )}
      {props.empty && (
        <p className="-translate-x-1/2 absolute top-3 left-1/2 rounded-md border border-line bg-surface px-3 py-1 text-ink-soft text-s">
          {props.empty}
        </p>
      )}
      {isHinted && (
        <p className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto w-fit rounded-md bg-overlay px-3 py-1 text-s text-white">
          按住 Ctrl 键滚动可缩放地图
        </p>
      )}
    </div>
  )
}
