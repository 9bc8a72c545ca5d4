import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { StartLink } from '../../app/start-link.tsx'
import { useOpenable } from '../../app/use-openable.ts'
import { Button } from '../../ui/button.tsx'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { Icon } from '../../ui/icons.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { AvailabilityDialog } from './availability.tsx'
import { LeaderCard } from './leader-card.tsx'
import { reviewQueries } from './queries.ts'
import { RecusalDialog } from './recusal-dialog.tsx'
import type { Task } from './score/model.ts'
import { TaskCard, TaskTable } from './task-rows.tsx'
import { isOpen, RECUSED, REVIEWING, SUBMITTED, WAITING } from './task-state.ts'

const PublicityNotice = lazy(async () => ({
  default: (await import('../../records/publicity-notice.tsx')).PublicityNotice,
}))

type Tab = 'open' | 'done' | 'recused'

const TABS: readonly (readonly [tab: Tab, label: string, fits: (task: Task) => boolean])[] = [
  ['open', '待办', isOpen],
  ['done', '已办', ({ assignStatus }) => assignStatus === SUBMITTED],
  ['recused', '回避', ({ assignStatus }) => assignStatus === RECUSED],
]

/** The nearest deadlines in one sentence. */
function Notice({ tasks }: { tasks: readonly Task[] }) {
  const days = new Map<string, number>()
  for (const { deadline } of tasks.filter(isOpen))
    if (deadline) days.set(deadline.slice(0, 16), (days.get(deadline.slice(0, 16)) ?? 0) + 1)
  if (days.size === 0) return null
  const words = [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, count]) => `${count} 项 ${day} 截止`)
  return (
    <p className="flex items-center gap-2 rounded-lg border border-warning-line bg-warning-soft px-3.5 py-2.5 text-s">
      <Icon name="calendar" size={14} className="text-warning" />
      {words.join('，')}。
    </p>
  )
}

/** Instructions for experts. */
function Guide() {
  const isOpenable = useOpenable()
  const catalogue = '/demonstration/assess/catalogue'
  return (
    <aside aria-label="评审说明" className="card grid content-start gap-3 p-4 text-s">
      <h2 className="font-medium text-base">评审说明</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
        <li>评分只有您本人可见，提交即封存，启封前任何人看不到分数。</li>
        <li>断网可继续填写，内容存在本机，联网后自动保存。</li>
        <li>低于满分 60% 或与自评相差较大的分项须写评语，评审意见不少于 50 字。</li>
        <li>与项目有任职、合作、亲属或竞争关系的，请在评分前申请回避。</li>
      </ul>
      <p className="flex flex-wrap gap-2">
        {isOpenable(catalogue) && <StartLink to={catalogue}>评分细则</StartLink>}
        <StartLink to="/contact/index">联系人</StartLink>
      </p>
    </aside>
  )
}

/** 专家任务管理: the expert's tasks of both stages. */
export function ExpertTaskScreen() {
  const primary = useQuery(reviewQueries.tasks('PRIMARY'))
  const excellent = useQuery(reviewQueries.tasks('EXCELLENT'))
  const [search, change] = usePorts().useSearch()
  const isNarrow = useMedia('(width < 1400px)')
  const [recusing, setRecusing] = useState<Task>()
  const [isProfileOpen, setProfileOpen] = useState(false)
  const failed = [primary, excellent].find(({ error, data }) => error && !data)
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!primary.data || !excellent.data) return <Loading rows={8} />
  const tasks = [...primary.data, ...excellent.data]
  const count = (status: string) => tasks.filter(({ assignStatus }) => assignStatus === status).length
  const [tab, label, fits] = TABS.find(([name]) => name === search['tab']) ??
    TABS[0] ?? ['open', '待办', isOpen]
  const shown = tasks.filter(fits)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-semibold text-lg">专家任务管理</h1>
        <Button icon="user" onClick={() => setProfileOpen(true)}>
          本人资料与可参加时间
        </Button>
      </header>
      <FigureStrip
        figures={[
          { caption: '待评', value: count(WAITING), unit: '项' },
          { caption: '评审中', value: count(REVIEWING), unit: '项' },
          { caption: '已提交', value: count(SUBMITTED), unit: `/ ${tasks.length} 项` },
        ]}
      />
      <Notice tasks={tasks} />
      <nav aria-label="任务状态" className="flex gap-2">
        {TABS.map(([name, text, belongs]) => (
          <button
            key={name}
            type="button"
            aria-pressed={tab === name}
            onClick={() => change({ ...search, tab: name === 'open' ? undefined : name })}
            className={`h-8 rounded-full border px-3.5 text-s max-lg:h-10 ${tab === name ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong bg-surface'}`}
          >
            {text} {tasks.filter(belongs).length}
          </button>
        ))}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        {shown.length === 0 ? (
          <div className="card">
            <Empty>
              {tab === 'open' && tasks.length === 0
                ? '还没有评审任务，平台分配后会列在这里并发送消息'
                : `没有${label}的任务`}
            </Empty>
          </div>
        ) : isNarrow ? (
          <ul className="grid content-start gap-3 sm:grid-cols-2">
            {shown.map((task) => (
              <TaskCard key={`${task.stage}-${task.projectId}`} task={task} onRecuse={setRecusing} />
            ))}
          </ul>
        ) : (
          <TaskTable tasks={shown} onRecuse={setRecusing} />
        )}
        <div className="grid gap-4">
          <LeaderCard tasks={tasks} />
          <Guide />
          <Suspense fallback={null}>
            <PublicityNotice />
          </Suspense>
        </div>
      </div>
      {isProfileOpen && <AvailabilityDialog onClose={() => setProfileOpen(false)} />}
      {recusing && <RecusalDialog task={recusing} onClose={() => setRecusing(undefined)} />}
    </div>
  )
}
