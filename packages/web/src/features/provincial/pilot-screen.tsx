import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { isAmong } from '@xinchu/contract/rights'
import { useCallback, useMemo, useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { sessionQueries } from '../../app/session-queries.ts'
import { today } from '../../lib/beijing.ts'
import { StepDialog } from '../../records/step-dialog.tsx'
import { DELETED_NOTE, tellDeleted } from '../../records/tell-deleted.ts'
import { useGoalText } from '../../records/use-goal-text.ts'
import { WindowStatus } from '../../records/window-status.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import { stateWithRemarks } from '../../ui/review/remark-model.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { PilotDetail } from './pilot-detail.tsx'
import { PilotForm } from './pilot-form.tsx'
import {
  exportPilots,
  type PilotListQuery,
  type ProvincialDemo,
  provincialMutations,
  provincialQueries,
  type ReportAction,
} from './queries.ts'
import { STEPS } from './steps.ts'

const filters: readonly Filter<Extract<keyof PilotListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称或单位' },
  { kind: 'year', name: 'year', label: '年度' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'dicts', name: 'status', label: '状态', dict: 'report_status' },
]

const columnsFor = (onOpen: (demo: ProvincialDemo) => void) =>
  columnsOf<ProvincialDemo>([
    {
      key: 'projectName',
      title: '项目名称',
      sort: true,
      width: 280,
      cell: (demo) => <OpenButton onOpen={() => onOpen(demo)}>{demo.projectName}</OpenButton>,
    },
    { key: 'year', title: '年度', sort: true, width: 80, cell: ({ year }) => year },
    { key: 'provinceName', title: '省份', width: 150 },
    {
      key: 'status',
      title: '状态',
      width: 140,
      cell: ({ statusLabel, remarkCount }) => (
        <StatusTag label={stateWithRemarks(statusLabel, remarkCount)} />
      ),
    },
    { key: 'companyName', title: '项目单位', width: 200 },
    {
      key: 'techType',
      title: '技术路线',
      width: 120,
      cell: ({ techType }) => <DictText dict="tech_type" value={techType} />,
    },
    { key: 'ratedPower', title: '额定功率', unit: 'MW', kind: 'number', width: 120, sort: true },
    { key: 'ratedEnergy', title: '额定能量', unit: 'MWh', kind: 'number', width: 120, sort: true },
    { key: 'approveDocNo', title: '省级批复文号', width: 180 },
  ])

const DELETABLE: readonly string[] = [
  ReportStatus.draft,
  ReportStatus.returned,
  ReportStatus.returnedByNation,
]

type Task = 'open' | 'change' | 'delete' | ReportAction

/** Leads to the desk, where the nation decides. */
const ToDesk = ({ id }: { id: number }) => (
  <GrantedLink
    to="/esproject/desk/index"
    search={{ kind: 'prov_demo', id: String(id) }}
    className="inline-flex min-h-7 items-center px-2 text-brand-ink text-s"
  >
    审核
  </GrantedLink>
)

interface ActionsProps {
  demo: ProvincialDemo
  isAuthor: boolean
  onTask: (task: Task) => void
}

/** Actions of the office on a project in its present state. */
function Actions({ demo, isAuthor, onTask }: ActionsProps) {
  const button = (label: string, task: Task) => (
    <Button key={task} look="quiet" className="px-2!" onClick={() => onTask(task)}>
      {label}
    </Button>
  )
  return (
    <span className="flex">
      {demo.actions.includes('SAVE') && button('修改', 'change')}
      {demo.actions.map((action) => {
        const step = STEPS[action as ReportAction] // the flow of a report has no others
        return step && button(step.label, action as ReportAction)
      })}
      {demo.actions.includes('CONFIRM') && <ToDesk id={demo.id} />}
      {isAuthor && DELETABLE.includes(demo.status) && button('删除', 'delete')}
    </span>
  )
}

interface TasksProps {
  task: Task | undefined
  demo: ProvincialDemo | undefined
  onClose: () => void
}

