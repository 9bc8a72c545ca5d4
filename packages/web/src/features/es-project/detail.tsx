import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CountryStatus } from '@xinchu/contract/codes'
import { groups } from '@xinchu/contract/fields'
import type { Project } from '@xinchu/sdk'
import { checkProject, type FieldSpec, projectDerived } from '@xinchu/validators'
import { AuditLink } from '../../app/audit-link.tsx'
import { GrantedAction } from '../../app/granted-action.tsx'
import { today } from '../../lib/beijing.ts'
import { failureOf } from '../../lib/failure.ts'
import { figure } from '../../lib/figures.ts'
import { NewsOfRecord } from '../../records/news-of-record.tsx'
import { projectNames } from '../../records/project-names.ts'
import { RecordSteps } from '../../records/record-steps.tsx'
import { isReturned } from '../../records/returned-states.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields, RecordGroup, RecordItem, RecordRows } from '../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BatchFlow } from './batch-flow.tsx'
import { ContactItem } from './contact-item.tsx'
import { DetailRepeats } from './detail-repeats.tsx'
import { isShown, projectRows, projectSpecs, projectValues } from './form-model.ts'
import { usePlaceBoxes } from './place-boxes.ts'
import { projectQueries } from './queries.ts'
import { ReportButton } from './report-button.tsx'

function Member({ spec, project }: { spec: FieldSpec; project: Project }) {
  const { durationHours, unitCost } = projectDerived({ ...project })
  const field = <RecordFields specs={[spec]} record={project} names={projectNames} />
  switch (spec.name) {
    case 'hybridDetail':
      return (
        <RecordRows
          label={spec.caption}
          specs={projectRows['hybridDetail'] ?? []}
          rows={project.hybridDetail}
        />
      )
    case 'attachmentIds':
      return (
        <RecordItem label={spec.caption} wide>
          <RecordFiles files={project.attachments} />
        </RecordItem>
      )
    case 'ratedEnergy':
      return (
        <>
          {field}
          <RecordItem label="储能时长">{figure(durationHours)} h</RecordItem>
        </>
      )
    case 'totalInvestment':
      return (
        <>
          {field}
          <RecordItem label="单位造价">{figure(unitCost)} 元/kWh</RecordItem>
        </>
      )
    case 'contactPhone':
    case 'contactEmail':
      return <ContactItem spec={spec} project={project} />
    default:
      return field
  }
}

/** Plausibility warnings of a project, for its reviewers. */
function Doubts({ project }: { project: Project }) {
  const boxes = usePlaceBoxes()
  const doubts = checkProject({ ...project }, today(), boxes).filter(({ level }) => level === 'warning')
  if (doubts.length === 0) return null
  return (
    <ul className="grid gap-0.5 border-line border-t bg-warning-soft px-4 py-2 text-s text-warning">
      {doubts.map(({ field, message }) => (
        <li key={field} className="flex items-center gap-2">
          <Icon name="alert" />
          {message}
        </li>
      ))}
    </ul>
  )
}

function Head({ project }: { project: Project }) {
  const navigate = useNavigate()
  const actions = project.actions ?? []
  const { editable: mayEdit = false, deletable = false, flow } = project
  const isStored = project.countryStatus === CountryStatus.stored
  return (
    <header className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h1 className="min-w-0 font-semibold text-lg">{project.projectName}</h1>
        <StatusTag label={project.flow.statusLabel} />
        <span className="text-ink-faint text-s">{project.projectCode}</span>
        {flow.currentHandlerOrgName && (
          <span className="text-ink-soft text-s">当前办理：{flow.currentHandlerOrgName}</span>
        )}
        {isStored && project.warehouseTime && (
          <span className="text-ink-soft text-s">入库时间：{project.warehouseTime.slice(0, 16)}</span>
        )}
        <ReportButton id={project.id} />
      </div>
      {isReturned(project) && flow.lastOpinion && (
        <p className="border-line border-t bg-danger-soft px-4 py-2 text-danger text-s">
          退回意见：{flow.lastOpinion}
        </p>
      )}
      <Doubts project={project} />
      {(actions.length > 0 || mayEdit || deletable) && (
        <div className="flex flex-wrap gap-2 border-line border-t bg-brand-soft px-4 py-2" data-print="none">
          <BatchFlow
            rows={[project]}
            onDone={(action) => action === 'DELETE' && void navigate({ to: '/esproject/declare/index' })}
          />
          {mayEdit && (
            <GrantedAction
              to="/esproject/declare/form"
              search={{ id: project.id }}
              className={buttonClass('plain')}
            >
              {isStored ? '变更' : '修改'}
            </GrantedAction>
          )}
        </div>
      )}
    </header>
  )
}

export function ProjectDetail({ id }: { id: number }) {
  const { data: project, error, refetch } = useQuery(projectQueries.one(id))
  const failure = failureOf({ data: project, error })
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />
  if (!project) return <Loading rows={10} />
  const values = projectValues(project)
  return (
    <div className="grid gap-4">
      <NewsOfRecord bizType="PROJECT" bizId={id} />
      <Head project={project} />
      <RecordSteps entity="PROJECT" id={project.id} history={project.flow.history} />
      <DetailRepeats project={project} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          {Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => (
            <RecordGroup key={key} title={title}>
              {projectSpecs
                .filter(({ group, name }) => group === key && isShown(name, values))
                .map((spec) => (
                  <Member key={spec.name} spec={spec} project={project} />
                ))}
            </RecordGroup>
          ))}
        </div>
        <FlowHistory history={project.flow.history} link={<AuditLink kind="PROJECT" id={project.id} />} />
      </div>
    </div>
  )
}
