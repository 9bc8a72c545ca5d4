import { lazy, Suspense } from 'react'
import { TaskScreen as Tasks } from '../features/home/task-screen.tsx'

const PinnedBoard = lazy(async () => ({
  default: (await import('../features/statistics/pinned/pinned-board.tsx')).PinnedBoard,
}))

/** 任务管理 and 首页 with the statistics cards that the user pinned, which are of another feature. */
export const TaskScreen = () => (
  <Tasks
    pinned={
      <Suspense>
        <PinnedBoard />
      </Suspense>
    }
  />
)
