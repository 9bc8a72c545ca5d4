import { useMemo } from 'react'
import { Failed, Loading } from '../../../ui/states.tsx'
import { NATION } from '../map-name.ts'
import { useMapNote } from '../map-note.ts'
import { DARK, LIGHT } from '../palette.ts'
import { frameOfArea, useFrames } from '../project-map/fit.ts'
import { MapGround } from '../project-map/map-ground.tsx'
import { MapMarks } from '../project-map/map-marks.tsx'
import { MarkTip } from '../project-map/mark-tip.tsx'
import { largestOf, type Mark, radiusOf } from '../project-map/marks.ts'
import { useSize } from '../project-map/use-map-view.ts'
import { useShown } from '../project-map/use-shown.ts'
import { boxOf, fitted, spotOf } from '../project-map/view.ts'
import { useDark } from '../use-dark.ts'
import type { ScaleState } from '../use-scale.ts'
import { type LocatedProject, listedIn, located, useLocalPoints, useLocalProjects } from './local-projects.ts'

const HEIGHT = 470
/** Circles are smaller than on the project map, because none is a cluster. */
const PART = 0.6
/** Least radius of a circle with a letter in px. */
const LETTER = 10
/** Room around the outermost projects in degrees. */
const AROUND = 0.15

type Box = ReturnType<typeof boxOf>

/** Frame of positions; undefined without any. */
function around(points: readonly { longitude: number; latitude: number }[]): Box | undefined {
  if (points.length === 0) return undefined
  const [lngs, lats] = [points.map(({ longitude }) => longitude), points.map(({ latitude }) => latitude)]
  return [
    Math.min(...lngs) - AROUND,
    Math.min(...lats) - AROUND,
    Math.max(...lngs) + AROUND,
    Math.max(...lats) + AROUND,
  ]
}

/** Frame, view and marks of the projects in an element of a size. */
function useLocalView({ area }: ScaleState, projects: readonly LocatedProject[]) {
  const [size, hold] = useSize()
  const { data: frames } = useFrames(area.codes.provinceCode)
  return useMemo(() => {
    const room = size ?? { width: 1, height: 1 }
    const points = projects.map(({ point }) => point)
    const view = fitted(around(points) ?? frameOfArea(area.codes, frames ?? undefined, area.path), room)
    const largest = largestOf(points)
    const marks = projects.map(
      ({ point, letter }): Mark => ({
        key: String(point.id),
        point,
        letter,
        radius: Math.max(letter ? LETTER : 0, PART * radiusOf(point.ratedPower, largest)),
        ...spotOf(view, room, point.longitude, point.latitude),
      }),
    )
    return { size, hold, box: boxOf(view, room), marks }
  }, [size, hold, projects, frames, area])
}

/** Where the projects of a city or county stand. The list beside it has the same letters. */
export function LocalMap({ state }: { state: ScaleState }) {
  const { filter, area } = state
  const { data: page, error, refetch } = useLocalProjects(filter)
  const points = useLocalPoints(filter)
  const projects = useMemo(
    () => (page && points.data ? located(page.content, points.data, listedIn(filter)) : []),
    [page, points.data, filter],
  )
  const { size, hold, box, marks } = useLocalView(state, projects)
  const { shown, show } = useShown()
  const code = area.codes.provinceCode ?? NATION
  const note = useMapNote(code)
  const palette = useDark() ? DARK : LIGHT
  const tip = marks.find(({ key }) => key === shown)
  const failed = error ?? points.error
  const missing = (page?.totalElements ?? 0) - projects.length
  return (
    <section className="card min-w-0 px-4 py-3">
      <h2 className="font-medium">{area.name}在运项目位置</h2>
      <p className="mb-2 text-ink-faint text-xs leading-5">
        圆面积按功率，字母见项目表
        {page && points.data && missing > 0 && `；${missing} 个项目未画出（未填报坐标，或功率排在后面）`}
      </p>
      {failed && !page ? (
        <Failed error={failed} onRetry={() => void refetch()} />
      ) : (
        <div
          ref={hold}
          className="relative overflow-hidden"
          style={{ height: `min(${HEIGHT}px, 92vw)` }}
          data-map="local"
        >
          {!(page && points.data) && <Loading rows={4} />}
          {size && projects.length > 0 && (
            <>
              <MapGround
                key={code}
                code={code}
                box={box}
                height={HEIGHT}
                details=""
                onArea={() => undefined}
              />
              <MapMarks
                label={`${area.name}在运项目位置，方向键在项目间移动`}
                marks={marks}
                size={size}
                palette={palette}
                shown={shown}
                onShow={show}
                onPress={({ key }) => show(key)}
                onKey={() => undefined}
              />
              {tip && <MarkTip mark={tip} size={size} place="" isOpening={false} onShow={show} />}
            </>
          )}
        </div>
      )}
      <p className="mt-1 text-ink-faint text-xs">{note}</p>
    </section>
  )
}
