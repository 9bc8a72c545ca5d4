import { useQuery } from '@tanstack/react-query'
import { BuildStatus } from '@xinchu/contract/codes'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { homeQueries } from './queries.ts'

/** Number of projects on the platform by state. */
export function PlatformFigures() {
  const all = useQuery(homeQueries.projectCount())
  const operating = useQuery(homeQueries.projectCount([BuildStatus.operating, BuildStatus.stopped]))
  const building = useQuery(homeQueries.projectCount([BuildStatus.building]))
  return (
    <FigureStrip
      figures={[
        { caption: '在库项目', value: all.data, unit: '个' },
        { caption: '已投运（含停运）', value: operating.data, unit: '个' },
        { caption: '在建', value: building.data, unit: '个' },
      ]}
    />
  )
}
