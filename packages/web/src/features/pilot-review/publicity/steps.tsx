import type { PublicDemoList } from '@xinchu/sdk'

type State = 'done' | 'current' | 'blocked' | 'next'

interface Step {
  name: string
  note: string
  state: State
}

interface Facts {
  list: PublicDemoList
  selected: number
  waiting: number
}

/** Whether the period of publicity is over. */
export const isOver = ({ publicity }: PublicDemoList, now: number): boolean =>
  publicity !== undefined && Date.parse(`${publicity.endTime.replace(' ', 'T')}+08:00`) <= now

/** The steps from the selection to the project's start, with what is known of each. */
export function stepsOf({ list, selected, waiting }: Facts, now: number): readonly Step[] {
  const { publicity, announced: isAnnounced = false, announceDate } = list
  const over = isOver(list, now)
  const period = publicity && `${publicity.startTime.slice(5, 10)} 至 ${publicity.endTime.slice(5, 10)}`
  return [
    {
      name: '拟入选',
      note: selected > 0 ? `已确定 ${selected} 项` : '待确定',
      state: selected > 0 ? 'done' : 'current',
    },
    {
      name: '公示',
      note: period ?? '待设置公示期',
      state: over || isAnnounced ? 'done' : selected > 0 ? 'current' : 'next',
    },
    {
      name: '异议处理',
      note: waiting > 0 ? `${waiting} 件待答复` : '无待答复',
      state: waiting > 0 ? 'blocked' : over || isAnnounced ? 'done' : 'next',
    },
    {
      name: '公布',
      note: announceDate ?? '公示期满且异议答复后',
      state: isAnnounced ? 'done' : over && waiting === 0 ? 'current' : 'next',
    },
    { name: '进入实施', note: '开放进展报送', state: isAnnounced ? 'current' : 'next' },
  ]
}

const LOOKS: Readonly<Record<State, string>> = {
  done: 'border-success bg-success-soft text-success',
  current: 'border-brand bg-brand text-on-brand',
  blocked: 'border-danger bg-danger-soft text-danger',
  next: 'border-line-strong text-ink-soft',
}
const WORDS: Readonly<Record<State, string>> = {
  done: '已完成',
  current: '进行中',
  blocked: '待处理',
  next: '未开始',
}

/** The steps side by side, or below each other on a phone. */
export function Steps(facts: Facts) {
  const steps = stepsOf(facts, Date.now())
  return (
    <ol aria-label="公示与公布的步骤" className="card grid gap-3 p-4 sm:grid-cols-3 xl:grid-cols-5">
      {steps.map(({ name, note, state }, at) => (
        <li
          key={name}
          aria-current={state === 'current' ? 'step' : undefined}
          className="flex items-center gap-3"
        >
          <span
            className={`grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-s ${LOOKS[state]}`}
          >
            {state === 'done' ? '✓' : at + 1}
          </span>
          <span>
            <span className="block">
              {name}
              <span className="sr-only">，{WORDS[state]}</span>
            </span>
            <span className={`block text-s ${state === 'blocked' ? 'text-danger' : 'text-ink-soft'}`}>
              {note}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