/** The open dialog of one project. */
function Tasks({ task, demo, onClose }: TasksProps) {
  const client = useQueryClient()
  const stepping = useMutation({
    ...provincialMutations.stepPilot,
    onSuccess: ({ statusLabel }) => {
      notify(`已办理，现为“${statusLabel}”`, 'success')
      onClose()
    },
  })
  const isStep = demo && task !== undefined && task in STEPS
  const goal = useGoalText(isStep ? { entity: 'PROV_DEMO', entityId: demo.id } : undefined, task)
  if (!demo || task === undefined) return null
  const { id, version, projectName, year } = demo
  switch (task) {
    case 'open':
      return <PilotDetail opened={demo} onClose={onClose} />
    case 'change':
      return <PilotForm demo={demo} year={year} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title="删除省级示范项目"
          description={`确定删除“${projectName}”吗？${DELETED_NOTE}`}
          action="删除"
          write={provincialMutations.removePilot}
          variables={id}
          onDone={() => tellDeleted(client, '1 个项目', provincialMutations.restorePilot, [id])}
          onClose={onClose}
        />
      )
    default: {
      const step = STEPS[task]
      return step ? (
        <StepDialog
          title={`${step.label}：${projectName}`}
          description={goal}
          action={step.label}
          opinion={step.needsOpinion ? 'required' : 'optional'}
          isBusy={stepping.isPending}
          onStep={(opinion) =>
            stepping.mutate({ id, version, action: task, ...(opinion ? { opinion } : {}) })
          }
          onClose={onClose}
        />
      ) : null
    }
  }
}

const firstTask = ({ actions }: ProvincialDemo): Task => (actions.includes('SAVE') ? 'change' : 'open')

/** A project in the dialog that fits it when it is opened: a step of others does not exchange the dialog. */
function OpenedPilot({ demo, onClose }: { demo: ProvincialDemo; onClose: () => void }) {
  const [opened] = useState({ task: firstTask(demo), demo })
  return <Tasks {...opened} onClose={onClose} />
}

/** The project that the address names, in its form while the province may change it. */
function AskedPilot() {
  const [search, setSearch] = usePorts().useSearch()
  const id = Number(search['id']) || undefined
  const { data } = useQuery({ ...provincialQueries.demos(id ? { id } : {}), enabled: id !== undefined })
  const [demo] = id === undefined ? [] : (data?.content ?? [])
  if (!demo) return null
  return <OpenedPilot key={id} demo={demo} onClose={() => setSearch({ ...search, id: undefined })} />
}

/** 省级示范项目: what provinces approved themselves, filled in by each of them and confirmed by the nation. */
export function ProvincialPilotScreen() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const isAuthor = isAmong(user, ['PRV'])
  const year = Number(today().slice(0, 4))
  const [isNew, setNew] = useState(false)
  const [task, setTask] = useState<Task>()
  const [demo, setPilot] = useState<ProvincialDemo>()
  const start = useCallback((next: Task, about: ProvincialDemo) => {
    setPilot(about)
    setTask(next)
  }, [])
  const columns = useMemo(() => columnsFor((about) => start('open', about)), [start])
  return (
    <>
      <QueryTable
        id="provincial-demos"
        title="省级示范项目"
        query={provincialQueries.demos}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ projectName }) => projectName}
        empty="还没有省级示范项目"
        onExport={exportPilots}
        rowActions={(about) => (
          <Actions demo={about} isAuthor={isAuthor} onTask={(next) => start(next, about)} />
        )}
        actionsWidth={130}
        actions={
          isAuthor && (
            <>
              <WindowStatus query={{ fillType: 'PROV_DEMO', year }} />
              <Button look="primary" icon="plus" onClick={() => setNew(true)}>
                新增
              </Button>
            </>
          )
        }
      />
      {isNew && <PilotForm demo={undefined} year={year} onClose={() => setNew(false)} />}
      <Tasks task={task} demo={demo} onClose={() => setTask(undefined)} />
      <AskedPilot />
    </>
  )
}
