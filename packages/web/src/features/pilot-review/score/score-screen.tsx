import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReviewStage } from '@xinchu/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { StartLink } from '../../../app/start-link.tsx'
import { useViewTitle } from '../../../app/views/view-context.ts'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Key } from '../../../ui/review/key.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { STAGE_NAMES } from '../batch.tsx'
import { Countdown } from '../countdown.tsx'
import { reviewQueries } from '../queries.ts'
import { isOpen, RECUSED } from '../task-state.ts'
import { type Jump, Material } from './material.tsx'
import { groupsOf, type Task } from './model.ts'
import { passagesOf } from './passages.ts'
import { ScoreSheet } from './score-sheet.tsx'
import { TaskRail } from './task-rail.tsx'

const TASKS = '/experttaskment/index'

interface WorkProps {
  task: Task
  tasks: readonly Task[]
  isNarrow: boolean
  onNext: () => void
}

type Side = 'material' | 'sheet'

/** Material and sheet of one project, side by side or as two tabs. */
function Work({ task, tasks, isNarrow, onNext }: WorkProps) {
  const [jump, setJump] = useState<Jump>()
  const [side, setSide] = useState<Side>('sheet')
  const material = useQuery(reviewQueries.material(task.projectId)).data
  const outline = useQuery(reviewQueries.outline('APPLICATION')).data ?? []
  const catalogue = useQuery(
    reviewQueries.catalogue(useQueryClient(), task.stage, task.techType, task.score?.catalogueVersion),
  )
  const self = useQuery({
    ...reviewQueries.selfAssessment(task.projectId, material?.batchYear ?? 0),
    enabled: material !== undefined,
  }).data
  const groups = groupsOf(catalogue.data ?? [], self, passagesOf(outline))
  const show = (to: Omit<Jump, 'no'>) => {
    setJump({ ...to, no: (jump?.no ?? 0) + 1 })
    setSide('material')
  }
  const hidden = (name: Side) => (isNarrow && side !== name ? 'hidden!' : '')
  return (
    <>
      {isNarrow && (
        <div role="tablist" aria-label="评分步骤" className="col-span-full grid grid-cols-2">
          {(['material', 'sheet'] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={side === name}
              onClick={() => setSide(name)}
              className={`h-11 border-b-2 ${side === name ? 'border-brand font-medium text-brand-ink' : 'border-line text-ink-soft'}`}
            >
              {name === 'material' ? '材料' : '评分表'}
            </button>
          ))}
        </div>
      )}
      <section
        aria-label="申报材料"
        className={`card flex min-h-0 min-w-0 flex-col overflow-hidden ${hidden('material')}`}
      >
        <Material projectId={task.projectId} groups={groups} jump={jump} />
      </section>
      <div className={`grid min-h-0 min-w-0 ${hidden('sheet')}`}>
        {catalogue.error && !catalogue.data && (
          <Failed error={catalogue.error} onRetry={() => void catalogue.refetch()} />
        )}
        {!catalogue.data && !catalogue.error && <Loading rows={10} />}
        {catalogue.data && (
          <ScoreSheet task={task} tasks={tasks} groups={groups} onJump={show} onRecused={onNext} />
        )}
      </div>
    </>
  )
}

function columnsOf(isNarrow: boolean, isTight: boolean): string {
  if (isNarrow) return 'minmax(0,1fr)'
  return isTight ? 'minmax(0,1fr) minmax(0,1fr)' : '196px minmax(0,1fr) 444px'
}

