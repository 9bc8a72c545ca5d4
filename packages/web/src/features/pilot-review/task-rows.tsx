import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AssessIndex } from '@xinchu/sdk'
import { GrantedAction } from '../../app/granted-action.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Wide } from '../../ui/wide.tsx'
import { STAGE_NAMES } from './batch.tsx'
import { Countdown } from './countdown.tsx'
import { Meter } from './meter.tsx'
import { reviewQueries } from './queries.ts'
import type { Task } from './score/model.ts'
import { isOpen, RECUSED, REVIEWING, SUBMITTED, WAITING } from './task-state.ts'

const PAGES = {
  PRIMARY: '/demonstration/expert/primary',
  EXCELLENT: '/demonstration/expert/excellent',
} as const

const leavesOf = (nodes: readonly AssessIndex[]): number =>
  nodes.reduce((sum, { children = [] }) => sum + (children.length > 0 ? leavesOf(children) : 1), 0)

const scoredOf = ({ score }: Task) => score?.items?.filter((item) => item.score !== undefined).length ?? 0

/** Number of items of a sheet of the stage; undefined while it is not known. */
function useItemCount(task: Task): number | undefined {
  const { data } = useQuery(reviewQueries.catalogue(useQueryClient(), task.stage, task.techType))
  return data && leavesOf(data)
}

const VERBS: Readonly<Record<string, string>> = {
  [WAITING]: '开始评分',
  [REVIEWING]: '继续评分',
  [SUBMITTED]: '查看评分',
}

interface TaskProps {
  task: Task
  onRecuse: (task: Task) => void
}

function Actions({ task, onRecuse, isWide = false }: TaskProps & { isWide?: boolean }) {
  const { assignStatus, stage, projectId, projectName } = task
  const search = { project: String(projectId) }
  if (assignStatus === RECUSED) return <span className="text-ink-faint text-s">平台改派中或已改派</span>
  const verb = VERBS[assignStatus] ?? '打开'
  return (
    <span className="flex flex-wrap items-center gap-2">
      <GrantedAction
        to={PAGES[stage]}
        search={search}
        aria-label={`${verb} ${projectName}`}
        className={`${buttonClass(assignStatus === SUBMITTED ? 'plain' : 'primary')} max-lg:h-10! ${isWide ? 'flex-1 justify-center' : ''}`}
      >
        {verb}
      </GrantedAction>
      {isOpen(task) && (
        <Button
          look="danger"
          className="max-lg:h-10!"
          aria-label={`回避 ${projectName}`}
          onClick={() => onRecuse(task)}
        >
          回避
        </Button>
      )}
    </span>
  )
}

function Progress({ task }: { task: Task }) {
  const count = useItemCount(task)
  const done = scoredOf(task)
  if (task.assignStatus === RECUSED) return '—'
  return (
    <span className="flex items-center gap-2 text-s">
      <Meter label={`${task.projectName}评分进度`} value={done} max={count ?? done} />
      <span className="whitespace-nowrap text-ink-soft">
        {done} / {count ?? '—'} 项
      </span>
    </span>
  )
}

/** A task where a table has too little room. */
export function TaskCard({ task, onRecuse }: TaskProps) {
  return (
    <li className="card grid content-start gap-2 p-3.5">
      <p className="flex items-center justify-between text-s">
        <span className="flex gap-1.5">
          <StatusTag label={task.assignStatusLabel ?? ''} />
          <span className="text-ink-soft">{STAGE_NAMES[task.stage]}</span>
        </span>
        {isOpen(task) && <Countdown deadline={task.deadline} isShort />}
      </p>
      <h2 className="font-medium">{task.projectName}</h2>
      <p className="text-ink-soft text-s">
        <DictText dict="tech_type" value={task.techType} /> · {task.companyName}
      </p>
      {task.assignStatus === REVIEWING && <Progress task={task} />}
      <Actions task={task} onRecuse={onRecuse} isWide />
    </li>
  )
}

const HEADS = ['项目', '技术路线', '进度', '截止', '操作']

/** The tasks on a wide screen. */
export function TaskTable({ tasks, onRecuse }: { tasks: readonly Task[]; onRecuse: (task: Task) => void }) {
  return (
    <Wide label="评审任务" className="card">
      <table className="w-full text-left">
        <thead className="bg-sunken text-ink-soft text-s">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-4 py-2.5 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={`${task.stage}-${task.projectId}`} className="border-line border-t">
              <td className="min-w-44 px-4 py-2.5">
                <span className="font-medium">{task.projectName}</span>
                <span className="flex flex-wrap items-center gap-1.5 text-ink-faint text-xs">
                  <StatusTag label={task.assignStatusLabel ?? ''} /> {STAGE_NAMES[task.stage]} ·{' '}
                  {task.companyName}
                </span>
              </td>
              <td className="whitespace-nowrap px-4">
                <DictText dict="tech_type" value={task.techType} />
              </td>
              <td className="min-w-40 px-4">
                <Progress task={task} />
              </td>
              <td className="px-4 text-s [&>span]:whitespace-normal">
                {isOpen(task) ? (
                  <Countdown deadline={task.deadline} />
                ) : (
                  (task.score?.submitTime?.slice(0, 16) ?? '—')
                )}
              </td>
              <td className="whitespace-nowrap px-4 py-2">
                <Actions task={task} onRecuse={onRecuse} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
