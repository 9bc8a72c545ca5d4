import type { ExpertGroup, ReviewExpert } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { reviewWrites } from '../writes.ts'
import { useNames } from './group-words.ts'

const base = columnsOf<ReviewExpert>([
  {
    key: 'realName',
    title: '专家',
    width: 140,
    cell: ({ realName, isLeader }) => (
      <span>
        {realName}{' '}
        {isLeader && <span className="rounded border border-line px-1 text-ink-soft text-xs">组长</span>}
      </span>
    ),
  },
  { key: 'title', title: '职称', width: 150 },
  { key: 'workUnit', title: '工作单位', width: 240 },
])

/** The experts of a group. */
export function Members({ group, canEdit }: { group: ExpertGroup; canEdit: boolean }) {
  const names = useNames('expert_specialty')
  const [removing, setRemoving] = useState<ReviewExpert>()
  const columns = [
    ...base,
    {
      key: 'specialty',
      title: '专业方向',
      width: 200,
      value: ({ specialty }: ReviewExpert) => names(specialty),
    },
  ]
  return (
    <>
      <LocalTable
        id="expert-group-members"
        isPart
        title={`${group.groupName}：${group.experts.length} 位专家，${group.projectIds?.length ?? 0} 个项目`}
        rows={group.experts}
        columns={columns}
        rowId={({ userId }) => userId}
        rowLabel={({ realName }) => realName}
        counter="位"
        empty="本组还没有专家"
        {...(canEdit
          ? {
              actionsWidth: 90,
              rowActions: (expert: ReviewExpert) => (
                <Button
                  look="quiet"
                  aria-label={`移除 ${expert.realName}`}
                  onClick={() => setRemoving(expert)}
                >
                  移除
                </Button>
              ),
            }
          : {})}
      />
      {removing && (
        <ConfirmDialog
          title={`移除专家 ${removing.realName}`}
          description="移除后其在本组的未提交任务须改派；已提交评分的专家不能移除。"
          action="移除"
          write={reviewWrites.removeExperts}
          variables={{ groupId: group.id, expertIds: [removing.userId] }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
