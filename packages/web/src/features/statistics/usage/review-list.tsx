import { useQuery } from '@tanstack/react-query'
import { codeOf } from '@xinchu/contract/rights'
import type { OutlierRule, UsageOutlier, UsageOutlierPage, UsageStatRow } from '@xinchu/sdk'
import { placeWithin } from '@xinchu/validators'
import { useState } from 'react'
import { leavesOf, menuTree } from '../../../app/menus.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { AddressFiles } from '../files/address-files.tsx'
import type { Period, UsageFilter } from '../use-usage.ts'
import { DecideButton } from './decide-button.tsx'
import { usageQueries } from './queries.ts'
import { REVIEW_LIST } from './review-place.ts'
import { DESK, ReviewCards, ReviewTable, RULES } from './review-rows.tsx'

const SIZE = 10
const CHIP =
  'h-7 rounded-md border border-line px-2 text-ink-soft text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink'
interface ChipsProps {
  counts: readonly { rule: OutlierRule; count: number }[]
  chosen: OutlierRule | undefined
  onChosen: (rule: OutlierRule | undefined) => void
}

/** The rules that mark values, each with its count. */
function Chips({ counts, chosen, onChosen }: ChipsProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const chips = [
    { rule: undefined, count: total, label: '全部' },
    ...counts.map((each) => ({ ...each, label: RULES[each.rule] })),
  ]
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">规则</legend>
      {chips.map(({ rule, count, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={rule === chosen}
          className={CHIP}
          onClick={() => onChosen(rule)}
        >
          {label} {count.toLocaleString('zh-CN')}
        </button>
      ))}
    </fieldset>
  )
}

const ruleOf = (text: unknown): OutlierRule | undefined =>
  (Object.keys(RULES) as OutlierRule[]).find((each) => each === text) // the keys just named

interface ReviewListProps {
  filter: UsageFilter
  period: Period
  /** Parts of the shown division, of which one can be chosen. */
  places: readonly UsageStatRow[] | undefined
}

interface BodyProps {
  data: UsageOutlierPage | undefined
  page: number
  /** The rows are those of another page or of other conditions. */
  isOld: boolean
  isConfirmed: boolean
  onPage: (page: number) => void
}

/** One page of the list, with what the office may decide about its rows. */
function Body({ data, page, isOld, isConfirmed, onPage }: BodyProps) {
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const hasDesk = leavesOf(menuTree(routes)).some(({ path }) => path === DESK)
  const user = useQuery(sessionQueries.info).data?.user
  const code = user && codeOf(user)
  const decide =
    code === 'NAT' || code === 'PRV' ? (row: UsageOutlier) => <DecideButton row={row} /> : undefined
  if (!data) return <Loading rows={6} />
  if (data.totalElements === 0)
    return <Empty>{isConfirmed ? '没有已确认属实的报送值' : '没有待复核的报送值'}</Empty>
  return (
    <div className={isOld ? 'opacity-55' : ''} aria-busy={isOld}>
      <ReviewTable rows={data.content} hasDesk={hasDesk} decide={decide} />
      <ReviewCards rows={data.content} hasDesk={hasDesk} decide={decide} />
      {data.totalElements > SIZE && (
        <Pager page={page} size={SIZE} total={data.totalElements} onPage={onPage} />
      )}
    </div>
  )
}

/** 报送值复核清单: reported values that the rules mark, and the way to the desk where they are returned. */
export function ReviewList({ filter, period, places }: ReviewListProps) {
  const [search, change] = usePorts().useSearch()
  const part = places?.find(({ key }) => key !== '' && key === String(search['reviewPlace'] ?? ''))
  const rule = ruleOf(search['rule'])
  const isConfirmed = search['review'] === 'confirmed'
  const asked = {
    ...{ ...filter, ...placeWithin(filter, part?.key), ...period, size: SIZE },
    ...(rule ? { rule: [rule] } : {}),
    ...(isConfirmed ? { confirmed: true } : {}),
  }
  const [place, setPlace] = useState({ key: '', page: 0 })
  const key = JSON.stringify(asked)
  const page = place.key === key ? place.page : 0
  const onPage = (next: number) => setPlace({ key, page: next })
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQueries.outliers({ ...asked, page }))
  return (
    <section
      id={REVIEW_LIST}
      tabIndex={-1}
      className="card min-w-0 px-4 py-3 outline-none"
      aria-label="报送值复核清单"
    >
      <header className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto">
          <h2 className="font-medium">报送值复核清单</h2>
          <p className="text-ink-faint text-xs">由规则标记，不等于有误；退回前仍计入统计</p>
        </div>
        {part && (
          <button
            type="button"
            aria-label={`不再只看${part.label}`}
            aria-pressed
            className={CHIP}
            onClick={() => change({ ...search, reviewPlace: undefined })}
          >
            {part.label} ×
          </button>
        )}
        {(isConfirmed || (data?.confirmed ?? 0) > 0) && (
          <button
            type="button"
            aria-pressed={isConfirmed}
            className={CHIP}
            onClick={() => change({ ...search, review: isConfirmed ? undefined : 'confirmed' })}
          >
            已确认属实 {(data?.confirmed ?? 0).toLocaleString('zh-CN')}
          </button>
        )}
        {data && data.rules.length > 0 && (
          <Chips counts={data.rules} chosen={rule} onChosen={(next) => change({ ...search, rule: next })} />
        )}
        {data && data.totalElements > 0 && (
          <AddressFiles title="报送值复核清单" conditions="table=outliers" />
        )}
      </header>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Body data={data} page={page} isOld={isPlaceholderData} isConfirmed={isConfirmed} onPage={onPage} />
      )}
    </section>
  )
}
