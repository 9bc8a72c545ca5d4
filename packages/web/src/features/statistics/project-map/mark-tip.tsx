import { usePorts } from '../../../ui/ports.ts'
import { ProjectLink } from '../project-link.tsx'
import { type Mark, scaleText } from './marks.ts'
import type { Size } from './view.ts'

const WIDTH = 264
const EDGE = 6

/** Names of a project's kinds. */
export function useKindNames() {
  const { useDict } = usePorts()
  const [scenarios, states] = [useDict('app_scenario'), useDict('build_status')]
  const labelIn = (values: typeof states, value: string | undefined) =>
    values.find((each) => each.value === value)?.label
  return (point: Mark['point']): string =>
    [labelIn(scenarios, point.appScenario), labelIn(states, point.buildStatus)].filter(Boolean).join(' · ')
}

/** Says where a mark of several projects leads. */
function hintOf({ regionCode }: Mark['point'], isOpening: boolean): string {
  if (regionCode === undefined) return isOpening ? '按一下放大' : '坐标相同或相近，项目见清单'
  return isOpening ? '按一下看其中各地' : '未填下级地区'
}

interface MarkTipProps {
  mark: Mark
  size: Size
  /** Name of a cluster. */
  place: string
  /** Whether a cluster opens when it is pressed. */
  isOpening: boolean
  onShow: (key: string | undefined) => void
}

/** Tooltip of a mark with a link to its project. It stays open while hovered or focused. */
export function MarkTip({ mark, size, place, isOpening, onShow }: MarkTipProps) {
  const kindsOf = useKindNames()
  const { key, x, y, radius, point } = mark
  const width = Math.min(WIDTH, size.width - 2 * EDGE)
  const left = Math.min(size.width - width - EDGE, Math.max(EDGE, x - width / 2))
  const isAbove = y > size.height / 2
  return (
    <div
      role="status"
      aria-label="所选标记"
      data-print="none"
      onPointerEnter={() => onShow(key)}
      onPointerLeave={() => onShow(undefined)}
      onFocus={() => onShow(key)}
      onBlur={() => onShow(undefined)}
      className="absolute z-20 rounded-lg border border-line bg-surface px-3 py-2 text-s shadow-float"
      style={{ left, width, ...(isAbove ? { bottom: size.height - y + radius } : { top: y + radius }) }}
    >
      {point.count === undefined ? (
        <>
          <p className="font-medium">
            <ProjectLink id={point.id} name={point.projectName ?? ''} />
          </p>
          <p>{scaleText(point)}</p>
          <p className="text-ink-soft">{kindsOf(point)}</p>
        </>
      ) : (
        <>
          <p className="font-medium">{place}</p>
          <p>{scaleText(point)}</p>
          <p className="text-ink-faint text-xs">{hintOf(point, isOpening)}</p>
        </>
      )}
    </div>
  )
}
