import type { ExpertGroup } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Meter } from '../meter.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { evenHint, specialtiesOf, useNames } from './group-words.ts'
import type { Groups } from './use-group.ts'

function Composition({ group }: { group: ExpertGroup }) {
  const names = useNames('expert_specialty')
  return (
    <section aria-label="本组专业构成" className="grid gap-1.5 border-line border-t px-3.5 py-3 text-s">
      <h3 className="text-ink-soft">本组专业构成</h3>
      {specialtiesOf(group).map(([value, count]) => (
        <p key={value} className="flex items-center gap-2">
          <span className="w-16 shrink-0">{names([value])}</span>
          <Meter label={`${names([value])} ${count} 人`} value={count} max={group.experts.length} />
          <span className="w-4 text-right">{count}</span>
        </p>
      ))}
    </section>
  )
}

interface GroupListProps {
  state: Groups
  canEdit: boolean
}

/** The groups of a batch, with the composition of the current one. */
export function GroupList({ state, canEdit }: GroupListProps) {
  const { groups = [], group, batch, change } = state
  const [isNew, setNew] = useState(false)
  const names = useNames('tech_type')
  return (
    <section aria-label="专家组" className="card self-start">
      <h2 className="flex h-11 items-center justify-between border-line border-b px-3.5 font-medium">
        专家组
        {canEdit && (
          <Button icon="plus" className="h-7! px-2.5! max-lg:h-10!" onClick={() => setNew(true)}>
            新建
          </Button>
        )}
      </h2>
      {groups.length === 0 && <Empty>本批次此阶段还没有专家组</Empty>}
      <ul>
        {groups.map((each) => {
          const leader = each.experts.find(({ userId }) => userId === each.leaderId)
          const hint = evenHint(each.experts.length)
          return (
            <li key={each.id} className="border-line border-b last:border-b-0">
              <button
                type="button"
                aria-current={each.id === group?.id || undefined}
                onClick={() => change({ group: each.id })}
                className={`grid w-full gap-0.5 border-l-[3px] px-3 py-2.5 text-left text-s ${each.id === group?.id ? 'border-l-brand bg-brand-soft' : 'border-l-transparent hover:bg-hover'}`}
              >
                <span className="flex justify-between gap-2 text-body">
                  <span className="font-medium">{each.groupName}</span>
                  <span className={hint ? 'text-warning' : ''}>{each.experts.length} 人</span>
                </span>
                <span className="text-ink-soft">{names(each.techTypes) || '未定技术路线'}</span>
                <span className="text-ink-soft">
                  组长 {leader?.realName ?? '未定'} · 项目 {each.projectIds?.length ?? 0} 项
                </span>
                {hint && <span className="text-warning">{hint}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {group && <Composition group={group} />}
      {isNew && <GroupDialog batch={batch} onClose={() => setNew(false)} />}
    </section>
  )
}
