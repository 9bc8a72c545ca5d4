import type { Project } from '@xinchu/sdk'
import { projectDerived } from '@xinchu/validators'
import { figure } from '../../../lib/figures.ts'
import { fullPlace } from '../../../lib/place.ts'
import { RecordFields, RecordItem } from '../../../ui/record/record-group.tsx'
import { projectSpecs } from '../form-model.ts'
import { Part } from './submit-sections.tsx'

const specsOf = (...names: string[]) =>
  names.flatMap((name) => projectSpecs.filter((spec) => spec.name === name))

const TECHNOLOGY = specsOf('techType', 'techSubType', 'appSubScenario', 'buildStatus')
const POWER = specsOf('ratedPower', 'ratedEnergy')
const INVESTMENT = specsOf('totalInvestment')
const DATES = projectSpecs.filter(({ kind }) => kind === 'date')

/** What a first submission is checked for: the figures in which a slip is dear. */
export function FactSection({ project }: { project: Project }) {
  const { durationHours, unitCost } = projectDerived({ ...project })
  const held = new Map<string, unknown>(Object.entries(project))
  const given = (specs: typeof projectSpecs) =>
    specs.filter(({ name }) => held.get(name) !== undefined && held.get(name) !== '')
  return (
    <Part title="请核对主要内容">
      <dl className="record-grid px-3 py-2.5 text-s">
        <RecordItem label="项目名称" wide>
          {project.projectName}
        </RecordItem>
        <RecordItem label="建设地点" wide>
          {[fullPlace(project), project.address].filter(Boolean).join(' ')}
        </RecordItem>
        <RecordFields specs={POWER} record={project} />
        <RecordItem label="储能时长">{figure(durationHours)} h</RecordItem>
        <RecordFields specs={INVESTMENT} record={project} />
        <RecordItem label="单位造价">{figure(unitCost)} 元/kWh</RecordItem>
        <RecordFields specs={given(TECHNOLOGY)} record={project} />
        <RecordFields specs={given(DATES)} record={project} />
      </dl>
    </Part>
  )
}
