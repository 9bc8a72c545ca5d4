import type { ExpertProfile } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { OpenButton } from '../../../ui/table/open-button.tsx'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { exportExperts, reviewQueries } from '../queries.ts'
import { ExpertForm } from './expert-form.tsx'
import { NewExpert } from './new-expert.tsx'

type ExpertQuery = Parameters<typeof reviewQueries.experts>[0]

/** Describes an expert's availability; 可参加 without limits. */
function availability({ available, availableFrom, availableTo }: ExpertProfile): string {
  if (!available) return '暂不参加'
  if (availableFrom && availableTo) return `${availableFrom} 至 ${availableTo}`
  if (availableFrom) return `${availableFrom} 起`
  return availableTo ? `至 ${availableTo}` : '可参加'
}

const columnsFor = (onOpen: ((expert: ExpertProfile) => void) | undefined) =>
  columnsOf<ExpertProfile>([
    {
      key: 'realName',
      title: '专家',
      width: 110,
      cell: (expert) =>
        onOpen ? <OpenButton onOpen={() => onOpen(expert)}>{expert.realName}</OpenButton> : expert.realName,
    },
    { key: 'title', title: '职称', width: 150 },
    { key: 'workUnit', title: '工作单位', width: 230 },
    {
      key: 'specialty',
      title: '专业方向',
      width: 180,
      value: ({ specialty = [] }) => specialty.join('、'),
      cell: ({ specialty = [] }) => (
        <span className="flex flex-wrap gap-x-1.5">
          {specialty.map((value, at) => (
            <span key={value} className={at === 0 ? '' : 'text-ink-soft'}>
              <DictText dict="expert_specialty" value={value} />
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'available',
      title: '可参加时间',
      width: 190,
      value: availability,
      cell: (expert) => (expert.available ? availability(expert) : <StatusTag label="暂不参加" />),
    },
    { key: 'open', title: '在评', unit: '项', kind: 'number' },
    {
      key: 'history',
      title: '评审履历',
      width: 240,
      value: ({ history }) =>
        `分配 ${history.assigned}，按时 ${history.inTime}，逾期 ${history.late}，回避 ${history.recused}`,
    },
  ])

const filters: readonly Filter<Extract<keyof ExpertQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名或单位' },
  { kind: 'dict', name: 'specialty', label: '专业方向', dict: 'expert_specialty' },
  { kind: 'text', name: 'title', label: '职称' },
  { kind: 'flag', name: 'available', label: '可参加评审' },
]

/** 专家库. The history counts tasks and never tells of scores. */
export function Pool({ canEdit }: { canEdit: boolean }) {
  const [opened, setOpened] = useState<ExpertProfile>()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <QueryTable
        id="expert-pool"
        title="专家库"
        isPart
        query={reviewQueries.experts}
        columns={columnsFor(canEdit ? setOpened : undefined)}
        filters={filters}
        onExport={exportExperts}
        actions={
          canEdit && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              新增专家
            </Button>
          )
        }
        rowId={({ userId }) => userId}
        rowLabel={({ realName }) => realName}
        counter="位"
        noun="专家"
        empty="专家库还没有专家"
      />
      {isAdding && <NewExpert onClose={() => setAdding(false)} />}
      {opened && <ExpertForm expert={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
