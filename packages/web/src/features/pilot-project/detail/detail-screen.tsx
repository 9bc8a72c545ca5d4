import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { AuditLink } from '../../../app/audit-link.tsx'
import { GrantedAction } from '../../../app/granted-action.tsx'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useView, useViewTitle } from '../../../app/views/view-context.ts'
import { leftText } from '../../../lib/due.ts'
import { failureOf } from '../../../lib/failure.ts'
import { figure } from '../../../lib/figures.ts'
import { fullPlace } from '../../../lib/place.ts'
import { Objections } from '../../../records/objection/list.tsx'
import { OBJECTION_READERS, objectionQueries } from '../../../records/objection/queries.ts'
import { batchName } from '../../../records/pilot-batch.ts'
import { RecordNews } from '../../../records/record-news.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { FigureStrip } from '../../../ui/figure-strip.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { pilotQueries } from '../queries.ts'
import { Documents } from './documents.tsx'
import { Feedback } from './feedback.tsx'
import { lifeOf } from './life-model.ts'
import { Materials } from './materials.tsx'
import { type Phase, phasesOf } from './phases.ts'
import { Timeline } from './timeline.tsx'

function PhaseStrip({ phases }: { phases: readonly Phase[] }) {
  return (
    <ol className="card grid grid-cols-2 overflow-hidden sm:grid-cols-4 lg:grid-cols-7" aria-label="阶段">
      {phases.map(({ title, from, to, days }) => {
        const isNow = from !== undefined && to === undefined
        const tone = isNow ? 'border-t-brand bg-brand-soft' : to ? 'border-t-success' : 'border-t-line'
        return (
          <li
            key={title}
            aria-current={isNow ? 'step' : undefined}
            className={`border-line border-t-3 border-r px-3 py-2 text-xs last:border-r-0 ${tone}`}
          >
            <p
              className={`text-s ${isNow ? 'font-medium text-brand-ink' : to ? 'text-success' : 'text-ink-faint'}`}
            >
              {title}
            </p>
            <p className="text-ink-soft">{from ? from.slice(0, 7) : '未开始'}</p>
            <p className="text-ink-soft">
              {isNow
                ? `进行中${days === undefined ? '' : `，${days} 天`}`
                : days === undefined
                  ? ' '
                  : `${days} 天`}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

function Head({ project }: { project: DemoProjectDetail }) {
  const { projectName, statusLabel, demoCode, companyName, editableParts = [] } = project
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-96">
        <h1 className="flex flex-wrap items-center gap-x-3 break-words font-semibold text-lg">
          {projectName} <StatusTag label={statusLabel} />
          {project.buildStatusLabel && <StatusTag label={project.buildStatusLabel} />}
        </h1>
        <p className="text-ink-soft text-s">
          {[demoCode, batchName(project), fullPlace(project), companyName].filter(Boolean).join(' · ')}
        </p>
      </div>
      {editableParts.length > 0 && (
        <GrantedAction
          to="/demonstration/apply/form"
          search={{ id: String(project.id) }}
          className={buttonClass('primary')}
        >
          继续填写
        </GrantedAction>
      )}
    </header>
  )
}

/** The open task on this project and its deadline. */
function Todo({ project }: { project: DemoProjectDetail }) {
  const { partStatus, editableParts = [], dueDate, flow } = project
  const window = partStatus.fillWindow
  return (
    <section className="card" aria-label="待办">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">待办</h2>
      {editableParts.length === 0 ? (
        <p className="px-4 py-4 text-ink-soft text-s">
          现在是“{flow.statusLabel}”
          {flow.currentHandlerOrgName
            ? `，由${flow.currentHandlerOrgName}办理`
            : '，没有需要本单位填写的内容'}
        </p>
      ) : (
        <ul className="px-4 py-3 text-s">
          <li className="flex flex-wrap items-center gap-x-3">
            <StatusTag label="待提交" />
            <span className="flex-1">
              {partStatus.missing.length > 0 ? `还差 ${partStatus.missing.length} 项` : '已齐全，可提交'}
            </span>
            {(dueDate ?? window) && (
              <span className="text-warning">{leftText(dueDate ?? window?.endTime ?? '')}</span>
            )}
          </li>
        </ul>
      )}
    </section>
  )
}

/** The objections to the project, once there are any that the reader may see. */
function OfProject({ id: projectId }: { id: number }) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const { data } = useQuery({
    ...objectionQueries.of({ projectId }),
    enabled: isAmong(user, OBJECTION_READERS),
  })
  if (!data || data.content.length === 0) return null
  return <Objections objections={data.content} />
}

/** Numbers of reports since the announcement; before it, the number of attachments. */
function reportFigures({ life = [], attachments }: DemoProjectDetail) {
  const count = (wanted: string) => life.filter(({ kind }) => kind === wanted).length
  return life.length > 0
    ? [
        { caption: '季度进展', value: count('PROGRESS'), unit: '份' },
        { caption: '年度报告', value: count('ANNUAL'), unit: '份' },
      ]
    : [{ caption: '附件', value: attachments.length, unit: '份' }]
}

/** 项目全程: a project's figures, phases, events, materials and documents. */
export function PilotDetailScreen() {
  const id = Number(useView().params['id'])
  const { data: project, error, refetch } = useQuery(pilotQueries.one(id))
  useViewTitle(project?.projectName)
  const failure = failureOf({ data: project, error })
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />
  if (!project) return <Loading rows={10} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div>
        <RecordNews entity="DEMO" id={project.id} history={project.flow.history} />
        <Head project={project} />
      </div>
      <FigureStrip
        figures={[
          { caption: '额定功率', value: project.ratedPower, unit: 'MW' },
          { caption: '额定能量', value: project.ratedEnergy, unit: 'MWh' },
          { caption: '储能时长', value: project.durationHours, unit: 'h' },
          { caption: '总投资', value: project.totalInvestment, unit: '万元' },
          ...reportFigures(project),
        ]}
      />
      <PhaseStrip phases={phasesOf(project)} />
      {project.announceNo && (
        <p className="card px-4 py-2.5 text-s">
          {project.announceDate}　{project.announceNo}
          {project.finalRank !== undefined && `　名次 ${figure(project.finalRank)}`}
        </p>
      )}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 gap-3.5">
          {project.reviewFeedback && <Feedback review={project.reviewFeedback} />}
          <OfProject id={project.id} />
          <Timeline events={lifeOf(project)} />
          <Materials project={project} />
        </div>
        <div className="grid gap-3.5">
          <Documents project={project} />
          <AuditLink kind="DEMO" id={project.id} />
          <Todo project={project} />
        </div>
      </div>
    </div>
  )
}