/** Tasks that can be opened, and the current one. */
function useTasks(stage: ReviewStage) {
  const query = useQuery(reviewQueries.tasks(stage))
  const [search, change] = usePorts().useSearch()
  // By code, because the server's order changes with each save.
  const tasks = query.data
    ?.filter(({ assignStatus }) => assignStatus !== RECUSED)
    .sort((a, b) => ((a.demoCode ?? '') < (b.demoCode ?? '') ? -1 : 1))
  const [opened, setOpened] = useState<number>()
  const asked = Number(search['project']) || opened
  const task = tasks?.find(({ projectId }) => projectId === asked) ?? tasks?.find(isOpen) ?? tasks?.[0]
  // The current project stays although another one becomes the first open one.
  if (task && opened !== task.projectId) setOpened(task.projectId)
  const at = task && tasks ? tasks.indexOf(task) : -1
  const open = (projectId: number | undefined) => projectId && change({ project: projectId })
  const step = (by: number) => open(tasks?.[at + by]?.projectId)
  return { query, tasks, task, at, open, step }
}

/** Alt+← and Alt+→, which would otherwise leave the page. */
function useAltArrows(step: (by: 1 | -1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (!by || !event.altKey || event.ctrlKey || event.metaKey || isInDialog(event.target)) return
    event.preventDefault()
    if (!event.repeat) step(by)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function ScoreScreen({ stage }: { stage: ReviewStage }) {
  const { query, tasks, task, at, open, step } = useTasks(stage)
  const isNarrow = useMedia('(width < 992px)')
  const isTight = useMedia('(width < 1280px)')
  useViewTitle(`${STAGE_NAMES[stage]}打分`)
  useShortcuts([{ keys: 'Alt+← →', where: '评分', does: '换项目' }])
  useAltArrows(step)
  if (query.error && !tasks) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!tasks) return <Loading rows={10} />
  if (!task)
    return (
      <>
        <h1 className="sr-only">{STAGE_NAMES[stage]}打分</h1>
        <Empty action={<StartLink to={TASKS}>返回专家任务管理</StartLink>}>
          没有{STAGE_NAMES[stage]}任务，平台分配后会列在这里
        </Empty>
      </>
    )
  return (
    <div className="flex h-full flex-col gap-3 p-3 sm:px-5 sm:py-4">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        {isTight && (
          <span className="flex gap-2">
            <Button disabled={at <= 0} onClick={() => step(-1)}>
              上一项
            </Button>
            <Button disabled={at >= tasks.length - 1} onClick={() => step(1)}>
              下一项
            </Button>
          </span>
        )}
        <h1 className="font-semibold text-lg">{task.projectName}</h1>
        <span className="rounded border border-line px-1.5 text-ink-soft text-xs">{STAGE_NAMES[stage]}</span>
        <span className="ml-auto flex items-center gap-2.5 text-ink-soft text-s">
          <Countdown deadline={task.deadline} />
          <span className="max-lg:hidden">
            <Key>↑ ↓</Key> ±0.5 <Key>G</Key> 到原文 <Key>[ ]</Key> 翻页 <Key>Alt ← →</Key> 换项目
          </span>
        </span>
      </header>
      <div
        className={`grid min-h-0 flex-1 gap-3 ${isNarrow ? 'grid-rows-[auto_minmax(0,1fr)]' : 'grid-rows-[minmax(0,1fr)]'}`}
        style={{ gridTemplateColumns: columnsOf(isNarrow, isTight) }}
      >
        {!isTight && <TaskRail tasks={tasks} current={task.projectId} onOpen={open} />}
        <Work
          key={`${stage}-${task.projectId}`}
          task={task}
          tasks={tasks}
          isNarrow={isNarrow}
          onNext={() => step(1)}
        />
      </div>
      {!isNarrow && (
        <p className="flex shrink-0 items-center gap-2 rounded-lg border border-brand-line bg-brand-soft px-4 py-2 text-s">
          <Icon name="lock" size={14} className="text-brand-ink" />
          评分只有您本人可见，提交即封存，启封前平台和国家也看不到分数与平均分。断网可继续填写，联网后自动合并。提交后不能修改。
        </p>
      )}
    </div>
  )
}

/** 初评打分 */
export const PrimaryScoreScreen = () => <ScoreScreen stage="PRIMARY" />
/** 优选打分 */
export const ExcellentScoreScreen = () => <ScoreScreen stage="EXCELLENT" />
