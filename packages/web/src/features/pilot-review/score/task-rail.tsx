import { shortDay } from '../../../lib/due.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Countdown } from '../countdown.tsx'
import { SUBMITTED } from '../task-state.ts'
import type { Task } from './model.ts'

interface RailProps {
  tasks: readonly Task[]
  current: number
  onOpen: (projectId: number) => void
}

/** The expert's tasks of the stage. */
export function TaskRail({ tasks, current, onOpen }: RailProps) {
  const done = tasks.filter(({ assignStatus }) => assignStatus === SUBMITTED).length
  return (
    <nav aria-label="我的任务" className="card flex min-h-0 flex-col">
      <h2 className="flex h-11 shrink-0 items-center justify-between border-line border-b px-3.5">
        <span className="font-medium">我的任务</span>
        <span className="text-ink-soft text-s">
          已交 {done} / {tasks.length}
        </span>
      </h2>
      <ul className="min-h-0 overflow-y-auto">
        {tasks.map((task) => (
          <li key={task.projectId} className="border-line border-b">
            <button
              type="button"
              aria-current={task.projectId === current || undefined}
              onClick={() => onOpen(task.projectId)}
              className={`grid w-full gap-1 border-l-[3px] px-3 py-2 text-left text-s ${task.projectId === current ? 'border-l-brand bg-brand-soft' : 'border-l-transparent hover:bg-hover'}`}
            >
              <span className="line-clamp-2">{task.projectName}</span>
              <span className="flex items-center justify-between gap-2 text-xs">
                <StatusTag label={task.assignStatusLabel ?? ''} />
                {task.assignStatus === SUBMITTED ? (
                  <span className="text-ink-soft">
                    {shortDay(task.score?.submitTime ?? task.deadline ?? '')}
                  </span>
                ) : (
                  <Countdown deadline={task.deadline} isShort />
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
