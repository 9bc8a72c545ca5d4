import { RepeatFlag } from '@xinchu/contract/codes'
import type { RepeatPair } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { StartLink } from '../../app/start-link.tsx'
import { pairQueries } from '../../records/repeat/queries.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AppealsCard } from './appeals-card.tsx'
import { CONTRAST, pairColumns, pairFilters } from './columns.tsx'

const contrastLink = ({ a, b, mayDecide, decision }: RepeatPair) =>
  a && (
    <GrantedLink
      to={CONTRAST}
      search={{ a: a.id, b: b.id }}
      className="text-brand-ink text-s hover:underline"
      aria-label={`${mayDecide && decision === RepeatFlag.suspected ? '判定' : '对比'}：${a.projectName}`}
    >
      {mayDecide && decision === RepeatFlag.suspected ? '判定' : '对比'}
    </GrantedLink>
  )

/** 重复项目核查: appeals, then suspected duplicate pairs, undecided ones first. */
export const RepeatScreen = () => (
  <>
    <AppealsCard />
    <QueryTable
      id="repeat-pairs"
      title="重复项目核查"
      query={pairQueries.list}
      columns={pairColumns}
      filters={pairFilters}
      rowId={({ id, b }) => id ?? b.id}
      rowLabel={({ a, b }) => `${a?.projectName ?? ''}与${b.projectName}`}
      rowActions={contrastLink}
      actionsWidth={72}
      noun="重复项目"
      empty="没有疑似重复的项目"
      emptyAction={<StartLink to="/esproject/query/index">查看全部项目</StartLink>}
    />
  </>
)
