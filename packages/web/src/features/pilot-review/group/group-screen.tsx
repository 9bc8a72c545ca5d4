import { useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { ReactNode } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useCan } from '../../../app/use-can.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { BatchGate, BatchPicker, type BatchState, batchName, STAGE_NAMES } from '../batch.tsx'
import { Conflicts } from './conflicts.tsx'
import { Excellent } from './excellent.tsx'
import { GroupList } from './group-list.tsx'
import { Members } from './members.tsx'
import { Plan } from './plan.tsx'
import { Pool } from './pool.tsx'
import { Progress } from './progress.tsx'
import { type Groups as GroupsState, useGroups } from './use-group.ts'

const TABS = [
  ['pool', '专家库'],
  ['groups', '专家组'],
  ['conflicts', '利益冲突'],
  ['plan', '分配方案'],
  ['excellent', '优选分组'],
  ['progress', '评审进度'],
] as const

type Tab = (typeof TABS)[number][0]

interface ContentProps {
  tab: Tab
  state: GroupsState
  canEdit: boolean
}

/** A tab about one group. */
function OfGroup({ tab, state, canEdit }: ContentProps): ReactNode {
  const canAssign = useCan(['demo:assign'])
  const { group, batch } = state
  if (!group)
    return (
      <div className="card">
        <Empty>请先新建专家组</Empty>
      </div>
    )
  if (tab === 'conflicts') return <Conflicts key={group.id} group={group} canEdit={canEdit} />
  if (tab === 'plan') return <Plan key={group.id} group={group} canEdit={canEdit && canAssign} />
  if (tab === 'excellent') return <Excellent key={group.id} group={group} batch={batch} canEdit={canEdit} />
  return <Members key={group.id} group={group} canEdit={canEdit} />
}

function Content({ tab, state, canEdit }: ContentProps) {
  const { query, batch } = state
  if (tab === 'pool') return <Pool canEdit={canEdit} />
  if (tab === 'progress') return <Progress batch={batch} canEdit={canEdit} />
  if (tab === 'excellent' && batch.stage !== 'EXCELLENT')
    return (
      <div className="card">
        <Empty>优选分组只用于优选阶段，请先在页首选择“优选”</Empty>
      </div>
    )
  if (query.error && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading rows={8} />
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-3 ${tab === 'plan' ? '' : 'xl:grid-cols-[232px_minmax(0,1fr)]'}`}
    >
      {tab !== 'plan' && <GroupList state={state} canEdit={canEdit} />}
      <OfGroup tab={tab} state={state} canEdit={canEdit} />
    </div>
  )
}

/** Chooses a group where the list of groups is not shown. */
function GroupChips({ state }: { state: GroupsState }) {
  return (
    <nav aria-label="专家组" className="flex flex-wrap gap-2">
      {state.groups?.map(({ id, groupName }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === state.group?.id}
          onClick={() => state.change({ group: id })}
          className={`h-8 rounded-full border px-3 text-s max-lg:h-10 ${id === state.group?.id ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong bg-surface'}`}
        >
          {groupName}
        </button>
      ))}
    </nav>
  )
}

function Groups({ place }: { place: BatchState }) {
  const state = useGroups(place)
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const canEdit = isAmong(user, ['PLT'])
  const { batch, change, tab } = state
  const [current] = TABS.find(([name]) => name === tab) ?? TABS[1]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">专家组与优选分组</h1>
        <p className="text-ink-soft text-s">
          {batchName(batch)} · {STAGE_NAMES[batch.stage]}
        </p>
        <span className="sm:ml-auto">
          <BatchPicker state={place} hasStage />
        </span>
      </header>
      <nav aria-label="专家组与优选分组" className="flex gap-5 overflow-x-auto border-line border-b">
        {TABS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-current={current === name ? 'page' : undefined}
            onClick={() => change({ tab: name, page: undefined })}
            className={`h-10 whitespace-nowrap border-b-2 px-0.5 ${current === name ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
          >
            {label}
          </button>
        ))}
      </nav>
      {current === 'plan' && <GroupChips state={state} />}
      <Content tab={current} state={state} canEdit={canEdit} />
    </div>
  )
}

/** 专家组与优选分组 */
export const GroupScreen = () => (
  <BatchGate title="专家组与优选分组">{(place) => <Groups place={place} />}</BatchGate>
)
