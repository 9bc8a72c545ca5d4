import type { MapPoint } from '@xinchu/sdk'
import { figure } from '../../lib/figures.ts'
import { IconButton } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { ProjectLink } from './project-link.tsx'

/** The project selected on the map. */
export function PointCard({ point, onClose }: { point: MapPoint; onClose: () => void }) {
  const { useDict } = usePorts()
  const nameIn = (values: ReturnType<typeof useDict>, value: string | undefined) =>
    values.find((each) => each.value === value)?.label ?? '—'
  const techs = useDict('tech_type')
  const scenarios = useDict('app_scenario')
  const states = useDict('build_status')
  const facts = [
    ['规模', `${figure(point.ratedPower)} MW／${figure(point.ratedEnergy)} MWh`],
    ['技术路线', nameIn(techs, point.techType)],
    ['应用场景', nameIn(scenarios, point.appScenario)],
    ['建设状态', nameIn(states, point.buildStatus)],
  ]
  return (
    <aside
      aria-label="所选项目"
      aria-live="polite"
      className="absolute top-12 right-4 w-72 max-w-[calc(100%-2rem)] rounded-lg border border-line bg-surface p-3 text-s shadow-float"
    >
      <header className="mb-2 flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-medium">
          <ProjectLink id={point.id} name={point.projectName ?? ''} />
        </h3>
        <IconButton icon="close" label="关闭" className="-mt-1.5 -mr-1.5" onClick={onClose} />
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {facts.map(([caption, value]) => (
          <div key={caption} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-faint">{caption}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
