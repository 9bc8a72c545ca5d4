import { quantity } from '@xinchu/validators'
import { POINT_GROUPS } from '../options/points.ts'
import type { Palette } from '../palette.ts'
import type { MapLevel } from './levels.ts'
import { MarkShape } from './mark-shape.tsx'
import { radiusOf, sizesOf } from './marks.ts'

const SHAPE = 6

interface SizeKeyProps {
  largest: number
  palette: Palette
  level: MapLevel
}

/** Key of the marks: three sizes, and the shapes of the states. */
export function SizeKey({ largest, palette, level }: SizeKeyProps) {
  return (
    <ul aria-label="图例" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-xs">
      <li>面积表示功率（MW）</li>
      {sizesOf(largest).map((power) => (
        <li key={power} className="flex items-center gap-1">
          <MarkShape isCluster radius={radiusOf(power, largest)} palette={palette} />
          {quantity(power, 'MW')}
        </li>
      ))}
      <li>
        {level === 'project'
          ? '圆内为项目数与功率，小圆只注项目数'
          : '每圆一地，注名称、项目数与功率，为看清略有移开'}
      </li>
      {(level === 'project' ? POINT_GROUPS : []).map(({ code, name, states: [state] }) => (
        <li key={code} className="flex items-center gap-0.5">
          <MarkShape state={state} radius={SHAPE} palette={palette} />
          {name}
        </li>
      ))}
    </ul>
  )
}
